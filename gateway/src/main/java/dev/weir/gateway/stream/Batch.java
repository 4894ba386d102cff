package dev.weir.gateway.stream;

import dev.weir.codec.Bytes;

/**
 * Frames that are written in one go, encoded once for all subscribers. Their bytes are used again
 * after they were handed over: whoever keeps them takes a copy.
 *
 * @param isLast whether the stream ends with them
 * @param hasContent whether something of the answer has come, in them or before
 */
record Batch(Bytes frames, boolean isLast, boolean hasContent) {
  /** The same with bytes of its own. */
  Batch kept() {
    return new Batch(Bytes.of(frames.toArray()), isLast, hasContent);
  }
}
