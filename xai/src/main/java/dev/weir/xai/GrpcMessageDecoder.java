package dev.weir.xai;

import dev.weir.codec.Bytes;
import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Cuts a gRPC body into messages: a flag byte, four bytes of length, the message. A message that
 * the end cuts off is dropped.
 *
 * <p>The status of a call comes after its body, in trailers. Where they are kept with the body,
 * they are a last message under a flag of their own, as gRPC-Web has it; the frame is named for
 * them.
 */
final class GrpcMessageDecoder implements Decoder<byte[], Frame> {
  /** The name of the frame that holds trailers: lines of {@code name:value}. */
  static final String TRAILERS = "trailers";

  private static final int HEADER = 5;
  private static final byte TRAILERS_FLAG = (byte) 0x80;

  private final int maxMessageBytes;
  private byte[] held = new byte[0];
  private int heldLength;

  GrpcMessageDecoder(int maxMessageBytes) {
    this.maxMessageBytes = maxMessageBytes;
  }

  /** A message as it stands in a body. */
  static byte[] message(byte[] message) {
    return framed((byte) 0, message);
  }

  /** Trailers as they stand after a body. */
  static byte[] trailers(byte[] lines) {
    return framed(TRAILERS_FLAG, lines);
  }

  private static byte[] framed(byte flag, byte[] payload) {
    return ByteBuffer.allocate(HEADER + payload.length)
        .put(flag)
        .putInt(payload.length)
        .put(payload)
        .array();
  }

  @Override
  public void feed(byte[] slice, Consumer<? super Frame> out) {
    hold(slice);
    int at = 0;
    while (heldLength - at >= HEADER) {
      int length = length(at);
      if (heldLength - at - HEADER < length) {
        break;
      }
      String name = held[at] == TRAILERS_FLAG ? TRAILERS : "";
      int from = at + HEADER;
      at = from + length;
      out.accept(new Frame(name, "", Bytes.of(Arrays.copyOfRange(held, from, at))));
    }
    if (at > 0) {
      System.arraycopy(held, at, held, 0, heldLength - at);
      heldLength -= at;
    }
  }

  private void hold(byte[] slice) {
    int needed = heldLength + slice.length;
    if (needed > held.length) {
      held = Arrays.copyOf(held, Math.max(needed, held.length * 2));
    }
    System.arraycopy(slice, 0, held, heldLength, slice.length);
    heldLength = needed;
  }

  private int length(int at) {
    if (held[at] != 0 && held[at] != TRAILERS_FLAG) {
      throw new LimitExceededException(
          "A gRPC message has the flag %d: it is compressed, or this is not gRPC; capture the stream without compression"
              .formatted(held[at] & 0xFF));
    }
    long length = 0;
    for (int i = 1; i < HEADER; i++) {
      length = (length << 8) | (held[at + i] & 0xFF);
    }
    if (length > maxMessageBytes) {
      throw new LimitExceededException(
          "A gRPC message of %,d bytes exceeds %,d; raise max-frame-bytes or check that this is gRPC"
              .formatted(length, maxMessageBytes));
    }
    return (int) length;
  }

  @Override
  public void end(Consumer<? super Frame> out) {}
}
