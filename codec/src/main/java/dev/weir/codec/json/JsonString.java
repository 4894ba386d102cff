package dev.weir.codec.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/** Reads the inside of a JSON string from bytes. */
public final class JsonString {
  private JsonString() {}

  /** The text, or {@code null} if anything about it is odd: the parser must look at it then. */
  public static @Nullable String read(
      byte[] a, int from, int to, boolean isAscii, boolean hasEscapes) {
    if (hasEscapes) {
      return unescape(a, from, to, isAscii, from, to - 1);
    }
    return isAscii ? ascii(a, from, to - from) : decode(a, from, to - from);
  }

  /** The JVM would look for the charset first, and does not inline that. */
  @SuppressWarnings("deprecation") // Wrong only for bytes that are not ASCII.
  private static String ascii(byte[] a, int from, int length) {
    return new String(a, /* hibyte= */ 0, from, length);
  }

  /**
   * Bytes that are not UTF-8 show as U+FFFD. A text that really has one is read twice, which is
   * accepted.
   */
  private static @Nullable String decode(byte[] a, int from, int length) {
    String text = new String(a, from, length, UTF_8);
    return text.indexOf('\uFFFD') < 0 ? text : null;
  }

  /**
   * The same of a text with escapes, put together in UTF-8, which is at most as long as its escaped
   * form.
   *
   * @param first a place before which there is no escape
   * @param last a place after which none begins
   */
  public static @Nullable String unescape(
      byte[] a, int from, int to, boolean isAscii, int first, int last) {
    byte[] text = new byte[to - from];
    boolean staysAscii = isAscii;
    int length = first - from;
    int at = first;
    System.arraycopy(a, from, text, 0, length);
    while (at <= last) {
      int escape = a[at] == '\\' ? at : TextScan.escape(a, at, last + 1);
      System.arraycopy(a, at, text, length, escape - at);
      length += escape - at;
      at = escape;
      if (escape > last) {
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
    System.arraycopy(a, at, text, length, to - at);
    length += to - at;
    return staysAscii ? ascii(text, 0, length) : decode(text, 0, length);
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
