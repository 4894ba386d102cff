package dev.weir.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.ProviderError;
import dev.weir.client.call.StreamCall;
import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.sim.fault.Fault;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptReader;
import dev.weir.xai.XaiUpstream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** xAI over gRPC, from the request to the events, through a real socket. */
class XaiUpstreamTest {
  private static final CallOptions OPTIONS = CallOptions.DEFAULT.withTries(2, Duration.ofMillis(1));

  private static final Script SCRIPT =
      ScriptReader.read(
          "test.yaml",
          """
          model: demo-1
          answers:
            - when: {text: weather}
              say:
                - thinking: ["Let me ", "look."]
                - text: "A moment."
                - call: forecast
                  id: call_7
                  arguments: {city: Rome}
              usage: {input: 10, output: 20}
            - when: {result: {forecast: sun}}
              say: [{text: It is sunny.}]
            - when: {text: broken}
              say: [{text: a b c}, {error: Overloaded, code: overloaded}]
            - say: [{text: plain}]
          """);

  @Test
  void aCallAndItsResultGoThereAndBack() throws IOException {
    try (var simulator = simulator(null);
        var upstream = new XaiUpstream(provider(simulator), OPTIONS)) {
      var weir = Weir.of(upstream);
      Response first = weir.response(Request.of("How is the weather?"));

      assertThat(first.verdict()).isEqualTo(Verdict.TOOL_CALLS);
      assertThat(first.faults()).isEmpty();
      assertThat(first.text(BlockKind.REASONING)).isEqualTo("Let me look.");
      assertThat(first.text(BlockKind.TEXT)).isEqualTo("A moment.");
      assertThat(first.usage())
          .isEqualTo(
              new Usage(10L, 20L, 0L, 0L, null)
                  .withRaw("{\"completion_tokens\":20,\"prompt_tokens\":10,\"total_tokens\":30}"));
      Response.Block call = first.blocks(BlockKind.TOOL_CALL).getFirst();
      assertThat(List.of(String.valueOf(call.id()), String.valueOf(call.name()), call.text()))
          .containsExactly("call_7", "forecast", "{\"city\":\"Rome\"}");
      Reasoning reasoning = first.blocks(BlockKind.REASONING).getFirst().reasoning();
      assertThat(Objects.requireNonNull(reasoning).encrypted()).isNotBlank();

      Response second =
          weir.response(
              Request.builder()
                  .message(Message.user("How is the weather?"))
                  .message(new Message.Earlier(first, Dialects.named("xai").word()))
                  .message(
                      new Message.ToolOutputs(
                          List.of(new Message.ToolOutput("call_7", "forecast", "sun", false))))
                  .build());
      assertThat(second.verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(second.text(BlockKind.TEXT)).isEqualTo("It is sunny.");
    }
  }

  @Test
  void anErrorInTheMiddleKeepsThePartialAndReplaysAsItWas() throws Exception {
    try (var simulator = simulator(null);
        var upstream = new XaiUpstream(provider(simulator), OPTIONS)) {
      var watching = new Watching();
      upstream.open(Request.of("broken"), watching);
      Response response = watching.response();

      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("a b c");
      assertThat(response.faults())
          .containsExactly(
              new StreamFault(StreamFault.Kind.PROVIDER_ERROR, "INTERNAL", "Overloaded"));

      List<StreamEvent> replayed = new ArrayList<>();
      var decoder = new StreamDecoder(Dialects.named("xai"));
      watching.slices.forEach(slice -> decoder.feed(slice, replayed::add));
      decoder.end(replayed::add);
      assertThat(replayed).isEqualTo(watching.events);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "429, RESOURCE_EXHAUSTED, 429, true",
    "500, INTERNAL, 500, true",
    "503, UNAVAILABLE, 503, true",
    "400, INVALID_ARGUMENT, 400, false"
  })
  void aRefusalIsATypedErrorAndIsTriedAgainWhereThatHelps(
      String fault, String code, int status, boolean retryable) throws Exception {
    try (var simulator = simulator(fault);
        var upstream = new XaiUpstream(provider(simulator), OPTIONS)) {
      var watching = new Watching();
      upstream.open(Request.of("Hi"), watching);
      Response response = watching.response();

      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(watching.errors)
          .hasSize(retryable ? 2 : 1)
          .allSatisfy(error -> {
            assertThat(error.code()).isEqualTo(code);
            assertThat(error.status()).isEqualTo(status);
            assertThat(error.retryable()).isEqualTo(retryable);
          });
      assertThat(watching.events.toString()).doesNotContain("canary");
    }
  }

  @Test
  void aServerThatIsNotThereIsAConnectionError() throws Exception {
    Provider gone;
    try (var simulator = simulator(null)) {
      gone = provider(simulator);
    }
    try (var upstream = new XaiUpstream(gone, OPTIONS)) {
      var watching = new Watching();
      upstream.open(Request.of("Hi"), watching);
      assertThat(watching.response().verdict()).isEqualTo(Verdict.FAILED);
      assertThat(watching.errors)
          .hasSize(2)
          .allSatisfy(e -> assertThat(e.kind()).isEqualTo(StreamFault.Kind.CONNECTION));
    }
  }

  @ParameterizedTest
  @CsvSource({"cut, FAILED", "reset, FAILED", "no-terminal, TRUNCATED"})
  void aStreamThatBreaksOffIsNeverComplete(String fault, Verdict verdict) throws Exception {
    try (var simulator = simulator(fault);
        var upstream = new XaiUpstream(provider(simulator), OPTIONS)) {
      var watching = new Watching();
      upstream.open(Request.of("weather"), watching);
      Response response = watching.response();
      assertThat(response.verdict()).isEqualTo(verdict);
      // A reset may overtake what was sent before it.
      assertThat("Let me look.").startsWith(response.text(BlockKind.REASONING));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"silent", "stall"})
  void cancelEndsTheCallBeforeTheFirstMessageAndAfter(String fault) throws Exception {
    try (var simulator = simulator(fault);
        var upstream = new XaiUpstream(provider(simulator), OPTIONS)) {
      var watching = new Watching();
      StreamCall call = upstream.open(Request.of("weather"), watching);
      awaitTrue(() -> simulator.answering() == 1);
      if (fault.equals("stall")) {
        assertThat(watching.anyEvent.await(20, TimeUnit.SECONDS)).isTrue();
      }
      call.cancel();
      assertThat(watching.response().verdict()).isEqualTo(Verdict.CANCELLED);
      awaitTrue(() -> simulator.answering() == 0);
    }
  }

  private static void awaitTrue(BooleanSupplier condition) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean() && System.nanoTime() < until) {
      Thread.sleep(5);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private static Simulator simulator(@Nullable String fault) throws IOException {
    return Simulator.start(
        SimulatorOptions.defaults()
            .withScript(SCRIPT)
            .withFault(fault == null ? null : Fault.parse(fault))
            .atOnce());
  }

  private static Provider provider(Simulator simulator) {
    return Provider.builder("xai", Dialects.named("xai"), simulator.url())
        .key(Secret.of("canary-key"))
        .defaultModel("demo-1")
        .build();
  }

  /** Keeps all that a call tells. */
  private static final class Watching implements CallSink {
    final List<StreamEvent> events = Collections.synchronizedList(new ArrayList<>());
    final List<ProviderError> errors = Collections.synchronizedList(new ArrayList<>());
    final List<byte[]> slices = Collections.synchronizedList(new ArrayList<>());
    final CountDownLatch anyEvent = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    @Override
    public void accept(CallEvent event) {
      if (event instanceof CallEvent.Streamed streamed) {
        event(streamed.event());
      } else if (event instanceof CallEvent.Problem problem) {
        errors.add(problem.error());
      } else if (event instanceof CallEvent.Arrived arrived) {
        slices.add(arrived.slice().toArray());
      }
    }

    private void event(StreamEvent event) {
      events.add(event);
      anyEvent.countDown();
      if (event instanceof StreamEvent.ResponseEnd) {
        end.countDown();
      }
    }

    Response response() throws InterruptedException {
      assertThat(end.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(GrammarChecker.check(events)).isEmpty();
      var assembler = new ResponseAssembler();
      events.forEach(assembler::accept);
      return assembler.response();
    }
  }
}
