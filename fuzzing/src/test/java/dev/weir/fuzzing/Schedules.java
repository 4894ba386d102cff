package dev.weir.fuzzing;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;

/** Runs threads in the orders that a model checker chooses; each starts from the beginning. */
public final class Schedules {
  /** How many orders are tried; more with {@code -Dweir.schedules=N}. */
  private static final int MANY = Integer.getInteger("weir.schedules", 100);

  private Schedules() {}

  /** A part of a test that one thread runs. */
  @FunctionalInterface
  public interface Task {
    void run() throws Exception;
  }

  /** Runs what starts threads, waits for them and checks what they did, in many orders. */
  public static void check(Task scenario) {
    run(scenario);
    prepare(scenario);
    Lincheck.runConcurrentTest(MANY, () -> run(scenario));
  }

  /**
   * The checker waits ten seconds for a run, by the clock, and rewrites all classes in the first
   * one: on a busy machine that takes longer. What is wrong besides is found by the runs that
   * count, which begin with the same order.
   */
  private static void prepare(Task scenario) {
    try {
      Lincheck.runConcurrentTest(1, () -> run(scenario));
    } catch (LincheckAssertionError | IllegalStateException slow) {
      // The latter where it gave up in the middle of a task, and the second run went otherwise.
      System.out.println("The checker took long to begin");
    }
  }

  private static void run(Task scenario) {
    try {
      scenario.run();
    } catch (RuntimeException broken) {
      throw broken;
    } catch (Exception broken) {
      throw new IllegalStateException(broken);
    }
  }

  /** Runs tasks on threads of their own until all are done. */
  public static void together(Task... tasks) {
    List<Throwable> broken = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (Task task : tasks) {
      threads.add(
          new Thread(() -> {
            try {
              task.run();
            } catch (Throwable problem) { // A thread has nobody else to tell.
              synchronized (broken) {
                broken.add(problem);
              }
            }
          }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException stopped) {
        throw new IllegalStateException(stopped);
      }
    }
    if (!broken.isEmpty()) {
      throw new IllegalStateException(broken.getFirst());
    }
  }

  /** Plain, because the checker steps through every call that is made. */
  public static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }
}
