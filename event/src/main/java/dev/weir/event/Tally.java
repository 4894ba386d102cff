package dev.weir.event;

import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Counts by key. A key that comes again and again, as in a run of deltas, costs no lookup. */
final class Tally<K> {
  private final Map<K, long[]> counts;
  private @Nullable K last;
  private long[] lastCount = {0};

  /**
   * @param counts an empty map, which decides the order
   */
  Tally(Map<K, long[]> counts) {
    this.counts = counts;
  }

  void add(K key) {
    if (!key.equals(last)) {
      lastCount = counts.computeIfAbsent(key, k -> new long[1]);
      last = key;
    }
    lastCount[0]++;
  }

  void forEach(BiConsumer<? super K, Long> out) {
    counts.forEach((key, count) -> out.accept(key, count[0]));
  }
}
