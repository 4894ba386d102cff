package dev.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.StreamCall;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  private static final Usage ALL = new Usage(30L, 4L, null, null, null);
  private static final Usage OF_THE_PASS = new Usage(20L, 3L, null, null, null);
  private static final Map<Integer, Reasoning> LATE =
      Map.of(1, new Reasoning("rs_1", List.of(), "sealed", null, /* redacted= */ false));

  @Test
  void onlyTheWordOfAnEndThatItBroughtAboutIsDifferent() throws Exception {
    var ended = new CompletableFuture<CallEvent>();
    var deadline = new Deadline(ended::complete);
    deadline.begin(Duration.ofMillis(1), cancelledBy(() -> deadline.accept(end(null))));

    assertThat(ended.get(20, TimeUnit.SECONDS)).isEqualTo(end(Deadline.WORD));
  }

  @Test
  void anEndThatSomebodyElseBroughtAboutStaysAsItIs() throws Exception {
    var ended = new CompletableFuture<CallEvent>();
    var deadline = new Deadline(ended::complete);
    deadline.begin(Duration.ofHours(1), cancelledBy(() -> {}));
    deadline.accept(end("user"));

    assertThat(ended.get(20, TimeUnit.SECONDS)).isEqualTo(end("user"));
  }

  private static CallEvent end(@Nullable String word) {
    return new CallEvent.Streamed(
        new ResponseEnd(Verdict.CANCELLED, word, ALL, OF_THE_PASS, LATE), /* atMicros= */ 7);
  }

  private static StreamCall cancelledBy(Runnable onCancel) {
    return new StreamCall() {
      @Override
      public void cancel() {
        onCancel.run();
      }

      @Override
      public void pause() {}

      @Override
      public void resume() {}
    };
  }
}
