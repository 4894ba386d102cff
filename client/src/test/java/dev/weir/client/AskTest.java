package dev.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.tool.java.ToolMethod;
import dev.weir.client.turn.ScriptedUpstream;
import dev.weir.codec.bind.Param;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a Java developer does with a {@link Weir}, without a network. */
class AskTest {
  private static final Usage TEN = new Usage(10L, 5L, null, null, null);
  private static final ThreadLocal<String> CONTEXT = ThreadLocal.withInitial(() -> "none");

  private final ScriptedUpstream upstream = new ScriptedUpstream(Dialects.ANTHROPIC);
  private final Weir weir = Weir.of(upstream);

  record City(String name, @Param("in millions") double people, Optional<String> river) {}

  static final class Weather {
    final List<String> contexts = new ArrayList<>();

    @ToolMethod("The weather in a city")
    String weather(String city) {
      contexts.add(CONTEXT.get());
      return "sunny in " + city;
    }
  }

  private static List<StreamEvent> thinking(String text) {
    return EventScript.response()
        .reasoning(null, "Hm. ")
        .text(text)
        .finish(FinishReason.STOP, "end_turn")
        .end(Verdict.COMPLETE, "end_turn", TEN);
  }

  private static List<StreamEvent> calling() {
    return EventScript.response()
        .text("I look. ")
        .call("c1", "weather", "{\"city\":\"Bonn\"}")
        .finish(FinishReason.TOOL_CALLS, "tool_use")
        .end(Verdict.TOOL_CALLS, "tool_use", TEN);
  }

  private static List<StreamEvent> failing() {
    return EventScript.response()
        .text("So f")
        .with(
            new StreamEvent.Fault(
                new StreamFault(StreamFault.Kind.PROVIDER_ERROR, "overloaded", "Too much")))
        .end(Verdict.FAILED, "overloaded", null);
  }

