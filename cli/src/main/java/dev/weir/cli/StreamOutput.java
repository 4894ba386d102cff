package dev.weir.cli;

import dev.weir.codec.chunk.Chunk;
import dev.weir.event.StreamEvent;

/** Where one stream is shown, in whatever form. */
interface StreamOutput {

  /** Whether it shows chunks instead of events. */
  boolean wantsChunks();

  void chunk(Chunk chunk);

  /** Takes the next event with the time it came, in epoch milliseconds where that is known. */
  void event(StreamEvent event, long atMillis);

  /** Whether it says itself that chunks were lost; if not, that is reported beside it. */
  default boolean tellsOfGaps() {
    return false;
  }

  /** Shows what is known only at the end of the stream. */
  void end(long atMillis);
}
