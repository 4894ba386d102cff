package dev.weir.codec;

import java.util.Arrays;

/** Turns frames into the bytes of one framing. */
@FunctionalInterface
public interface FrameEncoder {

  /**
   * The bytes of one frame, whole.
   *
   * @throws IllegalArgumentException if the frame would not be read back as this one frame
   */
  byte[] encode(Frame frame);

  /** Adds the bytes of one frame to others; as {@link #encode(Frame)}. */
  default void encode(Frame frame, GrowingBytes out) {
    out.put(encode(frame));
  }

  /**
   * Begins a frame whose data follows, up to {@link #end(long, int, GrowingBytes)}.
   *
   * @param id which is its number
   * @return where its data begins
   */
  default int begin(long id, GrowingBytes out) {
    return out.length();
  }

  /**
   * Ends a frame.
   *
   * @param from where its data began
   */
  default void end(long id, int from, GrowingBytes out) {
    byte[] data = Arrays.copyOfRange(out.array(), from, out.length());
    out.truncate(from);
    encode(new Frame("", Long.toString(id), Bytes.of(data)), out);
  }

  /** What closes the stream after its last frame, or nothing. */
  default byte[] end() {
    return new byte[0];
  }
}
