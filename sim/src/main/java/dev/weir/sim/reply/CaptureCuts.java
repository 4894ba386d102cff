package dev.weir.sim.reply;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts captured bytes roughly where their frames end. The pieces together are the bytes again. */
final class CaptureCuts {
  private static final int LENGTH_BYTES = 4;

  private CaptureCuts() {}

  static List<byte[]> of(byte[] bytes) {
    List<byte[]> pieces = new ArrayList<>();
    boolean isBinary = bytes.length > 0 && bytes[0] == 0;
    int from = 0;
    while (from < bytes.length) {
      int to = isBinary ? messageEnd(bytes, from) : textEnd(bytes, from);
      pieces.add(Arrays.copyOfRange(bytes, from, to));
      from = to;
    }
    return pieces;
  }

  /** Binary messages begin with their length. */
  private static int messageEnd(byte[] bytes, int from) {
    if (bytes.length - from < LENGTH_BYTES) {
      return bytes.length;
    }
    long length = Integer.toUnsignedLong(ByteBuffer.wrap(bytes).getInt(from));
    return (int) Math.min(bytes.length, from + Math.max(LENGTH_BYTES, length));
  }

  /** An event ends with its blank line, a JSON line with its line feed. */
  private static int textEnd(byte[] bytes, int from) {
    boolean isJson = bytes[from] == '{' || bytes[from] == '[' || bytes[from] == ',';
    int at = from;
    while (at < bytes.length) {
      int end = lineEnd(bytes, at);
      boolean isBlank = end - at <= 2 && (bytes[at] == '\n' || bytes[at] == '\r');
      if (isJson || isBlank) {
        return end;
      }
      at = end;
    }
    return bytes.length;
  }

  private static int lineEnd(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return bytes.length;
  }
}
