package dev.weir.codec.sse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.FrameEncoder;
import dev.weir.codec.GrowingBytes;

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

  /** What stands around the data, if names are not long. */
  private static final int MOST_AROUND = 64;

  private static final SseEncoder LF = new SseEncoder("\n");
  private static final SseEncoder CRLF = new SseEncoder("\r\n");

  private final byte[] lineEnd;

  private SseEncoder(String lineEnd) {
    this.lineEnd = lineEnd.getBytes(US_ASCII);
  }

  /** Lines end in LF, as most providers send them. */
  public static SseEncoder lf() {
    return LF;
  }

  /** Lines end in CR and LF, as Google sends them. */
  public static SseEncoder crlf() {
    return CRLF;
  }

  /**
   * The bytes of one event, with its closing blank line.
   *
   * @throws IllegalArgumentException if the frame would not be read back as this one frame
   */
  @Override
  public byte[] encode(Frame frame) {
    var bytes = new GrowingBytes(frame.data().length() + MOST_AROUND);
    encode(frame, bytes);
    return bytes.toArray();
  }

  @Override
  public void encode(Frame frame, GrowingBytes out) {
    checkName("event", frame.event());
    checkName("id", frame.id());
    Bytes data = frame.data();
    checkOneLine(data.array(), data.from(), data.to());
    field(out, EVENT, frame.event());
    field(out, ID, frame.id());
    out.put(DATA).put(data.array(), data.from(), data.to()).put(lineEnd).put(lineEnd);
  }

  @Override
  public int begin(long id, GrowingBytes out) {
    return out.put(ID).decimal(id).put(lineEnd).put(DATA).length();
  }

  @Override
  public void end(long id, int from, GrowingBytes out) {
    checkOneLine(out.array(), from, out.length());
    out.put(lineEnd).put(lineEnd);
  }

  private void field(GrowingBytes out, byte[] name, String value) {
    if (!value.isEmpty()) {
      out.put(name).ascii(value).put(lineEnd);
    }
  }

  /** Whether a frame may have that name. */
  public static boolean isName(String value) {
    return wrongAt(value) < 0;
  }

  private static int wrongAt(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean allowed =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '.'
              || c == '_'
              || c == '-';
      if (!allowed) {
        return i;
      }
    }
    return -1;
  }

  private static void checkName(String field, String value) {
    int i = wrongAt(value);
    if (i >= 0) {
      throw new IllegalArgumentException(
          "The %s of an SSE frame holds U+%04X at character %,d; use only A-Z a-z 0-9 . _ -"
              .formatted(field, (int) value.charAt(i), i));
    }
  }

  private static void checkOneLine(byte[] array, int from, int to) {
    for (int i = from; i < to; i++) {
      if (array[i] == '\n' || array[i] == '\r') {
        throw new IllegalArgumentException(
            ("The data of an SSE frame has a line break at byte %,d; write JSON on one line, which"
                    + " escapes it")
                .formatted(i - from));
      }
    }
  }
}
