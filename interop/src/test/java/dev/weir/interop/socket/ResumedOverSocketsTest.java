package dev.weir.interop.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.client.provider.Provider;
import dev.weir.client.route.Continuation;
import dev.weir.client.route.Route;
import dev.weir.client.transport.TransportOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.sim.SimulatedRequest;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.SixtyWords;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Providers that keep a response in the background: after a break they are asked for the rest, and
 * nobody else is asked for anything.
 */
class ResumedOverSocketsTest {
  static final List<Dialect> KEEPING =
      List.of(Dialects.OPENAI_RESPONSES, Dialects.GEMINI_INTERACTIONS);

  private static final CallOptions QUICK =
      CallOptions.DEFAULT.withTries(/* count= */ 3, Duration.ofMillis(1));

  private Simulator simulator;

  @BeforeEach
  void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().atOnce());
  }

  @AfterEach
  void stop() {
    simulator.close();
  }

  private Provider provider(String name, Dialect dialect, boolean background) {
    Provider known = Providers.at(simulator.url(), dialect).build();
    return Provider.builder(name, dialect, known.baseUrl().toString())
        .option("background", new Json.Bool(background))
        .option("store", new Json.Bool(background))
        .build();
  }

  private Route route(Dialect dialect, boolean background, String model) {
    return Route.of(
            "kept",
            Route.step(provider("first", dialect, background), model),
            Route.step(provider("second", dialect, background), "sim-sixty-other"))
        .withContinuation(Continuation.RESUME);
  }

  private static Response ask(Route route, List<StreamEvent> events) {
    var assembler = new ResponseAssembler();
    try (var weir = Weir.of(route, QUICK, TransportOptions.DEFAULT);
        var stream = weir.stream(Request.of("Sixty words, please"))) {
      for (StreamEvent event : stream) {
        events.add(event);
        assembler.accept(event);
      }
    }
    assertThat(GrammarChecker.check(events)).isEmpty();
    return assembler.response();
  }

  private List<String> methods() {
    return simulator.requests().stream().map(SimulatedRequest::method).toList();
  }

  @ParameterizedTest
  @FieldSource("KEEPING")
  void anAnswerThatIsCutAfterAnyFrameIsFetchedOn(Dialect dialect) {
    for (int frame = 1; frame < 68; frame++) {
      simulator.forgetRequests();
      List<StreamEvent> events = new ArrayList<>();
      Response response =
          ask(route(dialect, /* background= */ true, "sim-sixty-fault-hang-up-" + frame), events);
      assertThat(response.text(BlockKind.TEXT)).as("frame %d", frame).isEqualTo(SixtyWords.TEXT);
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(events).noneMatch(StreamEvent.Seam.class::isInstance);
      assertThat(events).noneMatch(StreamEvent.FailedTry.class::isInstance);
      assertThat(methods()).as("frame %d", frame).startsWith("POST").hasSizeBetween(1, 2);
    }
  }

  @ParameterizedTest
  @FieldSource("KEEPING")
  void anAnswerThatIsCutAtAnyByteOfATokenIsFetchedOn(Dialect dialect) {
    for (int at = 3_000; at < 3_260; at++) {
      simulator.forgetRequests();
      Response response =
          ask(
              route(dialect, /* background= */ true, "sim-sixty-fault-cut-" + at),
              new ArrayList<>());
      assertThat(response.text(BlockKind.TEXT)).as("byte %d", at).isEqualTo(SixtyWords.TEXT);
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(methods()).containsExactly("POST", "GET");
    }
  }

  @ParameterizedTest
  @FieldSource("KEEPING")
  void whatItsProviderDoesNotKeepEndsWhereItBroke(Dialect dialect) {
    Response response =
        ask(
            route(dialect, /* background= */ false, "sim-sixty-fault-hang-up-40"),
            new ArrayList<>());
    assertThat(response.verdict()).isNotEqualTo(Verdict.COMPLETE);
    assertThat(SixtyWords.TEXT).startsWith(response.text(BlockKind.TEXT));
    assertThat(methods()).containsExactly("POST");
  }
}
