package dev.weir.codec.jsonarray;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.FrameEncoder;

/** Puts frames into one JSON array that grows. Belongs to one stream. */
public final class JsonArrayEncoder implements FrameEncoder {
  private static final byte[] FIRST = "[".getBytes(US_ASCII);
  private static final byte[] NEXT = ",\r\n".getBytes(US_ASCII);
  private static final byte[] END = "]".getBytes(US_ASCII);
  private static final byte[] EMPTY = "[]".getBytes(US_ASCII);

  private boolean hasBegun;

  @Override
  public byte[] encode(Frame frame) {
    byte[] before = hasBegun ? NEXT : FIRST;
    hasBegun = true;
    Bytes data = frame.data();
    byte[] bytes = new byte[before.length + data.length()];
    System.arraycopy(before, 0, bytes, 0, before.length);
    System.arraycopy(data.array(), data.from(), bytes, before.length, data.length());
    return bytes;
  }

  @Override
  public byte[] end() {
    return hasBegun ? END.clone() : EMPTY.clone();
  }
}
