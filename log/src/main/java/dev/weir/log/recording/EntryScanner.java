package dev.weir.log.recording;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.codec.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the kind of line that a recording mostly consists of, {@code {"at":N,"text":"…"}}, in
 * exactly the spelling that {@link RecordingWriter} gives it. Any other line is left to the JSON
 * reader, so this can make reading faster but never different.
 */
final class EntryScanner {
  private static final byte[] AT = "{\"at\":".getBytes(US_ASCII);
  private static final byte[] TEXT = ",\"text\":\"".getBytes(US_ASCII);
  private static final int MAX_DIGITS = 18;

  /** Bytes that stand for themselves inside a JSON string. */
  private static final boolean[] PLAIN = new boolean[256];

  static {
    Arrays.fill(PLAIN, ' ', PLAIN.length, true);
    PLAIN['"'] = false;
    PLAIN['\\'] = false;
  }

  private byte[] scratch = new byte[1 << 12];

  Entry.@Nullable Arrived scan(byte[] a, int from, int to) {
    int i = from + AT.length;
    if (!begins(a, from, to, AT)) {
      return null;
    }
    long at = 0;
    int digits = i;
    while (i < to && a[i] >= '0' && a[i] <= '9') {
      at = at * 10 + (a[i++] - '0');
    }
    if (i == digits || i - digits > MAX_DIGITS || !begins(a, i, to, TEXT)) {
      return null;
    }
    return text(a, i + TEXT.length, to, at);
  }

  private Entry.@Nullable Arrived text(byte[] a, int from, int to, long at) {
    if (scratch.length < to - from) {
      scratch = new byte[Math.max(to - from, 2 * scratch.length)];
    }
    byte[] out = scratch;
    int length = 0;
    int i = from;
    // The line ends with the quote and the brace; whatever else closes it is not our spelling.
    int last = to - 2;
    if (last < from || a[last] != '"' || a[last + 1] != '}') {
      return null;
    }
    while (i < last) {
      byte b = a[i];
      if (PLAIN[b & 0xff]) {
        out[length++] = b;
        i++;
        continue;
      }
      if (b != '\\' || i + 1 >= last) {
        return null;
      }
      byte escaped = a[i + 1];
      i += 2;
      switch (escaped) {
        case '"', '\\', '/' -> out[length++] = escaped;
        case 'n' -> out[length++] = '\n';
        case 'r' -> out[length++] = '\r';
        case 't' -> out[length++] = '\t';
        case 'u' -> {
          int c = i + 4 <= last ? hex(a, i) : -1;
          if (c < 0 || Character.isSurrogate((char) c)) {
            return null;
          }
          length = utf8(out, length, c);
          i += 4;
        }
        default -> {
          return null;
        }
      }
    }
    return new Entry.Arrived(at, Bytes.of(Arrays.copyOf(out, length)));
  }

  private static int utf8(byte[] out, int at, int c) {
    if (c < 0x80) {
      out[at] = (byte) c;
      return at + 1;
    }
    if (c < 0x800) {
      out[at] = (byte) (0xc0 | c >> 6);
      out[at + 1] = (byte) (0x80 | (c & 0x3f));
      return at + 2;
    }
    out[at] = (byte) (0xe0 | c >> 12);
    out[at + 1] = (byte) (0x80 | (c >> 6 & 0x3f));
    out[at + 2] = (byte) (0x80 | (c & 0x3f));
    return at + 3;
  }

  private static int hex(byte[] a, int from) {
    int value = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = Character.digit(a[i], 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  private static boolean begins(byte[] a, int from, int to, byte[] with) {
    return to - from >= with.length
        && Arrays.equals(a, from, from + with.length, with, 0, with.length);
  }
}
