package dev.weir.gateway.door;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.codec.json.Json;
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

/** Tools that only the client's dialect has, on their way through a provider of another. */
class ClientToolsTest {
  private static final String RESPONSES_TOOLS =
      """
      "tools":[
       {"type":"namespace","name":"browser","description":"A browser","tools":[
         {"type":"function","name":"click","description":"Clicks","parameters":{"type":"object","properties":{"x":{"type":"integer"}}}}]},
       {"type":"custom","name":"apply_patch","description":"Patches","format":{"type":"grammar","syntax":"lark","definition":"start: x"}}]
      """;
  private static final String CHAT_TOOLS =
      """
      "tools":[{"type":"custom","custom":{"name":"apply_patch","description":"Patches"}}]
      """;
  private static final String STREAM =
      List.of(
              "{\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"model\":\"m\",\"role\":\"assistant\",\"content\":[]}}",
              "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}}",
              "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"I look.\"}}",
              "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"c2lnbmVk\"}}",
              "{\"type\":\"content_block_stop\",\"index\":0}",
              "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"browser__click\",\"input\":{}}}",
              "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"x\\\":1}\"}}",
              "{\"type\":\"content_block_stop\",\"index\":1}",
              "{\"type\":\"content_block_start\",\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_2\",\"name\":\"apply_patch\",\"input\":{}}}",
              "{\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"input\\\":\\\"*** Be\"}}",
              "{\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"gin\\\\n\\\"}\"}}",
              "{\"type\":\"content_block_stop\",\"index\":2}",
              "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":9}}",
              "{\"type\":\"message_stop\"}")
          .stream()
          .map(data -> "data: " + data + "\n\n")
          .collect(Collectors.joining());

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer provider;
  private RunningGateway gateway;
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
    Provider acme =
        Provider.builder(
                "acme", Dialects.ANTHROPIC, "http://127.0.0.1:" + provider.getAddress().getPort())
            .defaultModel("m")
            .build();
    gateway =
        RunningGateway.start(
            GatewayOptions.local(0, folder),
            transport -> new HttpUpstream(acme, transport, CallOptions.DEFAULT));
  }

  @AfterEach
  void close() {
    gateway.close();
    provider.stop(0);
  }

  private String post(String path, String body) throws Exception {
    return gateway
        .send(
            gateway
                .request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build())
        .body();
  }

  private String respond(boolean streams, String more) throws Exception {
    return post(
        "/v1/responses",
        "{\"model\":\"acme/m\",\"stream\":%s,\"input\":[{\"role\":\"user\",\"content\":\"Hi\"}%s],%s}"
            .formatted(streams, more, RESPONSES_TOOLS));
  }

  private static List<Json> events(String stream) {
    return stream
        .lines()
        .filter(line -> line.startsWith("data: {"))
        .map(line -> DoorGateway.json(line.substring(6)))
        .toList();
  }

  @Test
  void responsesGivesItsClientTheCallsInItsOwnShape() throws Exception {
    Json whole = DoorGateway.json(respond(/* streams= */ false, ""));
    List<Json> output = whole.get("output").items();
    assertThat(output.get(1).get("type").text()).isEqualTo("function_call");
    assertThat(output.get(1).get("name").text()).isEqualTo("click");
    assertThat(output.get(1).get("namespace").text()).isEqualTo("browser");
    assertThat(output.get(2).get("type").text()).isEqualTo("custom_tool_call");
    assertThat(output.get(2).get("name").text()).isEqualTo("apply_patch");
    assertThat(output.get(2).get("input").text()).isEqualTo("*** Begin\n");
    assertThat(output.get(2).has("arguments")).isFalse();
  }

  @Test
  void responsesStreamsTheTextOfACustomToolAsItGrows() throws Exception {
    List<Json> events = events(respond(/* streams= */ true, ""));
    List<String> input =
        events.stream()
            .filter(e -> e.get("type").textOrEmpty().startsWith("response.custom_tool_call_input"))
            .map(e ->
                e.get("type").textOrEmpty().replaceFirst(".*\\.", "")
                    + ":"
                    + e.get("delta").textOrEmpty()
                    + e.get("input").textOrEmpty())
            .toList();
    assertThat(input).containsExactly("delta:*** Be", "delta:gin\n", "done:*** Begin\n");
    Json completed = events.getLast().get("response");
    assertThat(completed.get("output").at(2).get("input").text()).isEqualTo("*** Begin\n");
    assertThat(completed.get("output").at(1).get("namespace").text()).isEqualTo("browser");
  }

  @Test
  void whatTheToolsGaveGoesBackUnderTheNamesThatTheProviderKnows() throws Exception {
    Json whole = DoorGateway.json(respond(/* streams= */ false, ""));
    String answered =
        whole.get("output").items().stream().map(Json::toText).collect(Collectors.joining(","));
    respond(
        /* streams= */ false,
        ","
            + answered
            + ",{\"type\":\"function_call_output\",\"call_id\":\"toolu_1\",\"output\":\"clicked\"}"
            + ",{\"type\":\"custom_tool_call_output\",\"call_id\":\"toolu_2\",\"output\":\"patched\"}");
    List<Json> messages = DoorGateway.json(asked.getLast()).get("messages").items();
    List<Json> said = messages.get(1).get("content").items();
    assertThat(said.get(0).get("signature").text()).isEqualTo("c2lnbmVk");
    assertThat(said.get(1).get("name").text()).isEqualTo("browser__click");
    assertThat(said.get(2).get("name").text()).isEqualTo("apply_patch");
    assertThat(said.get(2).get("input").get("input").text()).isEqualTo("*** Begin\n");
    List<Json> gave = messages.get(2).get("content").items();
    assertThat(gave.get(0).toText()).contains("toolu_1", "clicked");
    assertThat(gave.get(1).toText()).contains("toolu_2", "patched");
    assertThat(asked.getLast()).contains("The input follows this grammar (lark)");
  }

  @Test
  void chatGivesItsClientTheCustomCallInItsOwnShape() throws Exception {
    String ask =
        "{\"model\":\"acme/m\",\"stream\":%s,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}],%s}";
    Json whole = DoorGateway.json(post("/v1/chat/completions", ask.formatted("false", CHAT_TOOLS)));
    Json call = whole.get("choices").at(0).get("message").get("tool_calls").at(1);
    assertThat(call.get("type").text()).isEqualTo("custom");
    assertThat(call.get("custom").toText())
        .isEqualTo("{\"name\":\"apply_patch\",\"input\":\"*** Begin\\n\"}");
    String streamed = post("/v1/chat/completions", ask.formatted("true", CHAT_TOOLS));
    assertThat(streamed).contains("\"custom\":{\"input\":\"*** Be\"}");
  }

  @Test
  void aStreamThatIsReadAgainHasTheSameBytes() throws Exception {
    String streamed = respond(/* streams= */ true, "");
    String id = events(streamed).getFirst().get("response").get("id").textOrEmpty();
    assertThat(gateway.body("/v1/responses/" + id + "?stream=true")).isEqualTo(streamed);
  }
}
