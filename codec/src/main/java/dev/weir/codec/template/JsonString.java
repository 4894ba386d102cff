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

  private static @Nullable String unescape(byte[] a, int from, int to) {
    StringBuilder text = new StringBuilder(to - from);
    int plain = from;
    for (int i = from; i < to; i++) {
      if (a[i] != '\\') {
        continue;
      }
      text.append(new String(a, plain, i - plain, UTF_8));
      if (++i == to) {
        return null;
      }
      int escaped = escaped(a, i, to);
      if (escaped < 0) {
        return null;
      }
      text.append((char) escaped);
      i += a[i] == 'u' ? 4 : 0;
      plain = i + 1;
    }
    text.append(new String(a, plain, to - plain, UTF_8));
    return checked(text.toString());
  }

  private static int escaped(byte[] a, int at, int to) {
    return switch (a[at]) {
      case '"' -> '"';
      case '\\' -> '\\';
      case '/' -> '/';
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> at + 4 < to ? hex(a, at + 1) : -1;
      default -> -1;
    };
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
