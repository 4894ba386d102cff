package dev.weir.redis;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time in which everything happens one after the other. What happens when, and to whom,
 * follows from a seed: one seed is one history.
 */
final class SimWorld {
  private record Step(long millis, long number, Runnable action) {}

  private final PriorityQueue<Step> steps =
      new PriorityQueue<>(Comparator.comparingLong(Step::millis).thenComparingLong(Step::number));
  final Random random;
  private long now;
  private long number;
  private @Nullable SimLoop running;

  SimWorld(long seed) {
    this.random = new Random(seed);
  }

  long millis() {
    return now;
  }

  /** A time between these, the first included. */
  long between(long least, long most) {
    return least + random.nextLong(Math.max(1, most - least));
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  void at(long millis, Runnable action) {
    steps.add(new Step(Math.max(now, millis), number++, action));
  }

  void after(long millis, Runnable action) {
    at(now + millis, action);
  }

  void runUntil(long millis) {
    while (!steps.isEmpty() && steps.element().millis() <= millis) {
      Step step = steps.remove();
      now = step.millis();
      step.action().run();
    }
    now = millis;
  }

  /** The loop of a node, which may stand still for a while and may be gone. */
  final class SimLoop implements Loop {
    private long pausedUntil;
    private boolean isGone;

    void pauseUntil(long millis) {
      pausedUntil = Math.max(pausedUntil, millis);
    }

    void kill() {
      isGone = true;
    }

    @Override
    public void run(Runnable step) {
      if (equals(running)) {
        step.run();
      } else {
        later(step);
      }
    }

    @Override
    public void later(Runnable step) {
      at(now, () -> turn(step));
    }

    @Override
    public void after(long millis, Runnable step) {
      at(now + Math.max(1, millis), () -> turn(step));
    }

    private void turn(Runnable step) {
      if (isGone) {
        return;
      }
      if (now < pausedUntil) {
        at(pausedUntil, () -> turn(step));
        return;
      }
      running = this;
      try {
        step.run();
      } finally {
        running = null;
      }
    }

    @Override
    public long millis() {
      return now;
    }
  }
}
