package dev.weir.codec.line;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Finds where a line ends, eight bytes at a time.
 *
 * <p>A zero byte of a word is found with the usual trick: {@code (word - 1 in each byte) & ~word}
 * has its high bit set, and perhaps those of bytes after it, never of one before.
 */
public final class LineEnd {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);
  private static final long EACH = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long LINE_FEEDS = '\n' * EACH;
  private static final long CARRIAGE_RETURNS = '\r' * EACH;

  private LineEnd() {}

  /** The place of the first LF or CR; {@code to} if there is none. */
  public static int find(byte[] a, int from, int to) {
    int at = from;
    int lastWord = to - Long.BYTES;
    for (; at <= lastWord; at += Long.BYTES) {
      long word = (long) WORD.get(a, at);
      long found = (zero(word ^ LINE_FEEDS) | zero(word ^ CARRIAGE_RETURNS)) & HIGH_BITS;
      if (found != 0) {
        return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
      }
    }
    while (at < to && a[at] != '\n' && a[at] != '\r') {
      at++;
    }
    return at;
  }

  private static long zero(long word) {
    return (word - EACH) & ~word;
  }
}
