package dev.weir.sim;

import dev.weir.codec.dialect.Dialect;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A plain HTTP client for tests, which knows how each dialect is asked. */
final class Caller {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build();

  private Caller() {}

  static String path(Dialect dialect) {
    return switch (dialect.word()) {
      case "openai-responses" -> "/v1/responses";
      case "openai-chat" -> "/v1/chat/completions";
      case "anthropic" -> "/v1/messages";
      case "gemini" -> "/v1beta/models/m:streamGenerateContent?alt=sse";
      case "gemini-interactions" -> "/v1beta/interactions";
      case "ollama" -> "/api/chat";
      case "cohere" -> "/v2/chat";
      case "bedrock" -> "/model/m/converse-stream";
      default -> throw new IllegalArgumentException("gRPC is not called by HTTP/1.1");
    };
  }

  static String body(Dialect dialect, String prompt) {
    return switch (dialect.word()) {
      case "openai-responses", "gemini-interactions" ->
          "{\"model\":\"m\",\"stream\":true,\"input\":\"%s\"}".formatted(prompt);
      case "gemini" ->
          "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"%s\"}]}]}".formatted(prompt);
      case "bedrock" ->
          "{\"messages\":[{\"role\":\"user\",\"content\":[{\"text\":\"%s\"}]}]}".formatted(prompt);
      case "anthropic" ->
          "{\"model\":\"m\",\"max_tokens\":99,\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}"
              .formatted(prompt);
      default ->
          "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}"
              .formatted(prompt);
    };
  }

  static HttpResponse<byte[]> post(Simulator simulator, String path, String body, String... headers)
      throws IOException, InterruptedException {
    return send(request(simulator, path, headers).POST(BodyPublishers.ofString(body)));
  }

  static HttpResponse<byte[]> get(Simulator simulator, String path, String... headers)
      throws IOException, InterruptedException {
    return send(request(simulator, path, headers));
  }

  static HttpResponse<byte[]> ask(
      Simulator simulator, String method, String path, String... headers)
      throws IOException, InterruptedException {
    return send(request(simulator, path, headers).method(method, BodyPublishers.noBody()));
  }

  private static HttpRequest.Builder request(Simulator simulator, String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(simulator.url() + path))
            .version(HttpClient.Version.HTTP_1_1)
            .timeout(Duration.ofSeconds(30));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request;
  }

  private static HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }
}
