package dev.weir.client.call;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Time that passes at once: waits between tries are noted and over, and the clocks, which are set
 * to hours, never ring.
 */
final class Waits implements Timers {
  private static final Duration HOURS = Duration.ofHours(5);

  /** The usual options, with clocks that these timers do not let ring. */
  static final CallOptions OPTIONS =
      CallOptions.builder()
          .connect(Duration.ofSeconds(20))
          .firstEvent(HOURS)
          .dead(HOURS)
          .stalled(HOURS)
          .settled(HOURS)
          .build();

  private final Runnable before;
  private final List<Duration> waited = new CopyOnWriteArrayList<>();

  Waits() {
    this(() -> {});
  }

  /**
   * @param before what happens during each wait
   */
  Waits(Runnable before) {
    this.before = before;
  }

  List<Duration> waited() {
    return waited;
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    if (delay.compareTo(Duration.ofHours(1)) < 0) {
      waited.add(delay);
      Thread.ofVirtual()
          .start(() -> {
            before.run();
            task.run();
          });
    }
    return () -> {};
  }
}
