package dev.weir.gateway.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.client.route.BreakerRule;
import dev.weir.client.route.Continuation;
import dev.weir.client.route.Rests;
import dev.weir.client.route.Route;
import dev.weir.client.route.RouteUpstream;
import dev.weir.client.transport.Transport;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Verdict;
import dev.weir.gateway.Gateway;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.SixtyWords;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many clients of a gateway while the first provider of their route comes and goes. */
class FlappingProviderTest {
  private static final String FLAPS = "sim-sixty-fault-flap-40";
  private static final int SPEED = 20;
  private static final int STREAMS = 200;
  private static final int AT_ONCE = 8;
  private static final int FAILURES = 3;

  /** Down so long, then well so long: forty seconds, twenty times as fast. */
  private static final Duration PHASE = Duration.ofSeconds(40).dividedBy(SPEED);

  private static final Duration REST = PHASE.dividedBy(2);
  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private Simulator simulator;
  private Gateway gateway;

  @BeforeEach
  void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().withSpeed(SPEED));
    gateway = Gateway.start(GatewayOptions.local(0, folder), this::catalog);
  }

  @AfterEach
  void stop() {
    gateway.close();
    simulator.close();
  }

  private Provider provider(String name) {
    return Provider.builder(name, Dialects.OPENAI_CHAT, simulator.url() + "/v1").build();
  }

  private Catalog catalog(Transport transport) {
    Route route =
        Route.of(
                "safe",
                Route.step(provider("first"), FLAPS),
                Route.step(provider("second"), "sim-sixty"))
            .withContinuation(Continuation.INSTRUCT)
            .withTries(1)
            .withBreaker(new BreakerRule(FAILURES, REST));
    return new Catalog(
        List.of(
            CatalogEntry.of(
                RouteUpstream.of(
                    route,
                    CallOptions.DEFAULT,
                    new Rests(),
                    (provider, options) -> new HttpUpstream(provider, transport, options)))),
        List.of());
  }

  private String send(HttpRequest.Builder request, String path) throws Exception {
    URI url = URI.create("http://127.0.0.1:" + gateway.port() + path);
    return http.send(request.uri(url).build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  private Response ask() throws Exception {
    return Door.CHAT.read(
        send(
            HttpRequest.newBuilder()
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Door.CHAT.body("safe", true))),
            "/v1/chat/completions"));
  }

  /** How many tries of the first provider had an outcome, as the gateway counts them. */
  private long tries(String outcome) throws Exception {
    Matcher counted =
        Pattern.compile(
                "weir_tries_total\\{provider=\"first\",outcome=\"%s\"} (\\d+)".formatted(outcome))
            .matcher(send(HttpRequest.newBuilder(), "/metrics"));
    return counted.find() ? Long.parseLong(counted.group(1)) : 0;
  }

  @Test
  void noStreamIsLostAndAProviderThatIsDownIsOnlyProbed() throws Exception {
    long begun = System.nanoTime();
    var left = new AtomicInteger(STREAMS);
    var answers = new ConcurrentLinkedQueue<Response>();
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> working = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        working.add(
            clients.submit(() -> {
              // Until all are answered, and the provider has come and gone twice.
              while (left.getAndDecrement() > 0 || System.nanoTime() - begun < phases(4)) {
                answers.add(ask());
              }
              return null;
            }));
      }
      for (Future<?> each : working) {
        each.get();
      }
    }
    long nanos = System.nanoTime() - begun;

    assertThat(answers).hasSizeGreaterThanOrEqualTo(STREAMS);
    assertThat(answers)
        .allSatisfy(answer -> {
          assertThat(answer.text(BlockKind.TEXT)).isEqualTo(SixtyWords.TEXT);
          assertThat(answer.verdict()).isEqualTo(Verdict.COMPLETE);
        });
    long times = 1 + nanos / phases(2);
    assertThat(tries("unavailable"))
        .as("each time the failures that open the breaker, those under way then, and the probes")
        .isBetween(2L, times * (FAILURES - 1 + AT_ONCE + 1 + PHASE.dividedBy(REST)));
    assertThat(tries("answered")).as("it is asked again when it is well").isPositive();
  }

  private static long phases(int count) {
    return count * PHASE.toNanos();
  }
}
