package dev.weir.client.route;

/**
 * Leaves a failing step alone.
 *
 * <pre>
 *            so many failures in a row            its rest is over, a request asks
 *   CLOSED ────────────────────────────► OPEN ──────────────────────────► HALF_OPEN
 *     ▲                                   ▲  the probe failed                │
 *     │                                   └──────────────────────────────────┤
 *     └──────────────── the probe gave content ──────────────────────────────┘
 * </pre>
 *
 * <p>While it is HALF_OPEN one request probes the step, and all others skip it; so a provider that
 * is down gets one request per rest, however many streams there are. A probe that is given up,
 * because its client left, leaves its place to the next.
 *
 * <p>It has no clock: the caller gives the time. Any thread may call.
 */
final class Breaker {
  enum State {
    CLOSED,
    OPEN,
    HALF_OPEN
  }

  private final BreakerRule rule;
  private State state = State.CLOSED;
  private int failures;
  private long openUntil;
  private boolean isProbing;

  Breaker(BreakerRule rule) {
    this.rule = rule;
  }

  /** Whether the step may be asked now; if it is due for a probe, this request is the probe. */
  synchronized boolean admits(long now) {
    return switch (state) {
      case CLOSED -> true;
      case OPEN -> {
        if (now - openUntil < 0) {
          yield false;
        }
        state = State.HALF_OPEN;
        isProbing = true;
        yield true;
      }
      case HALF_OPEN -> {
        boolean isFree = !isProbing;
        isProbing = true;
        yield isFree;
      }
    };
  }

  /** Whether {@link #admits} would return true now. */
  synchronized boolean wouldAdmit(long now) {
    return switch (state) {
      case CLOSED -> true;
      case OPEN -> now - openUntil >= 0;
      case HALF_OPEN -> !isProbing;
    };
  }

  /** The step gives content, which is all that a probe needs. */
  synchronized void gaveContent() {
    if (state == State.HALF_OPEN) {
      close();
    }
  }

  /** The step has answered to the end. */
  synchronized void answered() {
    if (state != State.OPEN) {
      close();
    }
  }

  private void close() {
    state = State.CLOSED;
    failures = 0;
    isProbing = false;
  }

  /** Returns whether this opened it. */
  synchronized boolean failed(long now) {
    failures++;
    boolean opens =
        state == State.HALF_OPEN || (state == State.CLOSED && failures >= rule.failures());
    if (opens) {
      state = State.OPEN;
      openUntil = now + rule.rest().toNanos();
      isProbing = false;
    }
    return opens;
  }

  /** A try ended that says nothing about the step. */
  synchronized void released() {
    if (state == State.HALF_OPEN) {
      isProbing = false;
    }
  }

  synchronized State state(long now) {
    return state == State.OPEN && now - openUntil >= 0 ? State.HALF_OPEN : state;
  }

  synchronized int failures() {
    return failures;
  }

  /** How long until the next probe; 0 if it is not open. */
  synchronized long leftNanos(long now) {
    return state == State.OPEN ? Math.max(0, openUntil - now) : 0;
  }
}
