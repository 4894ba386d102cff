package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a client sent can be looked at, from any language; and what browsers ask before they ask.
 */
final class SeenRequestsTest {
  private static final String ASKED =
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"My key is sk-secret-12345\"}]}";

  private final List<SimulatedRequest> seen = new CopyOnWriteArrayList<>();
  private Simulator simulator = start(SimulatorOptions.defaults());

  SeenRequestsTest() throws IOException {}

  private Simulator start(SimulatorOptions options) throws IOException {
    return Simulator.start(options.atOnce().withSeen(seen::add));
  }

  @AfterEach
  void stop() {
    simulator.close();
  }

  private Json requests() throws Exception {
    String json = new String(Caller.get(simulator, "/sim/requests").body(), UTF_8);
    return new JsonReader(20, 1 << 20).read(json).get("requests");
  }

  @Test
  void everyRequestIsGivenAsJsonWithWhatItGotAndWithoutItsKey() throws Exception {
    Caller.post(
        simulator,
        "/v1/chat/completions?key=sk-secret-12345",
        ASKED,
        "Authorization",
        "Bearer sk-secret-12345",
        "X-Sim-Fault",
        "429:1",
        "X-Mine",
        "yes");
    Caller.get(simulator, "/v1/files");

    Json asked = requests().at(0);
    assertThat(asked.get("method").text()).isEqualTo("POST");
    assertThat(asked.get("path").text()).isEqualTo("/v1/chat/completions");
    assertThat(asked.get("model").text()).isEqualTo("m");
    assertThat(asked.get("headers").get("x-mine").text()).isEqualTo("yes");
    assertThat(asked.get("headers").get("authorization").text()).isEqualTo("***");
    assertThat(asked.get("body").get("messages").at(0).get("role").text()).isEqualTo("user");
    assertThat(asked.get("status").number()).isEqualTo(429);
    assertThat(asked.get("fault").text()).isEqualTo("429:1");
    Json other = requests().at(1);
    assertThat(other.get("status").number()).isEqualTo(404);
    assertThat(other.get("problem").text()).startsWith("Nothing answers GET /v1/files here");
    assertThat(requests().toText()).doesNotContain("sk-secret");
    assertThat(simulator.requests()).as("those that asked a model").hasSize(1);

    Caller.ask(simulator, "DELETE", "/sim/requests");
    assertThat(requests().items()).isEmpty();
    assertThat(simulator.requests()).isEmpty();
  }

  @Test
  void whoeverWantsToKnowIsToldOfEveryRequest() throws Exception {
    Caller.post(simulator, "/v1/chat/completions", ASKED);
    Caller.post(simulator, "/v1/chat/completions", "{");
    Caller.get(simulator, "/v1/models");
    Caller.get(simulator, "/sim/requests");

    assertThat(seen.stream().map(each -> each.method() + " " + each.status() + " " + each.model()))
        .containsExactly("POST 200 m", "POST 400 ", "GET 200 ");
    assertThat(seen.get(1).problem()).startsWith("The request cannot be read:");
  }

  @Test
  void aHeadHasTheHeadersOfItsGetAndNoBody() throws Exception {
    URI url = URI.create(simulator.url());
    String all;
    try (var socket = new Socket(url.getHost(), url.getPort())) {
      socket.setSoTimeout(20_000);
      String asked =
          """
          HEAD /v1/models HTTP/1.1
          Host: x

          HEAD /v1/nothing HTTP/1.1
          Host: x

          GET /v1/models HTTP/1.1
          Host: x
          Connection: close

          """;
      socket.getOutputStream().write(asked.replace("\n", "\r\n").getBytes(UTF_8));
      all = new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
    String[] answers = all.split("HTTP/1\\.1 ", -1);
    assertThat(answers).hasSize(4);
    String[] got = answers[3].split("\r\n\r\n", 2);
    assertThat(answers[1]).startsWith("200 OK").endsWith("\r\n\r\n");
    assertThat(answers[1].strip()).isEqualTo(got[0].replace("connection: close", "").strip());
    assertThat(answers[2]).startsWith("404 Not Found").endsWith("\r\n\r\n");
    assertThat(got[1]).contains("sim-1");
  }

  @Test
  void pagesOfOtherOriginsMayAskOnlyIfThatIsAllowed() throws Exception {
    assertThat(preflight().statusCode()).isEqualTo(404);
    assertThat(Caller.post(simulator, "/v1/chat/completions", ASKED).headers().map())
        .doesNotContainKey("access-control-allow-origin");
    simulator.close();

    simulator = start(SimulatorOptions.defaults().withCors(true));
    HttpResponse<byte[]> may = preflight();
    assertThat(may.statusCode()).isEqualTo(200);
    assertThat(may.headers().firstValue("access-control-allow-origin")).contains("*");
    assertThat(may.headers().firstValue("access-control-allow-headers"))
        .contains("authorization,x-stainless-os");
    assertThat(may.headers().firstValue("access-control-allow-methods")).contains("POST");
    for (String body : List.of(ASKED, "{")) {
      assertThat(Caller.post(simulator, "/v1/chat/completions", body).headers().map())
          .containsEntry("access-control-allow-origin", List.of("*"))
          .containsEntry("access-control-expose-headers", List.of("*"));
    }
    assertThat(Caller.get(simulator, "/sim/requests").headers().map())
        .as("what others asked is not for pages of any origin")
        .doesNotContainKey("access-control-allow-origin");
  }

  private HttpResponse<byte[]> preflight() throws Exception {
    return Caller.ask(
        simulator,
        "OPTIONS",
        "/v1/chat/completions",
        "Origin",
        "http://localhost:3000",
        "Access-Control-Request-Method",
        "POST",
        "Access-Control-Request-Headers",
        "authorization,x-stainless-os");
  }
}
