package dev.weir.gateway.door;

import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Preset;
import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.gateway.Gateway;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.ScriptReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;

/** A gateway whose providers are one simulator that speaks five dialects. */
final class DoorGateway implements AutoCloseable {
  /** The providers by name, with where each dialect's paths begin. */
  static final Map<String, String> PROVIDERS = new LinkedHashMap<>();

  static {
    PROVIDERS.put("openai-chat", "/v1");
    PROVIDERS.put("openai", "/v1");
    PROVIDERS.put("anthropic", "/v1");
    PROVIDERS.put("gemini", "/v1beta");
    PROVIDERS.put("ollama", "");
  }

  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, 1 << 24);

  /** What was sent to the providers. */
  final List<HttpCall> sent = new CopyOnWriteArrayList<>();

  private final Simulator simulator;
  private final Gateway gateway;
  private final HttpClient http = HttpClient.newHttpClient();

  DoorGateway(Path folder, String script) throws IOException {
    this(GatewayOptions.local(0, folder), script, Map.of());
  }

  DoorGateway(GatewayOptions options, String script, Map<String, String> aliases)
      throws IOException {
    this(
        options,
        SimulatorOptions.defaults().atOnce().withScript(ScriptReader.read("doors.yaml", script)),
        aliases);
  }

  DoorGateway(GatewayOptions options, SimulatorOptions simulated, Map<String, String> aliases)
      throws IOException {
    simulator = Simulator.start(simulated);
    gateway =
        Gateway.start(options, transport -> new Catalog(offers(transport), List.of(), aliases));
  }

  private List<CatalogEntry> offers(Transport transport) {
    Transport overheard = new Overheard(transport, sent);
    List<CatalogEntry> offers = new ArrayList<>();
    PROVIDERS.forEach((name, path) -> {
      var provider =
          Preset.of(name)
              .orElseThrow()
              .provider(name, simulator.url() + path, Map.of())
              .defaultModel("model-of-" + name)
              .build();
      var calls = CallOptions.DEFAULT.withTries(1, Duration.ofMillis(1));
      offers.add(
          new CatalogEntry(
              new HttpUpstream(provider, overheard, calls),
              List.of("model-of-" + name, "shared"),
              /* isSimulated= */ true));
    });
    return offers;
  }

  private record Overheard(Transport transport, List<HttpCall> calls) implements Transport {
    @Override
    public Exchange send(HttpCall call, Sink sink) {
      calls.add(call);
      return transport.send(call, sink);
    }

    @Override
    public void close() {
      transport.close();
    }
  }

  String url() {
    return "http://127.0.0.1:" + gateway.port();
  }

  HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url() + path)).timeout(Duration.ofSeconds(30));
    return headers.length == 0 ? request : request.headers(headers);
  }

  HttpResponse<String> post(String path, String body, String... headers) throws Exception {
    HttpRequest request =
        request(path, headers)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path, String... headers) throws Exception {
    return http.send(request(path, headers).build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpClient http() {
    return http;
  }

  static Json json(String text) {
    return READER.read(text);
  }

  /** What became of a stream, when it has ended. */
  Json ended(String id) throws Exception {
    String path = "/v1/streams/" + id;
    eventually(() -> !json(get(path).body()).get("state").textOrEmpty().equals("live"));
    return json(get(path).body());
  }

  /** Waits until something is true. */
  void eventually(Callable<Boolean> condition) throws Exception {
    for (int i = 0; i < 2_000; i++) {
      if (condition.call()) {
        return;
      }
      Thread.sleep(10);
    }
    throw new AssertionError("It never came true");
  }

  Simulator simulator() {
    return simulator;
  }

  static String id(HttpResponse<?> response) {
    return response.headers().firstValue("Weir-Stream-Id").orElseThrow();
  }

  @Override
  public void close() {
    http.close();
    gateway.close();
    simulator.close();
  }
}
