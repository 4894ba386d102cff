package dev.weir.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AtOnceTest {
  private final List<String> done = new ArrayList<>();
  private final List<Runnable> onThreads = new ArrayList<>();
  private final Executor executor = new AtOnce(onThreads::add, SoonDone.class::isInstance);

  @Test
  void theJdkStillHasTheClassThatIsKnownByName() throws ClassNotFoundException {
    assertThat(Class.forName(AtOnce.AFTER_A_READ)).isAssignableTo(Runnable.class);
  }

  @Test
  void whatIsNotKnownToBeSoonDoneGetsAThread() {
    new AtOnce(onThreads::add).execute(() -> done.add("step"));
    assertThat(done).isEmpty();
    runThreads();
    assertThat(done).containsExactly("step");
  }

  @Test
  void aStepBeginsWhenWhatAskedForItIsDone() {
    executor.execute(
        (SoonDone)
            () -> {
              executor.execute(() -> done.add("step"));
              assertThat(onThreads).isEmpty();
              done.add("read");
            });
    assertThat(onThreads).hasSize(1);
    runThreads();
    assertThat(done).containsExactly("read", "step");
  }

  @Test
  void asLongAsThereIsAStepNothingIsDoneAtOnce() {
    executor.execute(() -> done.add("step"));
    executor.execute((SoonDone) () -> done.add("read"));
    assertThat(done).isEmpty();
    runThreads();
    executor.execute((SoonDone) () -> done.add("read again"));
    assertThat(done).containsExactly("step", "read", "read again");
  }

  @Test
  void whatFollowsAReadIsDoneWithinAnother() {
    executor.execute(
        (SoonDone)
            () -> {
              executor.execute((SoonDone) () -> done.add("inner"));
              done.add("outer");
            });
    assertThat(done).containsExactly("inner", "outer");
  }

  @Test
  void aStepIsTakenThoughNoThreadsAreGiven() throws InterruptedException {
    var taken = new CountDownLatch(1);
    new AtOnce(
            refused -> {
              throw new RejectedExecutionException("closed");
            })
        .execute(taken::countDown);
    assertThat(taken.await(30, TimeUnit.SECONDS)).isTrue();
  }

  /** What a test wants to be done at once. */
  private interface SoonDone extends Runnable {}

  private void runThreads() {
    List<Runnable> all = List.copyOf(onThreads);
    onThreads.clear();
    all.forEach(Runnable::run);
  }
}
