package dev.weir.codec.sse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.FrameEncoder;

/**
 * Writes frames as server-sent events.
 *
 * <p>Nothing in a frame can end it early or begin another: names and ids are made of {@code
 * A-Za-z0-9._-}, and the data is one line, as JSON without line breaks always is. Any other frame
 * is refused, never repaired: we do not guess what was meant.
 */
public final class SseEncoder implements FrameEncoder {
  private static final byte[] EVENT = "event: ".getBytes(US_ASCII);
  private static final byte[] ID = "id: ".getBytes(US_ASCII);
  private static final byte[] DATA = "data: ".getBytes(US_ASCII);

  private final byte[] lineEnd;

  private SseEncoder(String lineEnd) {
    this.lineEnd = lineEnd.getBytes(US_ASCII);
  }

  /** Lines end in LF, as most providers send them. */
  public static SseEncoder lf() {
    return new SseEncoder("\n");
  }

  /** Lines end in CR and LF, as Google sends them. */
  public static SseEncoder crlf() {
    return new SseEncoder("\r\n");
  }

  /**
   * The bytes of one event, with its closing blank line.
   *
   * @throws IllegalArgumentException if the frame would not be read back as this one frame
   */
  @Override
  public byte[] encode(Frame frame) {
    checkName("event", frame.event());
    checkName("id", frame.id());
    checkOneLine(frame.data());
    var bytes = new byte[length(frame)];
    int at = field(bytes, 0, EVENT, frame.event());
    at = field(bytes, at, ID, frame.id());
    at = put(bytes, at, DATA);
    Bytes data = frame.data();
    System.arraycopy(data.array(), data.from(), bytes, at, data.length());
    at = put(bytes, at + data.length(), lineEnd);
    put(bytes, at, lineEnd);
    return bytes;
  }

  private int length(Frame frame) {
    return length(EVENT, frame.event())
        + length(ID, frame.id())
        + DATA.length
        + frame.data().length()
        + 2 * lineEnd.length;
  }

  private int length(byte[] name, String value) {
    return value.isEmpty() ? 0 : name.length + value.length() + lineEnd.length;
  }

  private int field(byte[] bytes, int from, byte[] name, String value) {
    if (value.isEmpty()) {
      return from;
    }
    int at = put(bytes, from, name);
    at = put(bytes, at, value.getBytes(US_ASCII));
    return put(bytes, at, lineEnd);
  }

  private static int put(byte[] bytes, int at, byte[] added) {
    System.arraycopy(added, 0, bytes, at, added.length);
    return at + added.length;
  }

  private static void checkName(String field, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean allowed =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '.'
              || c == '_'
              || c == '-';
      if (!allowed) {
        throw new IllegalArgumentException(
            "The %s of an SSE frame holds U+%04X at character %,d; use only A-Z a-z 0-9 . _ -"
                .formatted(field, (int) c, i));
      }
    }
  }

  private static void checkOneLine(Bytes data) {
    byte[] array = data.array();
    for (int i = data.from(); i < data.to(); i++) {
      if (array[i] == '\n' || array[i] == '\r') {
        throw new IllegalArgumentException(
            ("The data of an SSE frame has a line break at byte %,d; write JSON on one line, which"
                    + " escapes it")
                .formatted(i - data.from()));
      }
    }
  }
}
