package dev.weir.client.route;

import java.time.Duration;

/** Until when a provider asked to be left alone. Any thread may call. */
final class Rest {
  private long until;
  private boolean isOn;

  /** The provider asks to be left alone for that long. */
  synchronized void ask(Duration time, long now) {
    long end = now + time.toNanos();
    if (time.isPositive() && (!isOn || end - until > 0)) {
      isOn = true;
      until = end;
    }
  }

  /** How long it is still to be left alone. */
  synchronized Duration left(long now) {
    long left = isOn ? until - now : 0;
    isOn = left > 0;
    return Duration.ofNanos(Math.max(0, left));
  }
}
