package dev.weir.client.call;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The one timer of a call: setting it takes back what was set before. */
final class Alarm {
  private final Timers timers;
  private final Serial serial;
  private Timers.@Nullable Timer set;

  /**
   * @param serial in which tasks run
   */
  Alarm(Timers timers, Serial serial) {
    this.timers = timers;
    this.serial = serial;
  }

  void set(Duration delay, Runnable task) {
    cancel();
    set = timers.after(delay, () -> serial.run(task));
  }

  void cancel() {
    Timers.Timer known = set;
    if (known != null) {
      known.cancel();
      set = null;
    }
  }
}
