package dev.weir.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.weir.gateway.Gateway;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Providers that are not asked with a key over HTTP are asked by the gateway too. */
class ServeProvidersTest {
  @TempDir private Path folder;

  private ServeSetup setup(String settings, Map<String, String> environment) throws IOException {
    Path config = Files.writeString(folder.resolve("weir.yaml"), settings);
    return ServeSetup.of(
        environment,
        config,
        /* port= */ 0,
        null,
        List.of(),
        folder.resolve("kept").toString(),
        null,
        null);
  }

  private static String chat(ServeSetup setup) throws Exception {
    try (var gateway = Gateway.start(setup.options(), setup::offers);
        var http = HttpClient.newHttpClient()) {
      URI address = URI.create("http://127.0.0.1:%d/v1/chat".formatted(gateway.port()));
      HttpRequest request =
          HttpRequest.newBuilder(address)
              .timeout(Duration.ofSeconds(60))
              .header("Content-Type", "application/json")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"messages\":[{\"role\":\"user\",\"content\":\"go\"}]}"))
              .build();
      return http.send(request, BodyHandlers.ofString()).body();
    }
  }

  @Test
  void xaiIsAskedOverGrpc() throws Exception {
    try (var simulator = Simulator.start(SimulatorOptions.defaults().atOnce());
        var setup =
            setup(
                "providers: {xai-grpc: {base-url: \"%s\"}}\n".formatted(simulator.url()),
                Map.of("XAI_API_KEY", "k-1"))) {
      assertThat(setup.providerNames()).startsWith("xai-grpc");
      assertThat(chat(setup))
          .contains("\"type\":\"text_delta\"")
          .contains("\"finish_reason\":\"stop\"")
          .endsWith("data: [DONE]\n\n");
    }
  }

  @Test
  void bedrockIsSignedWhereThereAreOnlyKeysOfAws() throws Exception {
    var authorization = new CompletableFuture<String>();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          authorization.complete(exchange.getRequestHeaders().getFirst("Authorization"));
          byte[] body = "{\"message\":\"not today\"}".getBytes(UTF_8);
          exchange.sendResponseHeaders(403, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    String settings =
        "providers: {bedrock: {base-url: \"http://127.0.0.1:%d\", model: m}}\n"
            .formatted(server.getAddress().getPort());
    Map<String, String> keys =
        Map.of("AWS_ACCESS_KEY_ID", "AKID", "AWS_SECRET_ACCESS_KEY", "canary-secret");
    try (var setup = setup(settings, keys)) {
      assertThat(chat(setup)).contains("not today").doesNotContain("canary-secret");
      assertThat(authorization.get(20, TimeUnit.SECONDS))
          .startsWith("AWS4-HMAC-SHA256 Credential=AKID/");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void metricsAndRawTracesAreKeptWhereTheEnvironmentAsksForThem() throws Exception {
    Path metrics = folder.resolve("metrics.jsonl");
    Path traces = folder.resolve("traces");
    try (var simulator = Simulator.start(SimulatorOptions.defaults().atOnce())) {
      Map<String, String> environment =
          Map.of(
              "ANTHROPIC_API_KEY", "canary-secret",
              "WEIR_DEBUG_STREAM", metrics.toString(),
              "WEIR_DEBUG_TRACE", traces.toString());
      String settings = "providers: {anthropic: {base-url: \"%s\"}}\n".formatted(simulator.url());
      try (var setup = setup(settings, environment)) {
        assertThat(chat(setup)).endsWith("data: [DONE]\n\n");
      }
    }
    assertThat(Files.readString(metrics)).contains("\"verdict\":\"COMPLETE\"", "anthropic");
    try (var files = Files.list(traces)) {
      assertThat(files.map(file -> file.getFileName().toString().replaceFirst("^.*?\\.", "")))
          .contains("request.txt", "response.bin", "response.txt");
    }
    try (var files = Files.list(traces)) {
      for (Path file : files.toList()) {
        assertThat(Files.readString(file)).doesNotContain("canary-secret");
      }
    }
  }

  @Test
  void aDefaultWithoutItsKeySaysWhatToSet() {
    assertThatThrownBy(() -> setup("default: anthropic\n", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("No key for anthropic: set ANTHROPIC_API_KEY");
    assertThatThrownBy(() -> setup("default: bedrock\n", Map.of()))
        .hasMessageContaining("AWS_BEARER_TOKEN_BEDROCK, or sign with AWS_ACCESS_KEY_ID");
  }
}
