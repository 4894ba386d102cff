package dev.weir.bench.load;

import java.util.Arrays;

/** Durations and their percentiles. */
final class Samples {
  private int[] nanos = new int[1 << 16];
  private int count;
  private boolean isSorted;

  void add(long duration) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = Math.clamp(duration, 0, Integer.MAX_VALUE);
    isSorted = false;
  }

  int count() {
    return count;
  }

  /** The duration, in microseconds, that the given percentage does not exceed. */
  double micros(double percent) {
    if (count == 0) {
      return Double.NaN;
    }
    if (!isSorted) {
      Arrays.sort(nanos, 0, count);
      isSorted = true;
    }
    int at = (int) Math.ceil(percent / 100 * count) - 1;
    return nanos[Math.clamp(at, 0, count - 1)] / 1000.0;
  }
}
