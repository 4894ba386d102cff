package dev.weir.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class AtOnceTest {
  @Test
  void theJdkStillHasTheClassThatIsKnownByName() throws ClassNotFoundException {
    assertThat(Class.forName(AtOnce.AFTER_A_READ)).isAssignableTo(Runnable.class);
  }

  @Test
  void whatIsNotKnownToBeSoonDoneGetsAThread() {
    List<Runnable> onThreads = new ArrayList<>();
    Executor executor = new AtOnce(onThreads::add);
    Runnable task = () -> {};
    executor.execute(task);
    assertThat(onThreads).containsExactly(task);
  }
}
