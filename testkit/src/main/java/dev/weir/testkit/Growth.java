package dev.weir.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * How the cost of something grows with what others choose: at n, 2n and 4n. Cost is what the thread
 * allocates, because time would depend on the machine and on what else it does.
 */
public final class Growth {
  /** Twice as much may cost twice as much, and a little for buffers that double. */
  public static final double MOST_A_STEP = 2.2;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Growth() {}

  /**
   * Throws if both steps cost more than {@link #MOST_A_STEP} times the one before, or the two
   * together more than three times a step. One alone may: buffers that come from a pool up to some
   * length cost nothing below it. What grows as the square costs four times a step, in both.
   *
   * @param least the smallest n; large enough that what does not depend on it does not count
   * @param work makes, for an n, what is then run and measured
   */
  public static void check(String what, int least, IntFunction<Runnable> work) {
    cost(work.apply(least));
    long one = cost(work.apply(least));
    long two = cost(work.apply(2 * least));
    long four = cost(work.apply(4 * least));
    double step = Math.min((double) two / one, (double) four / two);
    if (step > MOST_A_STEP || four > 9 * one) {
      throw new AssertionError(
          String.format(
              Locale.ROOT,
              "%s: at %,d, %,d and %,d it allocates %,d, %,d and %,d bytes, at least %.2f times as many per step; expected at most %.1f",
              what,
              least,
              2 * least,
              4 * least,
              one,
              two,
              four,
              step,
              MOST_A_STEP));
    }
  }

  private static long cost(Runnable work) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
