package dev.weir.codec.request;

import org.jspecify.annotations.Nullable;

/**
 * Asks the provider to keep everything up to here, so that it need not be read again.
 *
 * @param timeToLive how long, in the words of the providers that take it: {@code 5m}, {@code 1h};
 *     absent for the provider's default
 */
public record CacheMark(@Nullable String timeToLive) {
  public static final CacheMark DEFAULT = new CacheMark(null);
}
