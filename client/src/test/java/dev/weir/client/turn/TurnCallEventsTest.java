package dev.weir.client.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.CallTally;
import dev.weir.client.call.ProviderError;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.client.transport.HttpCall;
import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamFault;
import dev.weir.event.StreamMeter;
import dev.weir.event.StreamMetrics.Problem;
import dev.weir.event.StreamMetrics.Tries;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What happens on the way of each pass reaches whoever asked for the turn. */
class TurnCallEventsTest {
  private static final HttpCall CALL =
      new HttpCall("POST", URI.create("http://a.example/"), Map.of(), "{}", Duration.ZERO);
  private static final ProviderError BUSY =
      new ProviderError(
          StreamFault.Kind.PROVIDER_ERROR, 529, "busy", "Busy", true, null, "request-1");

  private static final Tool TOOL =
      new Tool() {
        @Override
        public ToolSpec spec() {
          return new ToolSpec("weather", "", new Json.Fields(Map.of()));
        }

        @Override
        public ToolResult run(ToolCall call) {
          return ToolResult.of("sunny");
        }
      };

  /** Every kind of event that a pass can have, in its order, at 1, 2, 3… µs. */
  private static List<CallEvent> way(List<StreamEvent> events) {
    List<CallEvent> way = new ArrayList<>();
    way.add(new CallEvent.Asking("p", null, "m", 1));
    way.add(new CallEvent.Trying(1, CALL, List.of(), 1));
    way.add(new CallEvent.Headers(529, Map.of(), "request-1", 2));
    way.add(new CallEvent.Refused(new byte[] {1}, 3));
    way.add(new CallEvent.Problem(BUSY, Duration.ofMillis(5), 4));
    way.add(new CallEvent.Trying(2, CALL, List.of(), 5));
    way.add(new CallEvent.Connected(6));
    way.add(new CallEvent.Headers(200, Map.of(), "request-2", 7));
    way.add(new CallEvent.Arrived(Bytes.of(new byte[] {2}), 8));
    way.add(new CallEvent.Resuming(CALL, 9));
    way.add(new CallEvent.Tried("p", "m", "answered", 9));
    var meter = new StreamMeter(/* timed= */ true);
    for (StreamEvent event : events) {
      meter.accept(event, 10);
      if (event instanceof ResponseEnd) {
        way.add(new CallEvent.Measured(meter.metrics(), new StreamEnding.EndOfInput(), 10));
      }
      way.add(new CallEvent.Streamed(event, 10));
    }
    return way;
  }

  private static List<StreamEvent> saying(String text) {
    return EventScript.response()
        .text(text)
        .finish(FinishReason.STOP, "stop")
        .end(Verdict.COMPLETE, "stop");
  }

  @Test
  void everyKindOfEventOfEveryPassIsPassedOnInOrderWithTimesOfTheTurn()
      throws InterruptedException {
    List<CallEvent> first =
        way(
            EventScript.response()
                .call("c0", "weather", "{}")
                .finish(FinishReason.TOOL_CALLS, "tool_calls")
                .end(Verdict.TOOL_CALLS, "tool_calls"));
    List<CallEvent> second = way(saying("Sunny."));
    var sink = new Collected();
    Turn.open(
        new Playing(List.of(first, second)),
        Request.of("?"),
        List.of(TOOL),
        TurnOptions.DEFAULT,
        sink);
    sink.await();

    List<CallEvent> passedOn = notStreamed(sink.all);
    List<CallEvent> told = new ArrayList<>(notStreamed(first));
    told.addAll(notStreamed(second));
    assertThat(Arrays.stream(CallEvent.class.getPermittedSubclasses()))
        .allMatch(kind -> sink.all.stream().anyMatch(kind::isInstance));
    assertThat(passedOn).hasSameSizeAs(told);
    for (int i = 0; i < told.size(); i++) {
      CallEvent seen = passedOn.get(i);
      long shift = seen.atMicros() - told.get(i).atMicros();
      assertThat(seen).isEqualTo(told.get(i).later(shift));
      assertThat(shift).isNotNegative();
    }
  }

  @Test
  void theTallyOfAPassSaysWhatItTook() {
    var tally = new CallTally();
    way(saying("x")).forEach(tally::accept);
    assertThat(tally.tries())
        .isEqualTo(new Tries(2, 1, "request-2", List.of(new Problem("busy", 529, "request-1"))));
  }

  private static List<CallEvent> notStreamed(List<CallEvent> all) {
    return all.stream().filter(event -> !(event instanceof CallEvent.Streamed)).toList();
  }

  /** Plays one list for each pass. */
  private static final class Playing implements Upstream {
    private final List<List<CallEvent>> passes;
    private int next;

    Playing(List<List<CallEvent>> passes) {
      this.passes = passes;
    }

    @Override
    public String name() {
      return "playing";
    }

    @Override
    public Dialect dialect() {
      return Dialects.OPENAI_CHAT;
    }

    @Override
    public synchronized StreamCall open(Request request, CallSink sink) {
      List<CallEvent> pass = passes.get(next++);
      Thread.ofVirtual().start(() -> pass.forEach(sink::accept));
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
}
