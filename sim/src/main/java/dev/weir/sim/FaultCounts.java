package dev.weir.sim;

import dev.weir.sim.fault.Fault;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts how often faults that are limited to a number of requests have struck. Shared by threads.
 */
final class FaultCounts {
  private static final int MAX_FAULTS = 10_000;

  private record Key(String model, Fault fault) {}

  private final Map<Key, Integer> struck = new ConcurrentHashMap<>();

  /** Whether a fault still strikes that model; each call counts. */
  boolean isDue(String model, Fault fault) {
    Integer times = fault.times();
    if (times == null) {
      return true;
    }
    if (struck.size() > MAX_FAULTS) {
      struck.clear();
    }
    return struck.merge(new Key(model, fault), 1, Integer::sum) <= times;
  }
}
