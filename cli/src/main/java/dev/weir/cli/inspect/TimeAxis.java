package dev.weir.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Round times to mark on an axis from zero to the longest stream. */
record TimeAxis(long maxMicros, long stepMicros) {
  private static final long[] STEPS = {1, 2, 5};

  static TimeAxis of(List<Inspected> streams, int mostTicks) {
    long max = Math.max(1, streams.stream().mapToLong(Inspected::totalMicros).max().orElse(1));
    long power = 1;
    while (true) {
      for (long factor : STEPS) {
        if (max / (factor * power) <= mostTicks) {
          return new TimeAxis(max, factor * power);
        }
      }
      power *= 10;
    }
  }

  /** The marks, from zero on. */
  List<Long> ticks() {
    List<Long> ticks = new ArrayList<>();
    for (long at = 0; at <= maxMicros; at += stepMicros) {
      ticks.add(at);
    }
    return ticks;
  }

  /** A mark in the unit that suits the step. */
  String words(long atMicros) {
    if (atMicros == 0) {
      return "0";
    }
    if (stepMicros >= 1_000_000) {
      return String.format(Locale.ROOT, "%d s", atMicros / 1_000_000);
    }
    if (stepMicros >= 100_000) {
      return String.format(Locale.ROOT, "%.1f s", atMicros / 1e6);
    }
    if (stepMicros >= 1000) {
      return String.format(Locale.ROOT, "%d ms", atMicros / 1000);
    }
    return atMicros + " µs";
  }
}
