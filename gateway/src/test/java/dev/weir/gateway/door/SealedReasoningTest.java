package dev.weir.gateway.door;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.RunningGateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only the provider can read, in the hands of a client of another dialect. */
class SealedReasoningTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, 1 << 20);
  private static final String THOUGHT =
      "{\"type\":\"thinking\",\"thinking\":\"I look.\",\"signature\":\"c2lnbmVk\"}";
  private static final String STREAM =
      List.of(
              "{\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"model\":\"m\",\"role\":\"assistant\",\"content\":[]}}",
              "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}}",
              "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"I look.\"}}",
              "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"c2lnbmVk\"}}",
              "{\"type\":\"content_block_stop\",\"index\":0}",
              "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"f\",\"input\":{}}}",
              "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{}\"}}",
              "{\"type\":\"content_block_stop\",\"index\":1}",
              "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":9}}",
              "{\"type\":\"message_stop\"}")
          .stream()
          .map(data -> "data: " + data + "\n\n")
          .collect(Collectors.joining());

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer provider;
  @TempDir private Path folder;

  @BeforeEach
  void listen() throws IOException {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext(
        "/",
        exchange -> {
          asked.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(STREAM.getBytes(UTF_8));
          exchange.close();
        });
    provider.start();
  }

  @AfterEach
  void close() {
    provider.stop(0);
  }

  private RunningGateway start() throws IOException {
    Provider acme =
        Provider.builder(
                "acme", Dialects.ANTHROPIC, "http://127.0.0.1:" + provider.getAddress().getPort())
            .defaultModel("m")
            .build();
    return RunningGateway.start(
        GatewayOptions.local(0, folder),
        transport -> new HttpUpstream(acme, transport, CallOptions.DEFAULT));
  }

  private static String ask(RunningGateway gateway, String model, String more) throws Exception {
    String body =
        "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}%s]}"
            .formatted(model, more);
    return gateway
        .send(
            gateway
                .request("/v1/chat/completions")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build())
        .body();
  }

  private static String answered(Json message) {
    return ",%s,{\"role\":\"tool\",\"tool_call_id\":\"toolu_1\",\"content\":\"ok\"}"
        .formatted(message.toText());
  }

  @Test
  void theProviderGetsItsOwnThoughtBackByteForByte() throws Exception {
    try (var gateway = start()) {
      Json message = message(ask(gateway, "acme/m", ""));
      assertThat(message.toText()).doesNotContain("c2lnbmVk").contains("weirseal0001");
      ask(gateway, "acme/m", answered(message));
      assertThat(asked.getLast()).contains(THOUGHT).doesNotContain("weirseal");
    }
  }

  @Test
  void anotherModelNeverGetsIt() throws Exception {
    try (var gateway = start()) {
      Json message = message(ask(gateway, "acme/m", ""));
      ask(gateway, "acme/m2", answered(message));
      assertThat(asked.getLast())
          .contains("toolu_1")
          .doesNotContain("c2lnbmVk")
          .doesNotContain("I look.")
          .doesNotContain("weirseal");
    }
  }

  @Test
  void aSealThatSomebodyChangedIsNeverForwarded() throws Exception {
    try (var gateway = start()) {
      String message = message(ask(gateway, "acme/m", "")).toText();
      int inside = message.indexOf("weirseal0001") + 40;
      String other = message.charAt(inside) == 'A' ? "B" : "A";
      for (String wrong : List.of(other, "_")) {
        String changed = message.substring(0, inside) + wrong + message.substring(inside + 1);
        ask(gateway, "acme/m", answered(READER.read(changed)));
        // What the provider gave is still in the log.
        assertThat(asked.getLast()).doesNotContain("weirseal").contains(THOUGHT);
      }
    }
  }

  @Test
  void whatAClientDroppedIsFoundAgainByTheIdOfACallAlsoAfterARestart() throws Exception {
    String dropped =
        ",{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"toolu_1\",\"type\":\"function\","
            + "\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},"
            + "{\"role\":\"tool\",\"tool_call_id\":\"toolu_1\",\"content\":\"ok\"}";
    try (var gateway = start()) {
      ask(gateway, "acme/m", "");
      ask(gateway, "acme/m", dropped);
      assertThat(asked.getLast()).contains(THOUGHT);
      ask(gateway, "acme/m2", dropped);
      assertThat(asked.getLast()).contains("toolu_1").doesNotContain("c2lnbmVk");
    }
    try (var restarted = start()) {
      ask(restarted, "acme/m", dropped);
      assertThat(asked.getLast()).contains(THOUGHT);
    }
  }

  private static Json message(String answer) {
    return READER.read(answer).get("choices").at(0).get("message");
  }
}
