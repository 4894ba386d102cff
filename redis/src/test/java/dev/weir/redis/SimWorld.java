package dev.weir.redis;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time in which everything happens one after the other. What happens when, and to whom,
 * follows from a seed: one seed is one history.
 */
public final class SimWorld {
  private record Step(long millis, long number, Runnable action) {}

  private final PriorityQueue<Step> steps =
      new PriorityQueue<>(Comparator.comparingLong(Step::millis).thenComparingLong(Step::number));
  public final Random random;
  private long now;
  private long number;
  private @Nullable SimLoop running;
  private @Nullable Throwable failure;

  public SimWorld(long seed) {
    this.random = new Random(seed);
  }

  public long millis() {
    return now;
  }

  /** A time between these, the first included. */
  public long between(long least, long most) {
    return least + random.nextLong(Math.max(1, most - least));
  }

  public boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  public void at(long millis, Runnable action) {
    steps.add(new Step(Math.max(now, millis), number++, action));
  }

  public void after(long millis, Runnable action) {
    at(now + millis, action);
  }

  public void runUntil(long millis) {
    while (!steps.isEmpty() && steps.element().millis() <= millis) {
      Step step = steps.remove();
      now = step.millis();
      step.action().run();
      if (failure != null) {
        throw new AssertionError("at %,d ms".formatted(now), failure);
      }
    }
    now = millis;
  }

  /** A step of a thread threw something. */
  void failed(Throwable wrong) {
    failure = failure == null ? wrong : failure;
  }

  /** The loop of a node, which may stand still for a while and may be gone. */
  public final class SimLoop implements Loop {
    private final @Nullable SimThread thread;
    private long pausedUntil;
    private boolean isGone;

    /** A loop without a thread of its own. */
    SimLoop() {
      this.thread = null;
    }

    /** A loop whose steps see that they are on its thread. */
    SimLoop(SimThread thread) {
      this.thread = thread;
    }

    void pauseUntil(long millis) {
      pausedUntil = Math.max(pausedUntil, millis);
    }

    void kill() {
      isGone = true;
    }

    /** Whether one of its steps runs now. */
    public boolean isHere() {
      return thread == null ? equals(running) : thread.isHere();
    }

    @Override
    public void run(Runnable step) {
      if (isHere()) {
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
      } else if (thread != null) {
        thread.run(step);
      } else {
        running = this;
        try {
          step.run();
        } finally {
          running = null;
        }
      }
    }

    @Override
    public long millis() {
      return now;
    }
  }
}
