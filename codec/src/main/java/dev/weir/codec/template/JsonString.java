package dev.weir.codec.template;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/** Reads the inside of a JSON string from bytes. */
final class JsonString {
  private JsonString() {}

  /** The text, or {@code null} if anything about it is odd: the parser shall look at it then. */
  static @Nullable String read(byte[] a, int from, int to, boolean isAscii, boolean hasEscapes) {
    if (hasEscapes) {
      return unescape(a, from, to);
    }
    if (isAscii) {
      return new String(a, from, to - from, ISO_8859_1);
    }
    return checked(new String(a, from, to - from, UTF_8));
  }

  /**
   * Bytes that are not UTF-8 show as U+FFFD. A text that really has one is read twice; so be it.
   */
  private static @Nullable String checked(String text) {
    return text.indexOf('\uFFFD') < 0 ? text : null;
  }

  /** Puts the text together in UTF-8, which is never longer than its escaped form. */
  private static @Nullable String unescape(byte[] a, int from, int to) {
    byte[] text = new byte[to - from];
    int length = 0;
    int seen = 0;
    for (int i = from; i < to; i++) {
      byte b = a[i];
      if (b == '\\') {
        if (++i == to) {
          return null;
        }
        if (a[i] == 'u') {
          int character = i + 4 < to ? hex(a, i + 1) : -1;
          // Half a character may belong to one in the next chunk: the parser shall look at it.
          if (character < 0 || Character.isSurrogate((char) character)) {
            return null;
          }
          i += 4;
          length = put(character, text, length);
          seen |= character > 0x7F ? -1 : 0;
          continue;
        }
        b = escaped(a[i]);
        if (b == 0) {
          return null;
        }
      }
      text[length++] = b;
      seen |= b;
    }
    return seen >= 0
        ? new String(text, 0, length, ISO_8859_1)
        : checked(new String(text, 0, length, UTF_8));
  }

  private static byte escaped(byte sign) {
    return switch (sign) {
      case '"', '\\', '/' -> sign;
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      default -> 0;
    };
  }

  private static int put(int character, byte[] text, int length) {
    int at = length;
    if (character < 0x80) {
      text[at++] = (byte) character;
    } else {
      if (character < 0x800) {
        text[at++] = (byte) (0xC0 | (character >> 6));
      } else {
        text[at++] = (byte) (0xE0 | (character >> 12));
        text[at++] = (byte) (0x80 | ((character >> 6) & 0x3F));
      }
      text[at++] = (byte) (0x80 | (character & 0x3F));
    }
    return at;
  }

  private static int hex(byte[] a, int at) {
    int value = 0;
    for (int i = at; i < at + 4; i++) {
      int digit = Character.digit(a[i], 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }
}
