package dev.weir.sim;

import dev.weir.sim.fault.Fault;
import dev.weir.sim.fault.FaultKind;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** When faults that come and go are on: time counts from the first request. Shared by threads. */
final class FaultTimes {
  private static final int MAX_FAULTS = 10_000;
  private static final int SECONDS = 60;
  private static final double NANOS = 1e9;

  private record Key(String model, Fault fault) {}

  private final Map<Key, Long> begun = new ConcurrentHashMap<>();
  private final LongSupplier clock;
  private final double speed;

  /**
   * @param speed how many times faster than stated a fault passes
   */
  FaultTimes(LongSupplier clock, double speed) {
    this.clock = clock;
    this.speed = speed;
  }

  /** Whether a fault is on for a request to that model. */
  boolean isOn(String model, Fault fault) {
    if (fault.kind() != FaultKind.DOWN && fault.kind() != FaultKind.FLAP) {
      return true;
    }
    if (begun.size() > MAX_FAULTS) {
      begun.clear();
    }
    long now = clock.getAsLong();
    long since = now - begun.computeIfAbsent(new Key(model, fault), key -> now);
    double length = Objects.requireNonNullElse(fault.number(), SECONDS) * NANOS / speed;
    return fault.kind() == FaultKind.DOWN
        ? since < length
        : length > 0 && (long) (since / length) % 2 == 0;
  }
}
