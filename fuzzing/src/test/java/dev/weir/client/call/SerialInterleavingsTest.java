package dev.weir.client.call;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/** What no schedule of threads may break: a model checker runs them in every order it can. */
class SerialInterleavingsTest {
  private static final int SCHEDULES = Integer.getInteger("weir.schedules", 2_000);

  /** What tasks do to a state that nothing else guards. */
  private static final class Guarded {
    private final List<Integer> done = new ArrayList<>();
    private boolean isBusy;

    Runnable task(int number) {
      return () -> {
        check(!isBusy, "another task is running");
        isBusy = true;
        done.add(number);
        isBusy = false;
      };
    }
  }

  @Test
  void tasksRunOneAtATimeAndAllOfThemAndThoseOfOneThreadInOrder() {
    Lincheck.runConcurrentTest(
        SCHEDULES,
        () -> {
          var guarded = new Guarded();
          List<Throwable> broken = new ArrayList<>();
          var serial = new Serial(broken::add);
          List<Thread> threads = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            int first = 10 * i;
            threads.add(
                new Thread(() -> {
                  serial.run(guarded.task(first));
                  serial.run(guarded.task(first + 1));
                }));
          }
          threads.forEach(Thread::start);
          for (Thread thread : threads) {
            join(thread);
          }
          check(broken.isEmpty(), "a task found another one running");
          check(guarded.done.size() == 6, "a task is missing, or ran twice");
          for (int i = 0; i < 3; i++) {
            int first = guarded.done.indexOf(10 * i);
            check(first >= 0 && first < guarded.done.indexOf(10 * i + 1), "out of order");
          }
        });
  }

  /** Plain, because the checker steps through every call that is made. */
  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }
}
