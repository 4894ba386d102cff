package dev.weir.client.call;

import static dev.weir.fuzzing.Schedules.check;
import static dev.weir.fuzzing.Schedules.require;
import static dev.weir.fuzzing.Schedules.together;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What no schedule of threads may break: a model checker runs them in every order it can. */
class SerialInterleavingsTest {

  /** What tasks do to a state that nothing else guards. */
  private static final class Guarded {
    private final List<Integer> done = new ArrayList<>();
    private boolean isBusy;

    Runnable task(int number) {
      return () -> {
        require(!isBusy, "another task is running");
        isBusy = true;
        done.add(number);
        isBusy = false;
      };
    }
  }

  @Test
  void tasksRunOneAtATimeAndAllOfThemAndThoseOfOneThreadInOrder() {
    check(() -> {
      var guarded = new Guarded();
      List<Throwable> broken = new ArrayList<>();
      var serial = new Serial(broken::add);
      together(
          () -> two(serial, guarded, 0),
          () -> two(serial, guarded, 10),
          () -> two(serial, guarded, 20));
      require(broken.isEmpty(), "a task found another one running");
      require(guarded.done.size() == 6, "a task is missing, or ran twice");
      for (int first = 0; first <= 20; first += 10) {
        int at = guarded.done.indexOf(first);
        require(at >= 0 && at < guarded.done.indexOf(first + 1), "out of order");
      }
    });
  }

  private static void two(Serial serial, Guarded guarded, int first) {
    serial.run(guarded.task(first));
    serial.run(guarded.task(first + 1));
  }
}
