package dev.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
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
  void aTaskThatHasToWaitIsTheOneForThat() {
    serial.run(() -> {
      serial.run(() -> done.add("at once"), () -> () -> done.add("with a copy"));
      done.add("first");
    });
    serial.run(() -> done.add("alone"), () -> () -> done.add("with a copy"));
    assertThat(done).containsExactly("first", "with a copy", "alone");
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

  /** Found by a model checker that ran three threads in every order. */
  @Test
  void tasksOfOneThreadStayInOrderEvenIfAnotherHasLeftOneAndNotCountedItYet()
      throws InterruptedException {
    var tasks = new PausingQueue();
    var busy = new Serial(done::add, tasks);
    var entered = new CountDownLatch(1);
    var mayLeave = new CountDownLatch(1);
    Thread running =
        Thread.ofPlatform()
            .start(() ->
                busy.run(() -> {
                  entered.countDown();
                  await(mayLeave);
                }));
    await(entered);
    tasks.afterAdd =
        () -> {
          mayLeave.countDown();
          join(running);
          var third = new CountDownLatch(1);
          var firstIsLeft = new CountDownLatch(1);
          Thread other =
              Thread.ofPlatform()
                  .name("third")
                  .start(() -> {
                    busy.run(() -> {
                      third.countDown();
                      if (Thread.currentThread().getName().equals("third")) {
                        await(firstIsLeft);
                      }
                    });
                    third.countDown();
                  });
          await(third);
          busy.run(() -> done.add("first"));
          firstIsLeft.countDown();
          join(other);
          busy.run(() -> done.add("second"));
        };
    busy.run(() -> done.add("of another thread"));

    assertThat(done).containsExactly("of another thread", "first", "second");
  }

  /** Lets other threads go on while one stands between leaving its task and counting it. */
  private static final class PausingQueue extends ConcurrentLinkedQueue<Runnable> {
    private static final long serialVersionUID = 1L;

    private transient @Nullable Runnable afterAdd;

    @Override
    public boolean add(Runnable task) {
      super.add(task);
      Runnable others = afterAdd;
      afterAdd = null;
      if (others != null) {
        others.run();
      }
      return true;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
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
