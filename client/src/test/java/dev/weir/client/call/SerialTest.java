package dev.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class SerialTest {
  private final List<Object> done = new ArrayList<>();
  private final Serial serial = new Serial(done::add);

  @Test
  void aTaskThatBringsAnotherFinishesFirst() {
    serial.run(() -> {
      serial.run(() -> done.add("second"));
      done.add("first");
    });
    assertThat(done).containsExactly("first", "second");
  }

  @Test
  void whatATaskThrowsIsToldAndTheNextOneRuns() {
    var problem = new IllegalStateException("broken");
    serial.run(() -> {
      serial.run(() -> done.add("next"));
      throw problem;
    });
    assertThat(done).containsExactly(problem, "next");
  }

  @Test
  void afterOneThatFoundNoMemoryTheOthersRunAll() {
    var full = new OutOfMemoryError("full");
    assertThatThrownBy(() ->
            serial.run(() -> {
              serial.run(() -> done.add("the end"));
              throw full;
            }))
        .isSameAs(full);
    serial.run(() -> done.add("later"));
    assertThat(done).containsExactly("the end", "later");
  }

  @Test
  void tasksOfManyThreadsRunOneAtATimeAndAllOfThem() throws InterruptedException {
    int threads = 4;
    int each = 5_000;
    int[] count = {0};
    var finished = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      Thread.ofPlatform()
          .start(() -> {
            for (int n = 0; n < each; n++) {
              serial.run(() -> count[0]++);
            }
            finished.countDown();
          });
    }
    finished.await();
    // What another thread was left with may still run; a task of our own comes after it.
    var last = new CountDownLatch(1);
    serial.run(last::countDown);
    last.await();
    assertThat(count[0]).isEqualTo(threads * each);
  }
}
