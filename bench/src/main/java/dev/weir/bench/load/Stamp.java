package dev.weir.bench.load;

/**
 * What the text of every delta says: its number in the stream and when it was sent, as
 * {@code @000017:000123456789012345;}. No JSON escapes any of it, so that it can be found in
 * whatever form it comes out of a gateway. Times are those of {@link System#nanoTime}, which is one
 * clock for all processes of a Linux machine.
 */
final class Stamp {
  static final char BEGIN = '@';
  static final char BETWEEN = ':';
  static final char END = ';';
  static final int NUMBER_DIGITS = 6;
  static final int TIME_DIGITS = 18;

  /** A stamp that is still to be filled in. */
  static final String BLANK =
      BEGIN + "0".repeat(NUMBER_DIGITS) + BETWEEN + "0".repeat(TIME_DIGITS) + END;

  private Stamp() {}

  /** Fills in the stamp that begins at a place. */
  static void fill(byte[] bytes, int at, int number, long sentNanos) {
    digits(bytes, at + 1, NUMBER_DIGITS, number);
    digits(bytes, at + 1 + NUMBER_DIGITS + 1, TIME_DIGITS, sentNanos);
  }

  private static void digits(byte[] bytes, int from, int count, long value) {
    long rest = value;
    for (int i = from + count - 1; i >= from; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