  @Test
  void theTextOfAStreamHasNoThinkingInIt() {
    upstream.pass(thinking("Blue."));
    try (EventStream events = weir.stream(Request.of("?"))) {
      assertThat(events.text()).containsExactly("Blue.");
      assertThat(events.answer().verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(events.response().text(BlockKind.REASONING)).isEqualTo("Hm. ");
    }
  }

  @Test
  void aLoopTellsTextFromThinking() {
    upstream.pass(thinking("Blue."));
    List<String> seen = new ArrayList<>();
    try (EventStream events = weir.stream(Request.of("?"))) {
      for (StreamEvent event : events) {
        switch (event) {
          case BlockDelta delta when events.isText(delta) -> seen.add(delta.text());
          case BlockDelta delta -> seen.add(events.kind(delta).name());
          default -> {}
        }
      }
    }
    assertThat(seen).containsExactly("REASONING", "Blue.");
  }

  @Test
  void anAnswerCanBeWaitedForInTheMiddleOfALoop() {
    upstream.pass(thinking("Blue."));
    try (EventStream events = weir.stream(Request.of("?"))) {
      events.iterator().next();
      assertThat(events.answer().text()).isEqualTo("Blue.");
      assertThat(events.newMessages()).hasSize(1);
    }
  }

  @Test
  void theAnswerGoesBackInItsDialect() {
    upstream.pass(thinking("Blue.")).pass(thinking("Red."));
    Request first = Request.of("?");
    Answer answer = weir.ask(first);
    assertThat(answer.provider()).isEqualTo("script");
    assertThat(answer.dialect()).contains(Dialects.ANTHROPIC);
    assertThat(answer.usage()).isEqualTo(TEN);

    weir.ask(first.withMore(answer.newMessages()).withMore(List.of(Message.user("And later?"))));
    assertThat(upstream.requests.getLast().messages().get(1))
        .isInstanceOfSatisfying(
            Message.Earlier.class, earlier -> assertThat(earlier.dialect()).isEqualTo("anthropic"));
  }

  @Test
  void whateverIsAskedOfAWeirWithToolsIsATurn() {
    upstream.pass(calling()).pass(thinking("Sunny."));
    Answer answer = weir.withTools(new Weather()).ask("How is the weather?");
    assertThat(answer.text()).isEqualTo("Sunny.");
    assertThat(answer.toolCalls()).isEmpty();
    assertThat(answer.usage()).isEqualTo(TEN.plus(TEN));
    assertThat(answer.response().text(BlockKind.TOOL_OUTPUT)).isEqualTo("sunny in Bonn");
    assertThat(answer.newMessages()).hasSize(3);
  }

  @Test
  void aCallThatNobodyRunsIsHandedOver() {
    upstream.pass(calling());
    assertThat(weir.ask("?").toolCalls())
        .extracting(call -> call.name())
        .containsExactly("weather");
  }

  @Test
  void contextGoesAlongToSinksAndTools() throws Exception {
    upstream.pass(calling()).pass(thinking("Sunny."));
    var weather = new Weather();
    Weir carrying =
        weir.withContext(
                () -> {
                  String mine = CONTEXT.get();
                  return task -> {
                    CONTEXT.set(mine);
                    try {
                      task.run();
                    } finally {
                      CONTEXT.remove();
                    }
                  };
                })
            .withTools(weather);
    List<String> contexts = new ArrayList<>();
    var ended = new CompletableFuture<Void>();
    CONTEXT.set("request 7");
    try {
      carrying.call(
          Request.of("?"),
          event -> {
            contexts.add(CONTEXT.get());
            if (event instanceof CallEvent.Streamed streamed
                && streamed.event() instanceof StreamEvent.ResponseEnd) {
              ended.complete(null);
            }
          });
    } finally {
      CONTEXT.remove();
    }
    ended.get(10, TimeUnit.SECONDS);
    assertThat(contexts).isNotEmpty().containsOnly("request 7");
    assertThat(weather.contexts).containsExactly("request 7");
  }

  @Test
  void aSubscriberHasTheContextInWhichItSubscribedAndPassesBeginInIt() throws Exception {
    upstream.pass(calling()).pass(thinking("Sunny."));
    List<String> contexts = new CopyOnWriteArrayList<>();
    var ends = new AtomicInteger();
    Weir carrying =
        weir.with(plain ->
                plain.withSink(sink -> {
                  contexts.add(CONTEXT.get());
                  return sink;
                }))
            .withContext(() -> new Carrying(CONTEXT.get(), ends))
            .withTools(new Weather());
    var ended = new CompletableFuture<Void>();
    CONTEXT.set("request 8");
    try {
      carrying
          .publish(Request.of("?"))
          .subscribe(
              new Flow.Subscriber<StreamEvent>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                  subscription.request(Long.MAX_VALUE);
                }

                @Override
                public void onNext(StreamEvent event) {
                  contexts.add(CONTEXT.get());
                }

                @Override
                public void onError(Throwable problem) {
                  ended.completeExceptionally(problem);
                }

                @Override
                public void onComplete() {
                  ended.complete(null);
                }
              });
    } finally {
      CONTEXT.remove();
    }
    ended.get(10, TimeUnit.SECONDS);
    assertThat(contexts).hasSizeGreaterThan(2).containsOnly("request 8");
    assertThat(ends).as("times that the context was told of the end").hasValue(1);
  }

  private record Carrying(String mine, AtomicInteger ends) implements ContextCapture.Captured {
    @Override
    public void run(Runnable task) {
      CONTEXT.set(mine);
      try {
        task.run();
      } finally {
        CONTEXT.remove();
      }
    }

    @Override
    public void ended() {
      ends.incrementAndGet();
    }
  }

  @Test
  void anUpstreamCanBeDecorated() {
    upstream.pass(calling()).pass(thinking("Sunny."));
    List<String> seen = new ArrayList<>();
    // Heard before whoever asks, who goes on at the last event.
    CallSink watching =
        event -> {
          if (event instanceof CallEvent.Streamed streamed) {
            seen.add(streamed.event().typeName());
          }
        };
    Weir watched = weir.withTools(new Weather()).with(up -> up.withSink(watching::andThen));
    assertThat(watched.ask("?").verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(seen.stream().filter("response_end"::equals)).hasSize(2);
  }

  @Test
  void anAnswerBecomesARecord() {
    upstream.pass(thinking("{\"name\":\"Bonn\",\"people\":0.34}"));
    Request request =
        Request.builder()
            .message(Message.user("Which city?"))
            .format(OutputFormat.of(City.class))
            .build();
    assertThat(weir.ask(request).as(City.class))
        .isEqualTo(new City("Bonn", 0.34, Optional.empty()));
    var asked =
        (OutputFormat.JsonSchema) Objects.requireNonNull(upstream.requests.getLast().format());
    assertThat(asked.name()).isEqualTo("City");
    assertThat(JsonText.of(asked.schema()))
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},"
                + "\"people\":{\"type\":\"number\",\"description\":\"in millions\"},"
                + "\"river\":{\"type\":\"string\"}},\"required\":[\"name\",\"people\"],"
                + "\"additionalProperties\":false}");
  }

  @Test
  void anAnswerThatIsNotTheRecordSaysWhatItIs() {
    upstream.pass(thinking("Bonn, I think")).pass(thinking("{\"name\":\"Bonn\"}"));
    assertThatThrownBy(() -> weir.ask("?").as(City.class))
        .hasMessageContaining("saw «Bonn, I think» (COMPLETE)");
    assertThatThrownBy(() -> weir.ask("?").as(City.class)).hasMessage("City.people: is missing");
  }

  @Test
  void failuresAreThrownForThoseWhoWantThat() {
    upstream.pass(failing());
    Answer answer = weir.ask("?");
    assertThat(answer.text()).isEqualTo("So f");
    assertThatThrownBy(answer::orThrow)
        .isInstanceOfSatisfying(
            ResponseException.class, thrown -> assertThat(thrown.answer()).contains(answer))
        .hasMessageContaining("The response of script ended as FAILED");
  }

  @Test
  void aPublisherFailsForThoseWhoWantThat() {
    upstream.pass(failing()).pass(failing());
    var events = new ArrayList<StreamEvent>();
    assertThatThrownBy(() -> collect(weir.publishOrThrow(Request.of("?")), events))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(ResponseException.class);
    assertThat(events.getLast()).isInstanceOf(StreamEvent.ResponseEnd.class);
  }

  @Test
  void aPublisherThatTellsFailuresAsEventsCompletes() throws Exception {
    upstream.pass(failing());
    var events = new ArrayList<StreamEvent>();
    collect(weir.publish(Request.of("?")), events);
    assertThat(events.getLast()).isInstanceOf(StreamEvent.ResponseEnd.class);
  }

  @Test
  void aFutureGivesTheAnswer() throws Exception {
    upstream.pass(thinking("Blue."));
    assertThat(weir.future(Request.of("?")).get(10, TimeUnit.SECONDS).text()).isEqualTo("Blue.");
  }

  @Test
  void aFutureThatIsCancelledCancelsItsRequest() throws Exception {
    upstream.pass(List.of(new StreamEvent.ResponseStart("r", "m")));
    var ended = new CompletableFuture<StreamEvent>();
    Weir watched =
        weir.with(up ->
            up.withSink(sink ->
                sink.andThen(event -> {
                  if (event instanceof CallEvent.Streamed streamed
                      && streamed.event() instanceof StreamEvent.ResponseEnd end) {
                    ended.complete(end);
                  }
                })));
    CompletableFuture<Answer> future = watched.future(Request.of("?"));
    future.cancel(true);
    assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
    assertThat(ended.get(10, TimeUnit.SECONDS))
        .isEqualTo(new StreamEvent.ResponseEnd(Verdict.CANCELLED, null, null));
  }

  private static void collect(Flow.Publisher<StreamEvent> publisher, List<StreamEvent> events)
      throws ExecutionException, InterruptedException, TimeoutException {
    var done = new CompletableFuture<Void>();
    publisher.subscribe(
        new Flow.Subscriber<>() {
          @Override
          public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
          }

          @Override
          public void onNext(StreamEvent event) {
            events.add(event);
          }

          @Override
          public void onError(Throwable problem) {
            done.completeExceptionally(problem);
          }

          @Override
          public void onComplete() {
            done.complete(null);
          }
        });
    done.get(10, TimeUnit.SECONDS);
  }
}
