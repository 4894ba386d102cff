package dev.weir.codec.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/** Reads the inside of a JSON string from bytes. */
public final class JsonString {
  private JsonString() {}

  /** The text, or {@code null} if anything about it is odd: the parser must look at it then. */
  public static @Nullable String read(
      byte[] a, int from, int to, boolean isAscii, boolean hasEscapes) {
    if (hasEscapes) {
      return unescape(a, from, to, isAscii);
    }
    return isAscii ? new String(a, from, to - from, ISO_8859_1) : decode(a, from, to - from);
  }

  /**
   * Bytes that are not UTF-8 show as U+FFFD. A text that really has one is read twice, which is
   * accepted.
   */
  private static @Nullable String decode(byte[] a, int from, int length) {
    String text = new String(a, from, length, UTF_8);
    return text.indexOf('\uFFFD') < 0 ? text : null;
  }

  /** Puts the text together in UTF-8, which is never longer than its escaped form. */
  private static @Nullable String unescape(byte[] a, int from, int to, boolean isAscii) {
    byte[] text = new byte[to - from];
    boolean staysAscii = isAscii;
    int length = 0;
    int at = from;
    while (at < to) {
      int escape = TextScan.escape(a, at, to);
      System.arraycopy(a, at, text, length, escape - at);
      length += escape - at;
      if (escape == to) {
        break;
      }
      // Something follows a backslash inside a string.
      byte sign = a[escape + 1];
      if (sign == 'u') {
        int character = codePoint(a, escape, to);
        if (character < 0) {
          return null;
        }
        staysAscii &= character < 0x80;
        length = put(character, text, length);
        at = escape + (character < Character.MIN_SUPPLEMENTARY_CODE_POINT ? 6 : 12);
      } else {
        text[length] = escaped(sign);
        if (text[length++] == 0) {
          return null;
        }
        at = escape + 2;
      }
    }
    return staysAscii ? new String(text, 0, length, ISO_8859_1) : decode(text, 0, length);
  }

  /**
   * The character of the escape at that place, or of two that are its halves; -1 if there is only
   * one half, which may belong to another in the next chunk.
   */
  private static int codePoint(byte[] a, int escape, int to) {
    int first = hex(a, escape, to);
    if (first < 0 || !Character.isSurrogate((char) first)) {
      return first;
    }
    int second = hex(a, escape + 6, to);
    return second >= 0 && Character.isSurrogatePair((char) first, (char) second)
        ? Character.toCodePoint((char) first, (char) second)
        : -1;
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
        if (character < 0x10000) {
          text[at++] = (byte) (0xE0 | (character >> 12));
        } else {
          text[at++] = (byte) (0xF0 | (character >> 18));
          text[at++] = (byte) (0x80 | ((character >> 12) & 0x3F));
        }
        text[at++] = (byte) (0x80 | ((character >> 6) & 0x3F));
      }
      text[at++] = (byte) (0x80 | (character & 0x3F));
    }
    return at;
  }

  /** The number in an escape that begins at that place; -1 if none does. */
  private static int hex(byte[] a, int escape, int to) {
    if (escape + 5 >= to || a[escape] != '\\' || a[escape + 1] != 'u') {
      return -1;
    }
    int value = 0;
    for (int i = escape + 2; i < escape + 6; i++) {
      int digit = Character.digit(a[i], 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }
}
