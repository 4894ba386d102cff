package dev.weir.client.call;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The clocks of one try: when things came, and therefore which clock rings next. Times are those of
 * {@link System#nanoTime}, given by the caller.
 */
final class CallClocks {
  /** The clock that rings next: its name, its length, and how much of it is left. */
  record Clock(String name, Duration length, Duration left) {}

  static final String DEAD = "dead";
  static final String STALLED = "stalled";

  private final CallOptions options;
  private final long begun;
  private boolean anyEvent;
  private boolean settled;
  private long lastByte;
  private long lastContent;
  private long settledAt;

  CallClocks(CallOptions options, long begun) {
    this.options = options;
    this.begun = begun;
  }

  /** Restarts both clocks, because nothing could have come before. */
  void touched(long now) {
    lastByte = now;
    lastContent = now;
  }

  void byteCame(long now) {
    lastByte = now;
  }

  void eventCame() {
    anyEvent = true;
  }

  void contentCame(long now) {
    lastContent = now;
  }

  /** The provider's terminal has come; returns whether that is news. */
  boolean settle(long now) {
    boolean isNew = !settled;
    settled = true;
    settledAt = isNew ? now : settledAt;
    return isNew;
  }

  /** When the clock that rings next does: asked after every slice, so no clock is made for it. */
  long dueAt() {
    if (settled) {
      return settledAt + nanos(options.settled());
    }
    if (!anyEvent) {
      return begun + nanos(options.firstEvent());
    }
    long dead = lastByte + nanos(options.dead());
    long stalled = lastContent + nanos(options.stalled());
    return dead - stalled <= 0 ? dead : stalled;
  }

  /** A clock that would not ring for centuries must not ring at once because of its length. */
  private static long nanos(Duration length) {
    return Math.min(TimeUnit.NANOSECONDS.convert(length), Long.MAX_VALUE / 4);
  }

  Clock due(long now) {
    if (settled) {
      return clock("settled", options.settled(), settledAt, now);
    }
    if (!anyEvent) {
      return clock(DEAD, options.firstEvent(), begun, now);
    }
    Clock dead = clock(DEAD, options.dead(), lastByte, now);
    Clock stalled = clock(STALLED, options.stalled(), lastContent, now);
    return dead.left().compareTo(stalled.left()) <= 0 ? dead : stalled;
  }

  private static Clock clock(String name, Duration length, long since, long now) {
    return new Clock(name, length, length.minusNanos(now - since));
  }
}
