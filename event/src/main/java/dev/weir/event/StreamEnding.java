package dev.weir.event;

import org.jspecify.annotations.Nullable;

/**
 * How the bytes of a stream ended: what its decoder is told, and what a recording of it keeps, so
 * that a replay ends alike. Whoever ends a stream knows it; nobody needs to guess it from events.
 */
public sealed interface StreamEnding {
  /** They ended by themselves, or the stream had said before that it was over. */
  record EndOfInput() implements StreamEnding {}

  /** We cut them off. */
  record Cut(Verdict verdict, @Nullable String word) implements StreamEnding {}

  /** They broke off, or there never were any. */
  record Broken(StreamFault fault) implements StreamEnding {}
}
