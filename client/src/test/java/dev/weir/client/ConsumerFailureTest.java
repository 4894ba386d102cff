package dev.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.SafeSink;
import dev.weir.client.call.SilentServer;
import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.client.turn.Turn;
import dev.weir.client.turn.TurnOptions;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.OutputStats;
import dev.weir.event.PhaseCallbacks;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A consumer that throws ends its own request, and nobody waits forever. */
class ConsumerFailureTest {
  private static final String TEXT =
      """
      data: {"id":"r1","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"}}]}

      """;
  private static final String END =
      """
      data: {"id":"r1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

      data: [DONE]

      """;
  private static final String CALL =
      """
      data: {"id":"r1","model":"m","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"weather","arguments":"{}"}}]}}]}

      data: {"id":"r1","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

      data: [DONE]

      """;

  /** What anybody's code may throw. */
  enum Thrown {
    EXCEPTION,
    ASSERTION,
    NO_STACK,
    NO_MEMORY;

    void now() {
      switch (this) {
        case EXCEPTION -> throw new IllegalStateException("no");
        case ASSERTION -> throw new AssertionError("no");
        case NO_STACK -> throw new StackOverflowError("no");
        case NO_MEMORY -> throw new OutOfMemoryError("no");
      }
    }
  }

  /** Throws where a test wants it, and keeps what it hears. */
  private static final class Throwing implements CallSink {
    final List<StreamEvent> events = new CopyOnWriteArrayList<>();
    final CompletableFuture<ResponseEnd> end = new CompletableFuture<>();
    private final Predicate<CallEvent> where;
    private final Thrown what;
    private boolean hasThrown;

    Throwing(Predicate<CallEvent> where, Thrown what) {
      this.where = where;
      this.what = what;
    }

    @Override
    public void accept(CallEvent event) {
      if (event instanceof CallEvent.Streamed streamed) {
        events.add(streamed.event());
        if (streamed.event() instanceof ResponseEnd last) {
          end.complete(last);
        }
      }
      if (!hasThrown && where.test(event)) {
        hasThrown = true;
        what.now();
      }
    }

    void check() throws Exception {
      ResponseEnd last = end.get(20, TimeUnit.SECONDS);
      assertThat(last.verdict()).isEqualTo(Verdict.CANCELLED);
      assertThat(last.word()).isEqualTo(SafeSink.CONSUMER_FAILED);
      assertThat(GrammarChecker.check(events)).isEmpty();
    }
  }

  private static Predicate<CallEvent> at(Class<? extends StreamEvent> type) {
    return event ->
        event instanceof CallEvent.Streamed streamed && type.isInstance(streamed.event());
  }

  @ParameterizedTest
  @EnumSource
  void aSinkThatThrowsIsToldTheEndAndTheConnectionIsClosed(Thrown what) throws Exception {
    try (var server = new SilentServer(TEXT);
        var weir = Weir.of(server.provider())) {
      var sink = new Throwing(at(StreamEvent.BlockDelta.class), what);
      weir.call(Request.of("?"), sink);
      sink.check();
      server.awaitClose();
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        CallEvent.Trying.class,
        CallEvent.Headers.class,
        CallEvent.Arrived.class,
        CallEvent.Measured.class
      })
  void whereverItThrowsItIsToldTheEnd(Class<? extends CallEvent> where) throws Exception {
    try (var server = new SilentServer(TEXT + END);
        var weir = Weir.of(server.provider())) {
      var sink = new Throwing(where::isInstance, Thrown.EXCEPTION);
      weir.call(Request.of("?"), sink);
      sink.check();
    }
  }

  @Test
  void whatFollowedInTheSameSliceIsNoLongerHeard() throws Exception {
    try (var server = new SilentServer(TEXT + END);
        var weir = Weir.of(server.provider())) {
      var sink = new Throwing(at(StreamEvent.BlockStart.class), Thrown.EXCEPTION);
      weir.call(Request.of("?"), sink);
      sink.check();
      assertThat(sink.events)
          .extracting(StreamEvent::typeName)
          .containsExactly("response_start", "block_start", "block_end", "response_end");
    }
  }

