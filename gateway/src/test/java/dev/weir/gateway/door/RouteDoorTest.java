package dev.weir.gateway.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.client.route.BreakerRule;
import dev.weir.client.route.Continuation;
import dev.weir.client.route.Rests;
import dev.weir.client.route.Route;
import dev.weir.client.route.RouteLimits;
import dev.weir.client.route.RouteUpstream;
import dev.weir.client.transport.Transport;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Verdict;
import dev.weir.gateway.Gateway;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.sim.SimulatedRequest;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.SixtyWords;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes as clients of a gateway see them. */
class RouteDoorTest {
  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private Simulator simulator;
  private Gateway gateway;

  @BeforeEach
  void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().withSpeed(20));
    gateway = Gateway.start(GatewayOptions.local(0, folder), this::catalog);
  }

  @AfterEach
  void stop() {
    gateway.close();
    simulator.close();
  }

  private Catalog catalog(Transport transport) {
    List<CatalogEntry> offers = new ArrayList<>();
    var plain = provider("first");
    offers.add(
        new CatalogEntry(
            new HttpUpstream(plain, transport, CallOptions.DEFAULT), List.of("sim-sixty"), false));
    var rests = new Rests();
    for (Route route :
        List.of(
            route("down", "sim-sixty-fault-503", "sim-sixty"),
            route("cut", "sim-sixty-fault-hang-up-40", "sim-sixty-anew"),
            route("waiting", "sim-sixty-fault-429-4", "sim-sixty"),
            route("going-on", "sim-sixty-fault-hang-up-40", "sim-sixty-fault-silent"),
            route("filter", "sim-sixty-fault-content-filter", "sim-sixty"),
            route("unmarked", "sim-sixty-fault-no-done", "sim-sixty-other"),
            route("nobody", "sim-sixty-fault-503", "sim-sixty-fault-503"))) {
      offers.add(
          CatalogEntry.of(
              RouteUpstream.of(
                  route,
                  CallOptions.DEFAULT,
                  rests,
                  (provider, options) -> new HttpUpstream(provider, transport, options))));
    }
    return new Catalog(offers, List.of());
  }

  private Provider provider(String name) {
    return Provider.builder(name, Dialects.OPENAI_CHAT, simulator.url() + "/v1")
        .defaultModel("sim-sixty")
        .build();
  }

  private Route route(String name, String first, String second) {
    return Route.of(
            name, Route.step(provider("first"), first), Route.step(provider("second"), second))
        .withContinuation(Continuation.INSTRUCT)
        .withLimits(RouteLimits.DEFAULT.withFirstToken(Duration.ofSeconds(30)))
        .withBreaker(new BreakerRule(2, Duration.ofSeconds(60)));
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private String get(String path) throws Exception {
    return http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  static List<Door> doors() {
    return Door.ALL;
  }

  @ParameterizedTest
  @MethodSource("doors")
  void aRouteIsAModelAtEveryDoor(Door door) throws Exception {
    for (String route : List.of("down", "cut")) {
      for (boolean streams : List.of(true, false)) {
        Response answer =
            door.read(post(door.path(route, streams), door.body(route, streams)).body());
        assertThat(answer.text(BlockKind.TEXT)).isEqualTo(SixtyWords.TEXT);
        assertThat(answer.verdict()).isEqualTo(Verdict.COMPLETE);
      }
    }
  }

  @Test
  void theModelAndItsUsageAreThoseOfWhoAnswered() throws Exception {
    String whole = post("/v1/chat/completions", Door.CHAT.body("down", false)).body();
    Json json = new JsonReader(64, 1 << 20).read(whole);
    assertThat(json.get("model").text()).isEqualTo("sim-sixty");
    assertThat(json.get("usage").get("completion_tokens").number()).isPositive();
  }

  @Test
  void anAnswerWithoutItsLastMarkIsWholeAndNobodyElseIsAsked() throws Exception {
    for (boolean streams : List.of(true, false)) {
      Response answer =
          Door.CHAT.read(post("/v1/chat/completions", Door.CHAT.body("unmarked", streams)).body());
      assertThat(answer.text(BlockKind.TEXT)).isEqualTo(SixtyWords.TEXT);
      assertThat(answer.verdict()).isEqualTo(Verdict.COMPLETE);
    }
    String whole = post("/v1/chat/completions", Door.CHAT.body("unmarked", false)).body();
    Json usage = new JsonReader(64, 1 << 20).read(whole).get("usage");
    assertThat(usage.get("completion_tokens").number()).isPositive();
    assertThat(simulator.requests())
        .extracting(SimulatedRequest::model)
        .containsOnly("sim-sixty-fault-no-done");
  }

  @Test
  void aContentFilterIsThatErrorAndAFailureOfAllHasItsStatus() throws Exception {
    HttpResponse<String> filter = post("/v1/chat/completions", Door.CHAT.body("filter", true));
    assertThat(filter.statusCode()).isEqualTo(400);
    assertThat(filter.body()).contains("content_policy_violation");
    HttpResponse<String> nobody = post("/v1/chat/completions", Door.CHAT.body("nobody", true));
    assertThat(nobody.statusCode()).isEqualTo(503);
  }

  @Test
  void theLifecycleTellsTriesAndSeams() throws Exception {
    String frames =
        post(
                "/v1/chat",
                "{\"model\":\"cut\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}")
            .body();
    assertThat(frames)
        .contains("\"type\":\"failed_try\"")
        .contains("\"type\":\"seam\"")
        .contains("\"nextModel\":\"sim-sixty-anew\"");
  }

  @Test
  void theStoredMessageTellsTriesAndSeamsWithBothUsages() throws Exception {
    post("/v1/chat", "{\"model\":\"cut\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
    JsonReader reader = new JsonReader(64, 1 << 20);
    String id = reader.read(get("/v1/streams")).get("streams").at(0).get("id").textOrEmpty();
    Json message = reader.read(get("/v1/streams/" + id)).get("message");
    assertThat(message.get("text").text()).isEqualTo(SixtyWords.TEXT);
    assertThat(message.get("modelName").text()).isEqualTo("sim-sixty-anew");
    assertThat(message.get("usage").get("outputTokens").number()).isPositive();
    assertThat(message.get("tries").at(0).get("provider").text()).isEqualTo("first");
    Json seam = message.get("seams").at(0);
    assertThat(seam.get("modelName").text()).isEqualTo("sim-sixty-fault-hang-up-40");
    assertThat(seam.get("nextModel").text()).isEqualTo("sim-sixty-anew");
    // The provider that broke off had not told any usage, so none is invented.
    assertThat(seam.has("usage")).isFalse();
  }

  @Test
  void everyBreakerIsShown() throws Exception {
    assertThat(get("/v1/routes")).contains("\"breaker\":\"closed\"").doesNotContain("\"open\"");
    post("/v1/chat/completions", Door.CHAT.body("down", true));
    Json down = new JsonReader(64, 1 << 20).read(get("/v1/routes")).get("routes").at(0);
    assertThat(down.get("name").text()).isEqualTo("down");
    assertThat(down.get("steps").at(0).get("breaker").text()).isEqualTo("open");
    assertThat(down.get("steps").at(0).get("probe_in_ms").number()).isPositive();
    assertThat(down.get("steps").at(1).get("breaker").text()).isEqualTo("closed");
    assertThat(get("/metrics"))
        .contains("weir_tries_total{provider=\"first\",outcome=\"unavailable\"} 2")
        .contains("weir_tries_total{provider=\"second\",outcome=\"answered\"} 1")
        .contains("weir_retries_total{provider=\"first\"} 1\n")
        .contains("weir_retries_total{provider=\"second\"} 1\n")
        .doesNotContain("provider=\"down\"} ");
    assertThat(get("/v1/models")).contains("\"down\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"waiting", "going-on"})
  void whoeverLeavesDuringATryOrAContinuationLeavesNothingBehind(String route) throws Exception {
    String body = Door.CHAT.body(route, true);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                  + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s")
              .formatted(gateway.port(), body.length(), body)
              .getBytes(StandardCharsets.UTF_8));
      int wanted = route.equals("waiting") ? 1 : 2;
      await(() -> simulator.requests().size() >= wanted, Duration.ofSeconds(20));
    }
    int heard = simulator.requests().size();
    await(() -> simulator.answering() == 0 && live() == 0, Duration.ofSeconds(20));
    assertThat(simulator.requests()).hasSize(heard);
  }

  private int live() throws Exception {
    return get("/metrics").contains("\nweir_streams_live 0") ? 0 : 1;
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(Condition condition, Duration atMost) throws Exception {
    long end = System.nanoTime() + atMost.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(5);
    }
  }
}
