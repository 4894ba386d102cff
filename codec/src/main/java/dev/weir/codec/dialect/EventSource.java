package dev.weir.codec.dialect;

import dev.weir.event.Usage;
import org.jspecify.annotations.Nullable;

/** Where the events of an encoder come from. */
public enum EventSource {
  /**
   * The same dialect as the one being written: only then do the provider's own words and JSON keep
   * their meaning.
   */
  SAME_DIALECT,
  /** Another dialect, or none. */
  FOREIGN;

  /** Whether the events came in the dialect that is written. */
  public boolean sameDialect() {
    return this == SAME_DIALECT;
  }

  /** The counts, with the provider's own numbers only where they mean the same. */
  public @Nullable Usage known(@Nullable Usage usage) {
    return usage == null || sameDialect() ? usage : usage.withRaw(null);
  }
}
