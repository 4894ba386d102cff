package dev.weir.terminal.view;

import java.util.Locale;

/** Amounts in the words of the view. */
final class Amounts {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private Amounts() {}

  /** A time as people read it: tenths of a second at first, then minutes. */
  static String time(long micros) {
    long tenths = Math.max(0, micros) / (MICROS_PER_SECOND / 10);
    long seconds = tenths / 10;
    return seconds < 60
        ? seconds + "." + tenths % 10 + " s"
        : String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
  }

  static String count(long number) {
    // Formatting costs more than everything else in a row, and most numbers need none.
    return number >= 0 && number < 1000
        ? Long.toString(number)
        : String.format(Locale.ROOT, "%,d", number);
  }

  static String some(long number, String one) {
    return count(number) + " " + (number == 1 ? one : one + "s");
  }
}
