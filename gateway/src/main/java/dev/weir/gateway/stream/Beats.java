package dev.weir.gateway.stream;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Calls every client every so often: with one timer for all of an event loop, because a timer for
 * each would be kept as long as the client stays.
 */
public final class Beats {
  private static final long TICK_MILLIS = 1000;
  private static final int TICKS_BETWEEN = 15;

  private final Vertx vertx;
  private final ThreadLocal<Line> lines = ThreadLocal.withInitial(Line::new);

  /** To be made once for all event loops. */
  public Beats(Vertx vertx) {
    this.vertx = vertx;
  }

  /** The clients of one event loop, and belongs to it: whoever is called next comes first. */
  private final class Line {
    private final Set<Subscriber> waiting = new LinkedHashSet<>();
    private long ticks;
    private boolean isTicking;

    void add(Subscriber subscriber) {
      subscriber.beatsAt(ticks + TICKS_BETWEEN);
      waiting.add(subscriber);
      start();
    }

    private void start() {
      if (!isTicking && !waiting.isEmpty()) {
        isTicking = true;
        vertx.setTimer(TICK_MILLIS, due -> tick());
      }
    }

    private void tick() {
      isTicking = false;
      ticks++;
      List<Subscriber> called = new ArrayList<>();
      for (Subscriber subscriber : waiting) {
        if (subscriber.beatsAt() > ticks) {
          break;
        }
        called.add(subscriber);
      }
      called.forEach(waiting::remove);
      called.forEach(this::add);
      called.forEach(subscriber -> subscriber.loop().later(subscriber::beat));
      start();
    }
  }

  Context context() {
    return vertx.getOrCreateContext();
  }

  /** A client has come. On the event loop of its connection, as all that follows. */
  void add(Subscriber subscriber) {
    lines.get().add(subscriber);
  }

  void remove(Subscriber subscriber) {
    lines.get().waiting.remove(subscriber);
  }
}
