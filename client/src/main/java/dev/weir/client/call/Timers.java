package dev.weir.client.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Wakes calls up. A server brings its own, so that a stream stays on one event loop. */
@FunctionalInterface
public interface Timers {

  /** Runs the task once after that time, unless it is cancelled first. */
  Timer after(Duration delay, Runnable task);

  /** Something that will be run. */
  @FunctionalInterface
  interface Timer {
    /** Forgets the task, unless it has begun. */
    void cancel();
  }

  /** The JDK's own timer; tasks run on virtual threads, so they may block. */
  static Timers ofJdk() {
    return (delay, task) -> {
      var over =
          new CompletableFuture<@Nullable Void>()
              .completeOnTimeout(null, delay.toNanos(), TimeUnit.NANOSECONDS);
      var unused = over.thenRun(() -> Thread.ofVirtual().name("weir-timer").start(task));
      return () -> over.cancel(false);
    };
  }
}
