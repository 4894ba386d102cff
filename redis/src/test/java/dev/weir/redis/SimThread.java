package dev.weir.redis;

import java.lang.reflect.Constructor;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * A virtual thread in virtual time: it goes on when its world says so, and so do all threads that
 * are started on it, because a virtual thread is scheduled as the one that started it. What blocks
 * in the real classes blocks here too, and the world meanwhile does something else: nothing has to
 * be written in another way to be simulated.
 *
 * <p>Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}, since the JDK offers schedulers of
 * one's own only to its own tests. Who waits with a time limit would wait in real time: classes
 * that are simulated wait for their {@link Loop} instead.
 */
public final class SimThread {
  private final Queue<Runnable> steps = new ArrayDeque<>();
  private final SimWorld world;
  private final Thread thread;

  public SimThread(SimWorld world) {
    this.world = world;
    Thread player = Thread.currentThread();
    this.thread = builder(task -> schedule(player, task)).unstarted(this::work);
    thread.start();
  }

  private static Thread.Builder builder(Executor scheduler) {
    try {
      Constructor<?> of =
          Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
              .getDeclaredConstructor(Executor.class);
      of.setAccessible(true);
      return (Thread.Builder) of.newInstance(scheduler);
    } catch (ReflectiveOperationException otherJdk) {
      throw new LinkageError("This JDK has no virtual threads that can be scheduled", otherJdk);
    }
  }

  /** What wakes a thread in real time, after a history is over, comes too late. */
  private void schedule(Thread player, Runnable task) {
    Thread waking = Thread.currentThread();
    if (waking.isVirtual() || waking.equals(player)) {
      world.after(0, task);
    }
  }

  boolean isHere() {
    return Thread.currentThread().equals(thread);
  }

  /** Runs a step on the thread, after those before it. */
  void run(Runnable step) {
    steps.add(step);
    LockSupport.unpark(thread);
  }

  private void work() {
    while (true) {
      Runnable step = steps.poll();
      if (step == null) {
        LockSupport.park(this);
      } else {
        try {
          step.run();
        } catch (RuntimeException | AssertionError wrong) {
          world.failed(wrong);
        }
      }
    }
  }
}
