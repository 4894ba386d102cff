package dev.weir.terminal.view;

import java.util.Locale;

/** Amounts in the words of the view. */
final class Words {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private Words() {}

  /** A time as people read it: tenths of a second at first, then minutes. */
  static String time(long micros) {
    long tenths = Math.max(0, micros) / (MICROS_PER_SECOND / 10);
    long seconds = tenths / 10;
    return seconds < 60
        ? String.format(Locale.ROOT, "%d.%d s", seconds, tenths % 10)
        : String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
  }

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String some(long number, String one) {
    return count(number) + " " + (number == 1 ? one : one + "s");
  }
}
