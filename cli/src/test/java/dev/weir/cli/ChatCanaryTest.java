package dev.weir.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The keys of a provider and of a tool, which both repeat wherever they can, are in nothing that
 * {@code weir chat} writes or prints.
 */
class ChatCanaryTest {
  private static final String PROVIDER_KEY = "sk-canary-provider-0123456789";
  private static final String HEADER_KEY = "canary-header-0123456789";
  private static final String TOOL_KEY = "canary-tool-0123456789";

  @TempDir private Path folder;
  private HttpServer server;
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/chat/completions", this::answer);
    server.createContext(
        "/echo", exchange -> send(exchange, "You sent " + exchange.getRequestHeaders().entrySet()));
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    Files.writeString(
        folder.resolve("weir.yaml"),
        """
        default: echoing
        providers:
          echoing:
            dialect: openai-chat
            base-url: %1$s/v1
            model: m-1
            key-variable: ECHO_KEY
            headers: {X-Api-Token: %2$s, X-Secret: %2$s}
        calls: {tries: 1}
        tools:
          echo:
            url: %1$s/echo
            description: Repeats what it gets
            parameters: {type: object}
            headers: {X-Anything: "${TOOL_KEY}"}
        """
            .formatted(url, HEADER_KEY));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** First a call of the tool, then words over which the keys are spread; each in every field. */
  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    asked.add(body);
    String keys =
        exchange.getRequestHeaders().getFirst("Authorization").substring(7)
            + " "
            + exchange.getRequestHeaders().getFirst("X-Secret");
    String head = "data: {\"id\":\"r %1$s\",\"model\":\"m %1$s\",\"%1$s\":1,\"choices\":[";
    var text = new StringBuilder();
    if (!body.contains("\"role\":\"tool\"")) {
      text.append(head)
          .append("{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"call %1$s\",")
          .append("\"type\":\"function\",\"function\":{\"name\":\"echo\",")
          .append("\"arguments\":\"{\\\"k\\\":\\\"%1$s\\\"}\"}}]}}]}\n\n")
          .append(head)
          .append("{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n");
    } else {
      for (String field : List.of("reasoning_content", "content")) {
        for (String word : ("Your keys are " + keys + ". ").split("(?<=\\G.{5})", -1)) {
          text.append(head)
              .append("{\"index\":0,\"delta\":{\"%s\":\"%s\"}}]}\n\n".formatted(field, word));
        }
      }
      text.append(head).append("{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
      if (body.contains("fail, please")) {
        text.append("data: {\"error\":{\"code\":\"%1$s\",\"message\":\"Wrong: %1$s\"}}\n\n");
      }
    }
    text.append("data: [DONE]\n\n");
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.getResponseHeaders().set("x-request-id", "req " + keys);
    send(exchange, text.toString().replace("%1$s", keys));
  }

  private static void send(HttpExchange exchange, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void chat(String... more) {
    List<String> args =
        new ArrayList<>(List.of("chat", "--config", folder.resolve("weir.yaml").toString()));
    args.addAll(List.of(more));
    Map<String, String> environment =
        Map.of(
            "ECHO_KEY",
            PROVIDER_KEY,
            "TOOL_KEY",
            TOOL_KEY,
            "WEIR_DEBUG_TRACE",
            folder.resolve("traces").toString(),
            "WEIR_DEBUG_STREAM",
            folder.resolve("debug.jsonl").toString());
    Main.run(
        args.toArray(String[]::new),
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            environment,
            /* outIsTerminal= */ false,
            /* errIsTerminal= */ false));
  }

  private String file(String name) {
    return folder.resolve(name + ".jsonl").toString();
  }

  @Test
  void whatIsRepeatedIsInNothingThatIsWrittenOrPrinted() throws IOException {
    chat("--record", file("plain"), "--metrics", file("metrics"), "go");
    chat("--json", "--record", file("json"), "--metrics", file("metrics"), "fail, please");
    chat("--provider", "echoing,echoing", "--record", file("two"), "go");

    assertThat(out.toString(UTF_8)).contains("Your keys are ***", "\"response_end\"");
    assertThat(err.toString(UTF_8)).contains("Wrong: ***", "openai-chat, m ***");
    assertThat(String.join("\n", asked)).contains("You sent ").doesNotContain(TOOL_KEY);
    Map<String, String> seen = new LinkedHashMap<>();
    seen.put("standard output", out.toString(UTF_8));
    seen.put("standard error", err.toString(UTF_8));
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("weir.yaml")) {
          seen.put(file.toString(), Files.readString(file, ISO_8859_1));
        }
      }
    }
    assertThat(seen).hasSizeGreaterThan(15);
    for (String key : List.of(PROVIDER_KEY, HEADER_KEY, TOOL_KEY)) {
      seen.forEach((where, text) -> assertThat(text).as(where).doesNotContain(key));
    }
  }
}
