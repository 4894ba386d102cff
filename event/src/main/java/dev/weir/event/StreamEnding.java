package dev.weir.event;

import org.jspecify.annotations.Nullable;

/**
 * How the bytes of a stream ended: what its decoder is told, and what a recording of it keeps, so
 * that a replay ends the same way. Whoever ends a stream knows how; nobody needs to guess it from
 * events.
 */
public sealed interface StreamEnding {
  /** They ended on their own, or the stream had already said that it was over. */
  record EndOfInput() implements StreamEnding {}

  /** We cut them off. */
  record Cut(Verdict verdict, @Nullable String word) implements StreamEnding {}

  /** They broke off, or there never were any. */
  record Broken(StreamFault fault) implements StreamEnding {}
}
