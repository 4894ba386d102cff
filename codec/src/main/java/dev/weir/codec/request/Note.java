package dev.weir.codec.request;

import org.jspecify.annotations.Nullable;

/**
 * What is to be known of a part of a request besides what it says.
 *
 * @param cache whether the provider shall keep everything up to here
 * @param origin where it was read; absent if it was not
 */
public record Note(@Nullable CacheMark cache, @Nullable Origin origin) {
  public static final Note NONE = new Note(null, null);

  public static Note cached() {
    return new Note(CacheMark.DEFAULT, null);
  }

  public static Note of(Origin origin) {
    return new Note(null, origin);
  }
}
