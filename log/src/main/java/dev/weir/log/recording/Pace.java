package dev.weir.log.recording;

import java.util.concurrent.TimeUnit;

/** How fast a recording is replayed. */
@FunctionalInterface
public interface Pace {

  /** As fast as it can be read. */
  Pace AT_ONCE = atMicros -> {};

  /** Returns when it is time for what came at that offset. */
  void await(long atMicros) throws InterruptedException;

  /** At the recorded pace, or that many times faster; the clock starts with the first call. */
  static Pace times(double speed) {
    if (!(speed > 0) || Double.isInfinite(speed)) {
      throw new IllegalArgumentException("A speed must be above 0, saw " + speed);
    }
    return new Pace() {
      private long start;
      private boolean started;

      @Override
      public void await(long atMicros) throws InterruptedException {
        long now = System.nanoTime();
        if (!started) {
          started = true;
          start = now;
        }
        double dueNanos = atMicros * 1000.0 / speed;
        TimeUnit.NANOSECONDS.sleep((long) dueNanos - (now - start));
      }
    };
  }
}
