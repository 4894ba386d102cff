package dev.weir.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Adds amounts up over time in a fixed number of bins, whose width doubles when time runs past
 * them: a stream of any length costs the same memory, and one in which little comes less.
 */
final class TimelineBins {
  private static final int BINS = 96;
  private static final int FIRST_CAPACITY = 4;
  private static final long FIRST_WIDTH_MICROS = 1000;

  /** Only bins in which something came, in the order of time: which one, and what. */
  private byte[] bins = new byte[FIRST_CAPACITY];

  /** A bin that is full, after two billion, stays full. */
  private int[] bytes = new int[FIRST_CAPACITY];

  private int[] characters = new int[FIRST_CAPACITY];
  private int count;
  private long width = FIRST_WIDTH_MICROS;

  void add(long atMicros, long newBytes, long newCharacters) {
    while (atMicros / width >= BINS) {
      widen();
    }
    add((int) (atMicros / width), newBytes, newCharacters);
  }

  private void add(int bin, long newBytes, long newCharacters) {
    int at = count - 1;
    while (at >= 0 && bins[at] > bin) {
      at--;
    }
    if (at < 0 || bins[at] != bin) {
      at++;
      insert(at, bin);
    }
    bytes[at] = Math.clamp(bytes[at] + newBytes, 0, Integer.MAX_VALUE);
    characters[at] = Math.clamp(characters[at] + newCharacters, 0, Integer.MAX_VALUE);
  }

  private void insert(int at, int bin) {
    if (count == bins.length) {
      bins = Arrays.copyOf(bins, count * 3 / 2);
      bytes = Arrays.copyOf(bytes, count * 3 / 2);
      characters = Arrays.copyOf(characters, count * 3 / 2);
    }
    System.arraycopy(bins, at, bins, at + 1, count - at);
    System.arraycopy(bytes, at, bytes, at + 1, count - at);
    System.arraycopy(characters, at, characters, at + 1, count - at);
    bins[at] = (byte) bin;
    bytes[at] = 0;
    characters[at] = 0;
    count++;
  }

  private void widen() {
    int before = count;
    count = 0;
    width *= 2;
    for (int i = 0; i < before; i++) {
      long movedBytes = bytes[i];
      long movedCharacters = characters[i];
      add(bins[i] / 2, movedBytes, movedCharacters);
    }
  }

  StreamMetrics.Timeline timeline() {
    return count == 0
        ? StreamMetrics.Timeline.NONE
        : new StreamMetrics.Timeline(width, list(bytes), list(characters));
  }

  private List<Long> list(int[] amounts) {
    List<Long> list = new ArrayList<>(Collections.nCopies(bins[count - 1] + 1, 0L));
    for (int i = 0; i < count; i++) {
      list.set(bins[i], (long) amounts[i]);
    }
    return list;
  }
}
