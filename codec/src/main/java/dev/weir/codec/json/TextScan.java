package dev.weir.codec.json;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Walks over the inside of a JSON string, eight bytes at a time, to the first that is not simply
 * text.
 *
 * <p>The arithmetic is the well-known test for a byte below a bound in a word: {@code (word - bound
 * in each byte) & ~word} has the high bit set in every byte that was below the bound, and perhaps
 * in bytes after such a one, and in none before. Bytes outside ASCII have their own high bit set,
 * so they do not count.
 */
public final class TextScan {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);
  private static final long EACH = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /**
   * Turning this bit over puts the quote, 0x22, right after the control characters, at 0x20, and
   * moves none of them out of their range: one test finds both.
   */
  private static final long QUOTE_BIT = ('"' ^ ' ') * EACH;

  private static final long SPACES = ' ' * EACH;
  private static final long BACKSLASHES = '\\' * EACH;

  private long seen;

  /** Begins a text of which nothing has been seen. */
  public void begin() {
    seen = 0;
  }

  /** Whether all bytes that were passed since the beginning are ASCII. */
  public boolean isAscii() {
    return (seen & HIGH_BITS) == 0;
  }

  /** The place of the first quote, backslash or control character; {@code to} if there is none. */
  public int special(byte[] a, int from, int to) {
    int at = from;
    int lastWord = to - Long.BYTES;
    long passed = 0;
    for (; at <= lastWord; at += Long.BYTES) {
      long word = (long) WORD.get(a, at);
      long found = (below(word ^ QUOTE_BIT, ' ' + 1) | zero(word ^ BACKSLASHES)) & HIGH_BITS;
      if (found != 0) {
        long before = Long.lowestOneBit(found) - 1;
        seen |= passed | (word & before);
        return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
      }
      passed |= word;
    }
    seen |= passed;
    while (at < to && !isSpecial(a[at])) {
      seen |= a[at];
      at++;
    }
    return at;
  }

  /** The place of the first backslash; {@code to} if there is none. */
  static int escape(byte[] a, int from, int to) {
    int at = from;
    int lastWord = to - Long.BYTES;
    for (; at <= lastWord; at += Long.BYTES) {
      long found = zero((long) WORD.get(a, at) ^ BACKSLASHES) & HIGH_BITS;
      if (found != 0) {
        return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
      }
    }
    while (at < to && a[at] != '\\') {
      at++;
    }
    return at;
  }

  /** The place of the first byte that is not a space; {@code to} if there is none. */
  public static int afterSpaces(byte[] a, int from, int to) {
    int at = from;
    int lastWord = to - Long.BYTES;
    for (; at <= lastWord; at += Long.BYTES) {
      long others = (long) WORD.get(a, at) ^ SPACES;
      if (others != 0) {
        return at + Long.numberOfTrailingZeros(others) / Byte.SIZE;
      }
    }
    while (at < to && a[at] == ' ') {
      at++;
    }
    return at;
  }

  private static long below(long word, int bound) {
    return (word - bound * EACH) & ~word;
  }

  private static long zero(long word) {
    return below(word, 1);
  }

  private static boolean isSpecial(byte b) {
    return b == '"' || b == '\\' || (b >= 0 && b < ' ');
  }
}