  @Test
  void aLoopThatThrowsCancelsItsRequest() throws Exception {
    try (var server = new SilentServer(TEXT);
        var weir = Weir.of(server.provider())) {
      assertThatThrownBy(
              () -> {
                try (EventStream events = weir.stream(Request.of("?"))) {
                  for (StreamEvent event : events) {
                    if (event instanceof StreamEvent.BlockDelta) {
                      throw new IllegalStateException("no");
                    }
                  }
                }
              })
          .hasMessage("no");
      server.awaitClose();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSubscriberThatThrowsGetsWhatItThrewAsItsError(Thrown what) throws Exception {
    try (var server = new SilentServer(TEXT);
        var weir = Weir.of(server.provider())) {
      var error = new CompletableFuture<Throwable>();
      weir.publish(Request.of("?"))
          .subscribe(
              new Flow.Subscriber<>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                  // No more than what it throws at: the end of it needs no demand.
                  subscription.request(1);
                }

                @Override
                public void onNext(StreamEvent event) {
                  what.now();
                }

                @Override
                public void onError(Throwable thrown) {
                  error.complete(thrown);
                }

                @Override
                public void onComplete() {
                  error.complete(new IllegalStateException("completed"));
                }
              });
      assertThat(error.get(20, TimeUnit.SECONDS)).hasMessage("no");
      server.awaitClose();
    }
  }

  /** Callbacks that throw in one of them, every time, and keep how they ended. */
  private record ThrowingCallbacks(String where, CompletableFuture<String> ended)
      implements PhaseCallbacks {
    private void in(String callback) {
      if (callback.equals(where)) {
        throw new IllegalStateException("no");
      }
    }

    @Override
    public void chunk(StreamEvent event) {
      in("chunk");
    }

    @Override
    public void contentDelta(OutputStats stats, String text) {
      in("contentDelta");
    }

    @Override
    public void contentComplete(OutputStats stats) {
      in("contentComplete");
    }

    @Override
    public void error(Verdict verdict, @Nullable StreamFault fault) {
      in("error");
    }

    @Override
    public void end(Verdict verdict, @Nullable String word, @Nullable Usage usage) {
      ended.complete(verdict + " " + word);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"chunk", "contentDelta", "contentComplete"})
  void callbacksThatThrowAreToldTheEnd(String where) throws Exception {
    try (var server = new SilentServer(TEXT + END);
        var weir = Weir.of(server.provider())) {
      var callbacks = new ThrowingCallbacks(where, new CompletableFuture<>());
      weir.phases(Request.of("?"), callbacks);
      assertThat(callbacks.ended().get(20, TimeUnit.SECONDS))
          .isEqualTo("CANCELLED consumer_failed");
    }
  }

  @Test
  void callbacksThatThrowOnAnErrorAreToldTheEnd() throws Exception {
    try (var server = new SilentServer("<html>");
        var weir = Weir.of(server.provider())) {
      var callbacks = new ThrowingCallbacks("error", new CompletableFuture<>());
      weir.phases(Request.of("?"), callbacks);
      assertThat(callbacks.ended().get(20, TimeUnit.SECONDS))
          .isEqualTo("CANCELLED consumer_failed");
    }
  }

  private static final Tool WEATHER =
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

  @ParameterizedTest
  @EnumSource
  void aTurnWhoseSinkThrowsDuringAPassIsToldTheEnd(Thrown what) throws Exception {
    try (var server = new SilentServer(TEXT);
        var weir = Weir.of(server.provider())) {
      var sink = new Throwing(at(StreamEvent.BlockDelta.class), what);
      Turn.open(weir.upstream(), Request.of("?"), List.of(WEATHER), TurnOptions.DEFAULT, sink);
      sink.check();
      server.awaitClose();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTurnWhoseSinkThrowsOnWhatAToolReturnedIsToldTheEndAndDoesNotAskAgain(Thrown what)
      throws Exception {
    try (var server = new SilentServer(CALL);
        var weir = Weir.of(server.provider())) {
      Predicate<CallEvent> atOutput =
          event ->
              event instanceof CallEvent.Streamed streamed
                  && streamed.event() instanceof StreamEvent.BlockStart start
                  && start.kind() == BlockKind.TOOL_OUTPUT;
      var sink = new Throwing(atOutput, what);
      Turn.open(weir.upstream(), Request.of("?"), List.of(WEATHER), TurnOptions.DEFAULT, sink);
      sink.check();
      assertThat(server.requests()).hasSize(1);
    }
  }
}
