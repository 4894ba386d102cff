package dev.weir.interop.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.provider.Provider;
import dev.weir.client.route.BreakerRule;
import dev.weir.client.route.Continuation;
import dev.weir.client.route.Route;
import dev.weir.client.route.RouteLimits;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.SixtyWords;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * A route, sockets, the simulator with its faults: the sixty words are whole, or said not to be.
 */
class RoutesOverSocketsTest {
  /** All that can be asked over plain HTTP, which are all but xAI's. */
  static final List<Dialect> DIALECTS = Dialects.own();

  private static final AtomicInteger RUN = new AtomicInteger();
  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().atOnce());
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static Provider provider(String name, Dialect dialect) {
    Provider known = Providers.at(simulator.url(), dialect).build();
    return Provider.builder(name, dialect, known.baseUrl().toString()).build();
  }

  private static Route route(Dialect dialect, String first, String second) {
    return Route.of(
            "safe",
            Route.step(provider("first", dialect), first),
            Route.step(provider("second", dialect), second))
        .withContinuation(Continuation.INSTRUCT)
        .withLimits(
            RouteLimits.DEFAULT
                .withFirstToken(Duration.ofSeconds(2))
                .withIdle(Duration.ofMillis(500)))
        .withBreaker(new BreakerRule(1_000, Duration.ofSeconds(1)));
  }

  private record Answer(Response response, List<StreamEvent> events) {
    String text() {
      return response.text(BlockKind.TEXT);
    }
  }

  private static Answer ask(Weir weir) {
    List<StreamEvent> events = new ArrayList<>();
    var assembler = new ResponseAssembler();
    try (var stream = weir.stream(Request.of("Sixty words, please"))) {
      for (StreamEvent event : stream) {
        events.add(event);
        assembler.accept(event);
      }
    }
    assertThat(GrammarChecker.check(events)).isEmpty();
    return new Answer(assembler.response(), events);
  }

  private static Answer ask(Route route) {
    try (var weir = Weir.of(route)) {
      return ask(weir);
    }
  }

  /** All of it, once; or, if it is not said to be complete, a beginning of it. */
  private static void isHonest(Answer answer) {
    if (answer.response().verdict() == Verdict.COMPLETE) {
      assertThat(answer.text()).isEqualTo(SixtyWords.TEXT);
    } else {
      assertThat(SixtyWords.TEXT).startsWith(answer.text());
    }
  }

  @ParameterizedTest
  @FieldSource("DIALECTS")
  void anAnswerThatIsCutAfterAnyTokenIsWhole(Dialect dialect) {
    String[] others = {"sim-sixty", "sim-sixty-anew", "sim-sixty-no-prefill"};
    int whole = 0;
    for (int frame = 0; frame < 66; frame++) {
      Answer answer =
          ask(route(dialect, "sim-sixty-fault-hang-up-" + frame, others[frame % others.length]));
      isHonest(answer);
      whole += answer.response().verdict() == Verdict.COMPLETE ? 1 : 0;
    }
    assertThat(whole).isEqualTo(66);
  }

  @ParameterizedTest
  @FieldSource("DIALECTS")
  void anAnswerThatIsCutAtAnyByteOfATokenIsWhole(Dialect dialect) {
    int seams = 0;
    try (var weir = Weir.of(route(dialect, "sim-sixty", "sim-sixty"))) {
      assertThat(ask(weir).text()).isEqualTo(SixtyWords.TEXT);
    }
    for (int at = 3_000; at < 3_260; at++) {
      Answer answer = ask(route(dialect, "sim-sixty-fault-cut-" + at, "sim-sixty"));
      isHonest(answer);
      assertThat(answer.response().verdict()).isEqualTo(Verdict.COMPLETE);
      seams += answer.events().stream().anyMatch(StreamEvent.Seam.class::isInstance) ? 1 : 0;
    }
    assertThat(seams).isEqualTo(260);
  }

  @ParameterizedTest
  @FieldSource("DIALECTS")
  void anotherAnswerIsNotJoined(Dialect dialect) {
    Answer answer = ask(route(dialect, "sim-sixty-fault-hang-up-40", "sim-sixty-other"));
    assertThat(answer.response().verdict()).isNotEqualTo(Verdict.COMPLETE);
    assertThat(answer.text()).isNotEmpty();
    isHonest(answer);
    assertThat(answer.events()).noneMatch(StreamEvent.Seam.class::isInstance);
  }

  @Test
  void oneDialectGoesOnWithAnother() {
    for (Dialect from : List.of(Dialects.OPENAI_CHAT, Dialects.ANTHROPIC, Dialects.GEMINI)) {
      for (Dialect to : List.of(Dialects.OPENAI_RESPONSES, Dialects.ANTHROPIC, Dialects.OLLAMA)) {
        Route route =
            Route.of(
                    "mixed",
                    Route.step(provider("first", from), "sim-sixty-fault-hang-up-30"),
                    Route.step(provider("second", to), "sim-sixty"))
                .withContinuation(Continuation.INSTRUCT);
        assertThat(ask(route).text()).as("%s to %s", from, to).isEqualTo(SixtyWords.TEXT);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "429-1x1, 2, COMPLETE",
    "500x1, 2, COMPLETE",
    "reset-earlyx1, 2, COMPLETE",
    "503, 2, COMPLETE",
    "silent, 1, COMPLETE",
    "no-body, 1, COMPLETE",
    "stall-20, 1, COMPLETE",
    "mangle-10, 1, COMPLETE",
    "no-done, 1, COMPLETE",
    "context-length, 1, COMPLETE",
    "content-filter, 1, FAILED",
    "html, 1, COMPLETE",
    "empty, 2, COMPLETE",
    "error-30, 1, COMPLETE",
    "401, 1, COMPLETE"
  })
  void everyFaultHasItsAnswer(String fault, int tries, Verdict verdict) {
    String model = "sim-sixty-fault-%s@%d".formatted(fault, RUN.incrementAndGet());
    Answer answer = ask(route(Dialects.OPENAI_CHAT, model, "sim-sixty"));
    assertThat(answer.response().verdict()).isEqualTo(verdict);
    assertThat(answer.text()).isEqualTo(verdict == Verdict.COMPLETE ? SixtyWords.TEXT : "");
    assertThat(simulator.requests().stream().filter(asked -> asked.model().equals(model)))
        .hasSize(tries);
  }

  /** A peer that takes no connection at all is left after the limit for that. */
  @Test
  void whoTakesNoConnectionIsLeftForAnother() throws IOException {
    try (var full = new ServerSocket(0, /* backlog= */ 1, InetAddress.getLoopbackAddress());
        var one = new Socket(full.getInetAddress(), full.getLocalPort());
        var two = new Socket(full.getInetAddress(), full.getLocalPort())) {
      assertThat(one.isConnected() && two.isConnected()).isTrue();
      Provider deaf =
          Provider.builder(
                  "deaf",
                  Dialects.OPENAI_CHAT,
                  "http://127.0.0.1:%d/v1".formatted(full.getLocalPort()))
              .build();
      RouteLimits limits =
          RouteLimits.DEFAULT.withConnect(Duration.ofMillis(300)).withTotal(Duration.ofMinutes(2));
      Route route =
          Route.of(
                  "deaf",
                  Route.step(deaf, "m"),
                  Route.step(provider("second", Dialects.OPENAI_CHAT), "sim-sixty"))
              .withTries(1)
              .withLimits(limits);
      Answer answer = ask(route);
      assertThat(answer.text()).isEqualTo(SixtyWords.TEXT);
      assertThat(answer.events())
          .filteredOn(StreamEvent.FailedTry.class::isInstance)
          .singleElement()
          .asString()
          .contains("connect");
    }
  }

  @Test
  void aProviderThatHasNothingLeftIsLeftAloneByTheNextStream() {
    String model = "sim-sixty-fault-rate-limit-600@" + RUN.incrementAndGet();
    try (var weir = Weir.of(route(Dialects.OPENAI_CHAT, model, "sim-sixty"))) {
      assertThat(ask(weir).response().modelName()).isEqualTo(model);
      Answer next = ask(weir);
      assertThat(next.response().modelName()).isEqualTo("sim-sixty");
      assertThat(next.response().tries().getFirst().code()).isEqualTo("rate_limit");
      assertThat(next.text()).isEqualTo(SixtyWords.TEXT);
    }
  }

  @Test
  void manyStreamsLoseNothingWhileTheFirstProviderIsDown()
      throws InterruptedException, ExecutionException {
    String model = "sim-sixty-fault-503@many";
    Route route =
        route(Dialects.OPENAI_CHAT, model, "sim-sixty")
            // A busy machine may need seconds for the first words of all of them.
            .withLimits(RouteLimits.DEFAULT)
            .withBreaker(new BreakerRule(3, Duration.ofMinutes(10)));
    try (var weir = Weir.of(route);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(ask(weir).text()).isEqualTo(SixtyWords.TEXT);
      assertThat(ask(weir).text()).isEqualTo(SixtyWords.TEXT);
      List<Future<Answer>> answers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        answers.add(threads.submit(() -> ask(weir)));
      }
      for (Future<Answer> answer : answers) {
        assertThat(answer.get().text()).isEqualTo(SixtyWords.TEXT);
      }
    }
    assertThat(simulator.requests().stream().filter(asked -> asked.model().equals(model)))
        .as("three failures, and no probe in ten minutes")
        .hasSize(3);
  }
}
