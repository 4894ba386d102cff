package dev.weir.event;

import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * Counts words, for a few of them. One that comes again and again, as in a run of deltas, costs no
 * search.
 */
final class Tally {
  private static final int FIRST_CAPACITY = 2;

  private String[] keys = new String[FIRST_CAPACITY];
  private int[] counts = new int[FIRST_CAPACITY];
  private int size;

  /** Where the key is that came last. */
  private int last;

  void add(String key) {
    if (!key.equals(keys[last])) {
      last = place(key);
    }
    counts[last]++;
  }

  private int place(String key) {
    for (int i = 0; i < size; i++) {
      if (key.equals(keys[i])) {
        return i;
      }
    }
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      counts = Arrays.copyOf(counts, 2 * size);
    }
    keys[size] = key;
    return size++;
  }

  /** In the order in which the keys first came. */
  void forEach(BiConsumer<? super String, Long> out) {
    for (int i = 0; i < size; i++) {
      out.accept(keys[i], (long) counts[i]);
    }
  }
}
