package dev.weir.gateway.stream;

import dev.weir.codec.GrowingBytes;
import io.netty.util.concurrent.FastThreadLocal;
import io.vertx.core.Context;
import io.vertx.core.Handler;

/** The event loop on whose thread it is made. Any thread may call. */
final class Loop {
  private static final FastThreadLocal<GrowingBytes> ROOMS =
      new FastThreadLocal<>() {
        @Override
        protected GrowingBytes initialValue() {
          return new GrowingBytes(/* capacity= */ 4096);
        }
      };

  private final Context context;
  private final GrowingBytes room = ROOMS.get();
  private final Thread thread = Thread.currentThread();

  Loop(Context context) {
    this.context = context;
  }

  /**
   * Where whatever runs on the loop puts bytes together: it is empty between two steps, so streams
   * need no room of their own, and it stays in the processor's cache.
   */
  GrowingBytes room() {
    return room;
  }

  /** Whether this is the loop's own thread. */
  boolean isHere() {
    return Thread.currentThread().equals(thread);
  }

  /** Runs a step: at once on the loop's own thread, else soon. */
  void run(Runnable step) {
    if (isHere()) {
      step.run();
    } else {
      later(step);
    }
  }

  /** Runs a step after some time; soon if that is zero. */
  void after(long millis, Runnable step) {
    if (millis <= 0) {
      later(step);
    } else {
      later(() -> context.owner().setTimer(millis, due -> step.run()));
    }
  }

  /** Runs a step after what the loop does now. */
  void later(Runnable step) {
    later(v -> step.run());
  }

  /** The same for a step that is made once and run often. */
  void later(Handler<Void> step) {
    context.runOnContext(step);
  }
}
