package dev.weir.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.client.provider.Provider;
import dev.weir.client.route.BreakerRule;
import dev.weir.client.route.Continuation;
import dev.weir.client.route.Rests;
import dev.weir.client.route.Route;
import dev.weir.client.route.RouteUpstream;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.sim.script.SixtyWords;
import dev.weir.xai.XaiUpstream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The sixty words over gRPC, cut anywhere: whole. */
class XaiRouteTest {
  private static Simulator simulator;
  private static XaiUpstream xai;

  @BeforeAll
  static void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().atOnce());
    xai = new XaiUpstream(provider("xai"), CallOptions.DEFAULT.withTries(1, Duration.ofMillis(1)));
  }

  @AfterAll
  static void stop() {
    xai.close();
    simulator.close();
  }

  private static Provider provider(String name) {
    return Provider.builder(name, Dialects.named("xai"), simulator.url()).build();
  }

  /** Whether the answer to a request for that model came whole and once; and over a seam. */
  private static boolean isWhole(String model) {
    Route route =
        Route.of(
                "grpc",
                Route.step(provider("first"), model),
                Route.step(provider("second"), "sim-sixty"))
            .withContinuation(Continuation.INSTRUCT)
            .withBreaker(new BreakerRule(1_000, Duration.ofSeconds(1)));
    var upstream =
        RouteUpstream.of(route, CallOptions.DEFAULT, new Rests(), (provider, options) -> xai);
    List<StreamEvent> events = new ArrayList<>();
    var assembler = new ResponseAssembler();
    try (var stream = Weir.of(upstream).stream(Request.of("Sixty words, please"))) {
      for (StreamEvent event : stream) {
        events.add(event);
        assembler.accept(event);
      }
    }
    assertThat(GrammarChecker.check(events)).isEmpty();
    Response response = assembler.response();
    assertThat(response.text(BlockKind.TEXT)).as(model).isEqualTo(SixtyWords.TEXT);
    assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    return events.stream().anyMatch(StreamEvent.Seam.class::isInstance);
  }

  @Test
  void anAnswerThatIsCutAfterAnyTokenIsWhole() {
    int seams = 0;
    for (int frame = 0; frame < 61; frame++) {
      seams += isWhole("sim-sixty-fault-hang-up-" + frame) ? 1 : 0;
    }
    assertThat(seams).as("all but the one that broke before it began").isEqualTo(60);
  }

  @Test
  void anAnswerThatIsCutAtAnyByteOfATokenIsWhole() {
    for (int at = 3_000; at < 3_130; at++) {
      assertThat(isWhole("sim-sixty-fault-cut-" + at)).as("byte %d", at).isTrue();
    }
  }
}
