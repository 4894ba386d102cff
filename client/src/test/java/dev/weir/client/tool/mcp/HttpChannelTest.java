package dev.weir.client.tool.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.codec.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Revisions with a session, and what the reference server does not do: cut answers, lost sessions,
 * odd versions.
 */
class HttpChannelTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private McpEndpoint endpoint;
  private String version = "2025-06-18";
  private int sessions;
  private boolean cutsAnswers;
  private boolean hearsSlowly;
  private volatile boolean forgets;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(task -> Thread.ofVirtual().start(task));
    server.createContext("/", this::answer);
    server.start();
    String url = "http://localhost:" + server.getAddress().getPort() + "/mcp?key=canary";
    endpoint = new McpEndpoint(URI.create(url), Map.of("Authorization", "Bearer canary"));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    Json message = Json.Null.NULL;
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (body.length > 0) {
      message = McpSession.READER.read(new String(body, UTF_8));
    }
    String method = message.get("method").textOrEmpty();
    if (hearsSlowly && method.startsWith("notifications/")) {
      pause();
    }
    String resumed = exchange.getRequestHeaders().getFirst("Last-Event-ID");
    asked.add(
        "%s %s %s %s"
            .formatted(
                exchange.getRequestMethod(),
                resumed == null ? method : resumed,
                exchange.getRequestHeaders().getFirst("Mcp-Session-Id"),
                exchange.getRequestHeaders().getFirst("MCP-Protocol-Version")));
    if (method.equals("initialize")) {
      exchange.getResponseHeaders().set("Mcp-Session-Id", "s" + ++sessions);
      forgets = false;
      Json result = McpSession.Rpc.object("protocolVersion", new Json.Text(version));
      say(exchange, 200, "application/json", answerTo(message, result));
    } else if (forgets) {
      say(exchange, 404, "text/plain", "");
    } else if (resumed != null) {
      // The third request is the one that was cut.
      String text = "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}";
      say(exchange, 200, "text/event-stream", "id: e2\ndata: " + text + "\n\n");
    } else if (method.equals("server/discover")) {
      say(exchange, 400, "text/plain", "No session");
    } else if (message.has("id") && cutsAnswers) {
      say(exchange, 200, "text/event-stream", "retry: 1\nid: e1\ndata: \n\n: then nothing\n");
    } else if (message.has("id")) {
      say(exchange, 200, "application/json", answerTo(message, McpSession.Rpc.object()));
    } else {
      say(exchange, 202, "text/plain", "");
    }
  }

  private static String answerTo(Json message, Json result) {
    return McpSession.Rpc.answer(message.get("id"), "result", result).toText();
  }

  private static void say(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    byte[] bytes = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void theSessionAndTheAgreedVersionAreSentAlong() throws Exception {
    try (McpServer mcp = McpServer.connect("own", endpoint, PATIENCE)) {
      mcp.ping();
      assertThat(mcp.tools()).isEmpty();
    }
    assertThat(asked)
        .startsWith("POST server/discover null 2026-07-28", "POST initialize null null")
        .contains("POST ping s1 2025-06-18", "POST notifications/initialized s1 2025-06-18")
        .endsWith("DELETE  s1 2025-06-18");
  }

  /** A notification has no answer, so nobody waits for it; the end of its session must. */
  @Test
  void whatWasSaidInASessionDoesNotComeAfterItsEnd() throws Exception {
    hearsSlowly = true;
    McpServer.connect("own", endpoint, PATIENCE).close();
    assertThat(asked)
        .endsWith("POST notifications/initialized s1 2025-06-18", "DELETE  s1 2025-06-18");
  }

  private static void pause() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void anAnswerThatWasCutIsTakenUpWhereItWas() throws Exception {
    cutsAnswers = true;
    try (McpServer mcp = McpServer.connect("own", endpoint, PATIENCE)) {
      mcp.ping();
    }
    assertThat(asked).contains("GET e1 s1 2025-06-18");
  }

  @Test
  void aSessionThatTheServerForgotIsOpenedAgain() throws Exception {
    try (McpServer mcp = McpServer.connect("own", endpoint, PATIENCE)) {
      forgets = true;
      mcp.ping();
    }
    assertThat(asked).contains("POST ping s1 2025-06-18", "POST ping s2 2025-06-18");
  }

  @Test
  void aVersionThatWeDoNotSpeakIsRefused() {
    version = "1999-01-01";
    assertThatThrownBy(() -> McpServer.connect("own", endpoint, PATIENCE))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("speaks protocol version \"1999-01-01\"");
  }

  @Test
  void noErrorRevealsAKey() {
    server.stop(0);
    assertThatThrownBy(() -> McpServer.connect("own", endpoint, PATIENCE))
        .hasMessageContaining("cannot be reached")
        .message()
        .doesNotContain("canary");
    assertThat(endpoint.toString()).doesNotContain("canary");
  }
}
