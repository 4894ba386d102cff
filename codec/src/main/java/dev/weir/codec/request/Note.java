package dev.weir.codec.request;

import org.jspecify.annotations.Nullable;

/**
 * What is known about a part of a request besides what it says.
 *
 * @param cache whether the provider should keep everything up to here
 * @param origin where it was read; absent if it was not read
 */
public record Note(@Nullable CacheMark cache, @Nullable Origin origin) {
  public static final Note NONE = new Note(null, null);

  /** A place up to which a provider should remember the request. */
  public static Note cached() {
    return new Note(CacheMark.DEFAULT, null);
  }

  /** What a dialect said in its own words. */
  public static Note of(Origin origin) {
    return new Note(null, origin);
  }
}
