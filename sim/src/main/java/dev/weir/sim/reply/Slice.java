package dev.weir.sim.reply;

import dev.weir.codec.Bytes;

/**
 * Bytes that are sent at once.
 *
 * @param afterMicros the pause before them
 * @param isBare whether they go to the socket as they are, outside of HTTP's chunks; only faults
 *     send such bytes
 */
public record Slice(long afterMicros, Bytes bytes, boolean isBare) {

  /** Bytes after a pause. */
  public static Slice of(long afterMicros, byte[] bytes) {
    return new Slice(afterMicros, Bytes.of(bytes), /* isBare= */ false);
  }

  /** Text that the framing of HTTP does not touch. */
  public static Slice bare(String text) {
    return new Slice(/* afterMicros= */ 0, Bytes.of(text), /* isBare= */ true);
  }

  /** How many bytes there are. */
  public int length() {
    return bytes.length();
  }

  /** The first bytes of it, with its pause. */
  public Slice head(int length) {
    return new Slice(
        afterMicros, Bytes.of(bytes.array(), bytes.from(), bytes.from() + length), isBare);
  }
}
