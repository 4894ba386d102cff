package dev.weir.event;

import java.util.ArrayList;
import java.util.List;

/**
 * Adds amounts up over time in a fixed number of bins, whose width doubles when time runs past
 * them: a stream of any length costs the same memory.
 */
final class TimelineBins {
  private static final int BINS = 96;
  private static final long FIRST_WIDTH_MICROS = 1000;

  private final long[] bytes = new long[BINS];
  private final long[] characters = new long[BINS];
  private long width = FIRST_WIDTH_MICROS;
  private int used;

  void add(long atMicros, long newBytes, long newCharacters) {
    while (atMicros / width >= BINS) {
      widen();
    }
    int bin = (int) (atMicros / width);
    bytes[bin] += newBytes;
    characters[bin] += newCharacters;
    used = Math.max(used, bin + 1);
  }

  private void widen() {
    for (int i = 0; i < BINS; i++) {
      boolean first = i < BINS / 2;
      bytes[i] = first ? bytes[2 * i] + bytes[2 * i + 1] : 0;
      characters[i] = first ? characters[2 * i] + characters[2 * i + 1] : 0;
    }
    width *= 2;
    used = (used + 1) / 2;
  }

  StreamMetrics.Timeline timeline() {
    return used == 0
        ? StreamMetrics.Timeline.NONE
        : new StreamMetrics.Timeline(width, list(bytes), list(characters));
  }

  private List<Long> list(long[] bins) {
    List<Long> list = new ArrayList<>(used);
    for (int i = 0; i < used; i++) {
      list.add(bins[i]);
    }
    return list;
  }
}
