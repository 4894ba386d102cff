package dev.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockId;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamMeter;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InferenceTest {
  private final List<Inference> told = new ArrayList<>();

  /** Tells these events to whoever asks. */
  private record Scripted(List<CallEvent> events) implements Upstream {
    @Override
    public String name() {
      return "claude";
    }

    @Override
    public @Nullable Dialect dialect() {
      return null;
    }

    @Override
    public StreamCall open(Request request, CallSink sink) {
      events.forEach(sink::accept);
      return new StreamCall() {
        @Override
        public void cancel() {}

        @Override
        public void pause() {}

        @Override
        public void resume() {}
      };
    }
  }

  private static CallEvent at(long micros, StreamEvent event) {
    return new CallEvent.Streamed(event, micros);
  }

  private static CallEvent.Measured measured(Verdict verdict, @Nullable Usage usage) {
    var meter = new StreamMeter(/* timed= */ true);
    meter.accept(new ResponseStart("r1", "m1"), 5);
    meter.accept(new ResponseEnd(verdict, null, usage), 900);
    return new CallEvent.Measured(meter.metrics(), new StreamEnding.Cut(verdict, null), 900);
  }

  private void ask(CallEvent... events) {
    var upstream = Inference.told(new Scripted(List.of(events)), told::add);
    var unused = upstream.open(Request.of("?").withModel("sonnet"), event -> {});
  }

  @Test
  void theTimesBetweenDeltasAreKeptOneByOne() {
    var delta = new BlockDelta(new BlockId(0, 0), "a");
    ask(
        at(10, new ResponseStart(null, null)),
        at(100, delta),
        at(130, delta),
        at(200, delta),
        measured(Verdict.COMPLETE, null));
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().chunkMicros()).containsExactly(30L, 70L);
    assertThat(told.getFirst().provider()).isEqualTo("claude");
    assertThat(told.getFirst().requestModel()).isEqualTo("sonnet");
    assertThat(told.getFirst().usage()).isEqualTo(Usage.NONE);
  }

  @Test
  void inARouteItIsOfWhoAnswered() {
    ask(
        new CallEvent.Asking("first", null, "a", 0),
        new CallEvent.Asking("second", null, "b", 10),
        measured(Verdict.COMPLETE, null));
    assertThat(told.getFirst().provider()).isEqualTo("second");
    assertThat(told.getFirst().requestModel()).isEqualTo("b");
  }

  @ParameterizedTest
  @EnumSource(Verdict.class)
  void onlyAnEndThatIsNotNaturalIsAnError(Verdict verdict) {
    ask(measured(verdict, null));
    assertThat(told.getFirst().errorType()).isEqualTo(verdict.isNatural() ? null : verdict.name());
  }
}
