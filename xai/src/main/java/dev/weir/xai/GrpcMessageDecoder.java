package dev.weir.xai;

import dev.weir.codec.Bytes;
import dev.weir.codec.Decoder;
import dev.weir.codec.LimitExceededException;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Cuts a captured gRPC body into messages: a flag byte, four bytes of length, the message. A
 * message that the end cuts off is dropped.
 */
public final class GrpcMessageDecoder implements Decoder<byte[], Bytes> {
  private static final int HEADER = 5;

  private final int maxMessageBytes;
  private byte[] held = new byte[0];
  private int heldLength;

  public GrpcMessageDecoder(int maxMessageBytes) {
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  public void feed(byte[] slice, Consumer<? super Bytes> out) {
    hold(slice);
    int at = 0;
    while (heldLength - at >= HEADER) {
      int length = length(at);
      if (heldLength - at - HEADER < length) {
        break;
      }
      int from = at + HEADER;
      at = from + length;
      out.accept(Bytes.of(Arrays.copyOfRange(held, from, at)));
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
    if (held[at] != 0) {
      throw new LimitExceededException(
          "A gRPC message is compressed (flag %d); capture the stream without compression"
              .formatted(held[at]));
    }
    long length = 0;
    for (int i = 1; i < HEADER; i++) {
      length = (length << 8) | (held[at + i] & 0xFF);
    }
    if (length > maxMessageBytes) {
      throw new LimitExceededException(
          "A gRPC message of %,d bytes exceeds %,d; raise the limit or check that this is gRPC"
              .formatted(length, maxMessageBytes));
    }
    return (int) length;
  }

  @Override
  public void end(Consumer<? super Bytes> out) {}
}
