package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A provider that answers with what it was asked, so that a screen shows what was sent. */
final class EchoProvider implements AutoCloseable {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, 1 << 20);

  private final HttpServer server =
      HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

  EchoProvider() throws IOException {
    server.createContext("/v1/chat/completions", this::answer);
    server.createContext(
        "/v1/models",
        exchange -> send(exchange, "{\"data\":[{\"id\":\"tiny\"},{\"id\":\"grand-1\"}]}"));
    server.createContext("/weather", exchange -> send(exchange, "sunny"));
    server.start();
  }

  /** Writes settings in which it is called echo, and offers a tool. */
  Path config(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("weir.yaml"),
        """
        default: echo
        providers:
          echo:
            dialect: openai-chat
            base-url: http://127.0.0.1:%1$d/v1
            model: tiny
          other:
            dialect: openai-chat
            base-url: http://127.0.0.1:%1$d/v1
            model: grand-1
        calls:
          tries: 1
        tools:
          weather:
            url: http://127.0.0.1:%1$d/weather/{city}
            description: The weather in a city
            parameters: {type: object, properties: {city: {type: string}}, required: [city]}
        """
            .formatted(server.getAddress().getPort()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    Json request = READER.read(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    List<Json> messages = request.get("messages").items();
    Json last = messages.getLast();
    boolean callsTool =
        request.has("tools")
            && "user".equals(last.get("role").text())
            && content(last).contains("weather");
    String delta =
        callsTool
            ? """
            "tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"weather","arguments":"{\\"city\\":\\"Oslo\\"}"}}]\
            """
            : "\"content\":" + new JsonText().value(said(request, messages));
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    send(
        exchange,
        "data: {\"id\":\"e\",\"choices\":[{\"index\":0,\"delta\":{%s},\"finish_reason\":\"%s\"}]}\n\ndata: [DONE]\n\n"
            .formatted(delta, callsTool ? "tool_calls" : "stop"));
  }

  private static String said(Json request, List<Json> messages) {
    String system =
        messages.stream()
            .filter(m -> "system".equals(m.get("role").text()))
            .map(EchoProvider::content)
            .findFirst()
            .orElse("-");
    long asked = messages.stream().filter(m -> "user".equals(m.get("role").text())).count();
    String effort = request.get("reasoning_effort").text();
    return "%s heard %d: %s (told: %s, thinks: %s, tools: %s)"
        .formatted(
            request.get("model").textOrEmpty(),
            asked,
            content(messages.getLast()),
            system,
            effort == null ? "-" : effort,
            request.has("tools") ? "yes" : "no");
  }

  private static String content(Json message) {
    String text = message.get("content").text();
    return (text == null ? message.get("content").toText() : text).replace('\n', '|');
  }

  private static void send(HttpExchange exchange, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
