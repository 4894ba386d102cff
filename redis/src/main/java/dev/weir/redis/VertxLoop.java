package dev.weir.redis;

import io.vertx.core.Context;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;

/** An event loop of Vert.x. To be made on its thread. */
final class VertxLoop implements Loop {
  private static final Logger LOG = System.getLogger(VertxLoop.class.getName());

  private final Context context;
  private final Thread thread = Thread.currentThread();

  VertxLoop(Context context) {
    this.context = context;
  }

  @Override
  public void run(Runnable step) {
    if (Thread.currentThread().equals(thread)) {
      step.run();
    } else {
      later(step);
    }
  }

  @Override
  public void later(Runnable step) {
    try {
      context.runOnContext(v -> step.run());
    } catch (RejectedExecutionException gone) {
      // The loop is gone, and with it everything that belonged to it.
      LOG.log(Level.DEBUG, "A step came after the end of its loop");
    }
  }

  @Override
  public void after(long millis, Runnable step) {
    later(() -> context.owner().setTimer(Math.max(1, millis), due -> step.run()));
  }

  @Override
  public long millis() {
    return System.nanoTime() / 1_000_000;
  }

  Context context() {
    return context;
  }
}
