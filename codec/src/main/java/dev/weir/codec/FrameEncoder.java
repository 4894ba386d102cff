package dev.weir.codec;

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

  /** What closes the stream after its last frame, or nothing. */
  default byte[] end() {
    return new byte[0];
  }
}
