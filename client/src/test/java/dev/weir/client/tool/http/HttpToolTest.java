package dev.weir.client.tool.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.ToolSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpToolTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 20, 10_000);

  private final CountDownLatch done = new CountDownLatch(1);
  private HttpServer server;
  private String base;

  /** Answers with what was asked, with the status that stands first in the path. */
  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(task -> Thread.ofVirtual().start(task));
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().toString();
          if (path.startsWith("/wait")) {
            awaitDone();
          }
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          String key = exchange.getRequestHeaders().getFirst("X-Key");
          byte[] answer =
              (exchange.getRequestMethod() + " " + path + " " + key + body).getBytes(UTF_8);
          int status = path.startsWith("/moved") ? 302 : path.startsWith("/gone") ? 410 : 200;
          exchange.getResponseHeaders().set("Location", "/elsewhere");
          exchange.sendResponseHeaders(status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    base = "http://localhost:" + server.getAddress().getPort();
  }

  private void awaitDone() {
    try {
      done.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void stop() {
    done.countDown();
    server.stop(0);
  }

  private static ToolResult run(HttpEndpoint endpoint, String arguments)
      throws InterruptedException {
    var tool = new HttpTool(new ToolSpec("t", "", Json.Null.NULL), endpoint);
    return tool.run(new ToolCall(null, "t", READER.read(arguments)));
  }

  @Test
  void argumentsFillTheTemplateAndTheRestGoesIntoTheQuery() throws InterruptedException {
    HttpEndpoint endpoint =
        HttpEndpoint.of("GET", base + "/w/{city}?u={unit}").withHeader("X-Key", "secret");

    assertThat(run(endpoint, "{\"city\":\"a/b ü?\",\"unit\":\"&x=1\",\"n\":[1,2]}"))
        .isEqualTo(ToolResult.of("GET /w/a%2Fb%20%C3%BC%3F?u=%26x%3D1&n=1&n=2 secret"));
    assertThat(endpoint.toString()).doesNotContain("secret", "?");
  }

  @Test
  void theRestIsTheBodyWhereThereIsOne() throws InterruptedException {
    assertThat(run(HttpEndpoint.of("POST", base + "/p/{id}"), "{\"id\":7,\"a\":true}"))
        .isEqualTo(ToolResult.of("POST /p/7 null{\"a\":true}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\":\"..\"}", "{\"id\":\".\"}", "{\"id\":\"\"}", "{}"})
  void noArgumentLeavesItsSegment(String arguments) throws InterruptedException {
    ToolResult result = run(HttpEndpoint.of("GET", base + "/p/{id}"), arguments);
    assertThat(result.success()).isFalse();
    assertThat(result.text()).startsWith("The arguments do not fit: id: ");
  }

  @Test
  void redirectsAndErrorsAreFailedResults() throws InterruptedException {
    assertThat(run(HttpEndpoint.of("GET", base + "/moved"), "{}").text())
        .endsWith("answered with a redirect (302), which is not followed");
    assertThat(run(HttpEndpoint.of("GET", base + "/gone"), "{}"))
        .isEqualTo(ToolResult.failed("GET %s/gone answered 410: GET /gone null".formatted(base)));
    assertThat(run(HttpEndpoint.of("GET", "http://localhost:1/x"), "{}").text())
        .contains("cannot be reached");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/moved", "/wait", "/{hole}", "http://localhost:1/x"})
  void noErrorRevealsAHeaderOrTheQuery(String path) throws InterruptedException {
    HttpEndpoint endpoint =
        HttpEndpoint.of("GET", (path.startsWith("/") ? base : "") + path + "?key=secret-q")
            .withHeader("X-Key", "secret-h")
            .withTime(Duration.ofMillis(100));
    ToolResult result = run(endpoint, "{}");
    assertThat(result.success()).isFalse();
    assertThat(result.text() + endpoint).doesNotContain("secret");
  }

  @Test
  void anAnswerIsReadUpToItsLimit() throws InterruptedException {
    assertThat(run(HttpEndpoint.of("GET", base + "/long").withMaxBytes(5), "{}").text())
        .isEqualTo("GET /\n[The answer was cut here: 5 bytes were read.]");
  }

  @Test
  void anEndpointThatDoesNotAnswerIsGivenUp() throws InterruptedException {
    HttpEndpoint endpoint = HttpEndpoint.of("GET", base + "/wait").withTime(Duration.ofMillis(100));
    assertThat(run(endpoint, "{}").text()).endsWith("did not answer within 100 ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://{host}/x", "file:///etc", "https://user@h/x", "x"})
  void theHostIsNotForTheModelToChoose(String template) {
    assertThatThrownBy(() -> HttpEndpoint.of("GET", template))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
