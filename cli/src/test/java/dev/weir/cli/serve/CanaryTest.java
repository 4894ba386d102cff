package dev.weir.cli.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.gateway.Gateway;
import dev.weir.gateway.security.Keys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keys of a provider, of tools, of an MCP server and of a client, which all of them repeat wherever
 * they can: in texts, ids, names, arguments, headers, results and errors. They reach nobody, no
 * file and no line of diagnostics.
 */
class CanaryTest {
  private static final String PROVIDER_KEY = "sk-canary-provider-0123456789";
  private static final String TOOL_KEY = "canary-tool-0123456789";
  private static final String LITERAL_KEY = "canary-literal-0123456789";
  private static final String SERVER_KEY = "canary-mcp-0123456789";

  @TempDir private Path folder;
  private HttpServer server;
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private final Queue<String> diagnostics = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/chat/completions", this::answer);
    server.createContext("/echo", CanaryTest::echo);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** First a call of the tool, then words in which the key is spread over deltas. */
  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    asked.add(body);
    heard.add(exchange.getRequestHeaders().entrySet().toString());
    String key = exchange.getRequestHeaders().getFirst("Authorization").substring(7);
    String head = "{\"id\":\"resp-%s\",\"model\":\"m-%s\",\"choices\":[".formatted(key, key);
    if (body.contains("fail, please")) {
      byte[] refusal =
          "{\"error\":{\"message\":\"Wrong key %s\",\"code\":\"%s\"}}"
              .formatted(key, key)
              .getBytes(UTF_8);
      exchange.sendResponseHeaders(401, refusal.length);
      exchange.getResponseBody().write(refusal);
      exchange.close();
      return;
    }
    var text = new StringBuilder();
    if (!body.contains("\"role\":\"tool\"")) {
      text.append(
          "data: %s{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"call-%s\",\"type\":\"function\",\"function\":{\"name\":\"echo\",\"arguments\":\"{\\\"k\\\":\\\"%s\\\"}\"}}]}}]}\n\n"
              .formatted(head, key, key));
      text.append(
          "data: %s{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"mcp-%s\",\"type\":\"function\",\"function\":{\"name\":\"leak\",\"arguments\":\"{}\"}}]}}]}\n\n"
              .formatted(head, key));
      text.append(
          "data: %s{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n"
              .formatted(head));
    } else {
      for (String word : ("Your key is " + key + ", remember " + key).split("(?<=\\G.{5})", -1)) {
        text.append(
            "data: %s{\"index\":0,\"delta\":{\"content\":\"%s\"}}]}\n\n".formatted(head, word));
      }
      text.append(
          "data: %s{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n".formatted(head));
    }
    text.append("data: [DONE]\n\n");
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.getResponseHeaders().set("x-request-id", "req-" + key);
    send(exchange, text.toString());
  }

  private static void echo(HttpExchange exchange) throws IOException {
    send(exchange, "You sent " + exchange.getRequestHeaders().entrySet());
  }

  private static void send(HttpExchange exchange, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Takes every line of diagnostics, with what was thrown. */
  private final Handler watching =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          diagnostics.add(new SimpleFormatter().format(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @Test
  void whatIsRepeatedReachesNobodyAndNoFile() throws Exception {
    String clientKey = Keys.newKey();
    var root = Logger.getLogger("");
    root.addHandler(watching);
    try {
      check(clientKey);
    } finally {
      root.removeHandler(watching);
    }
  }

  private void check(String clientKey) throws Exception {
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    Path config =
        Files.writeString(
            folder.resolve("weir.yaml"),
            """
            default: echoing
            providers:
              echoing: {dialect: openai-chat, base-url: %s/v1, model: m-1, key-variable: ECHO_KEY}
            gateway: {recordings: true, keys: {alice: %s}}
            tools:
              server:
                mcp: [%s, -cp, "%s", %s]
                environment: {SECRET: "${SERVER_KEY}"}
              echo:
                url: %s/echo
                description: Repeats what it gets
                parameters: {type: object}
                headers: {X-Anything: "${TOOL_KEY}", X-Api-Key: %s}
            """
                .formatted(
                    url,
                    Keys.hash(clientKey),
                    ProcessHandle.current().info().command().orElseThrow(),
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    LeakingMcp.class.getName(),
                    url,
                    LITERAL_KEY));
    Path kept = folder.resolve("kept");
    Map<String, String> environment =
        Map.of(
            "ECHO_KEY",
            PROVIDER_KEY,
            "TOOL_KEY",
            TOOL_KEY,
            "SERVER_KEY",
            SERVER_KEY,
            "WEIR_DEBUG_STREAM",
            kept.resolve("metrics.jsonl").toString(),
            "WEIR_DEBUG_TRACE",
            kept.resolve("traces").toString());
    Files.createDirectories(kept);
    Map<String, String> seen = new LinkedHashMap<>();
    try (var setup =
            ServeSetup.of(environment, config, 0, null, List.of(), kept.toString(), null, null);
        var gateway = Gateway.start(setup.options(), setup::offers);
        var http = HttpClient.newHttpClient()) {
      String base = "http://127.0.0.1:" + gateway.port();
      var chat =
          http.send(
              HttpRequest.newBuilder(URI.create(base + "/v1/chat"))
                  .timeout(Duration.ofSeconds(30))
                  .header("Content-Type", "application/json")
                  .header("Authorization", "Bearer " + clientKey)
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "{\"messages\":[{\"role\":\"user\",\"content\":\"go\"}]}"))
                  .build(),
              BodyHandlers.ofString());
      seen.put(
          "a refusal",
          http.send(
                  HttpRequest.newBuilder(URI.create(base + "/v1/chat"))
                      .timeout(Duration.ofSeconds(30))
                      .header("Content-Type", "application/json")
                      .header("Authorization", "Bearer " + clientKey)
                      .POST(
                          HttpRequest.BodyPublishers.ofString(
                              "{\"messages\":[{\"role\":\"user\",\"content\":\"fail, please\"}]}"))
                      .build(),
                  BodyHandlers.ofString())
              .body());
      String id = chat.headers().firstValue("Weir-Stream-Id").orElseThrow();
      seen.put("frames", chat.body());
      for (String path :
          List.of(
              "/v1/streams/" + id,
              "/v1/streams/" + id + "/events?format=events",
              "/v1/streams/" + id + "/metrics",
              "/v1/streams/" + id + "/recording",
              "/v1/streams/" + id + "/recording?pass=1",
              "/v1/tools",
              "/metrics")) {
        seen.put(
            path,
            http.send(
                    HttpRequest.newBuilder(URI.create(base + path))
                        .header("Authorization", "Bearer " + clientKey)
                        .build(),
                    BodyHandlers.ofString())
                .body());
      }
    }
    assertThat(seen.get("frames")).contains("\"content\":\"Your \"").endsWith("data: [DONE]\n\n");
    // The model is told what the tool gave; the provider's own key comes back to the provider.
    assertThat(String.join("\n", asked))
        .contains("You sent ", "The environment is ")
        .doesNotContain(TOOL_KEY, LITERAL_KEY, SERVER_KEY, clientKey);
    assertThat(String.join("\n", heard)).doesNotContain(clientKey);
    assertThat(seen.get("a refusal")).contains("\"type\":\"error\"");
    seen.put("diagnostics", String.join("\n", diagnostics));
    assertThat(seen.get("diagnostics")).contains("Stream ");
    try (Stream<Path> files = Files.walk(kept)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        seen.put(file.toString(), Files.readString(file, ISO_8859_1));
      }
    }
    assertThat(seen).hasSizeGreaterThan(10);
    assertThat(seen.keySet()).anyMatch(where -> where.contains("traces"));
    for (String key : List.of(PROVIDER_KEY, TOOL_KEY, LITERAL_KEY, SERVER_KEY, clientKey)) {
      seen.forEach((where, text) -> assertThat(text).as(where).doesNotContain(key));
    }
  }
}
