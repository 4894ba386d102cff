package dev.weir.interop;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.google.genai.Client;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.HttpRetryOptions;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Preset;
import dev.weir.client.transport.Transport;
import dev.weir.gateway.Gateway;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A gateway that takes whatever model is asked for as one of a provider's, which is the simulator
 * in one dialect; and the providers' own clients of it.
 */
final class DialectGateway implements AutoCloseable {
  /** The gateway's providers, with where each dialect's paths begin on the simulator. */
  static final Map<String, String> PROVIDERS = new LinkedHashMap<>();

  static {
    PROVIDERS.put("openai-chat", "/v1");
    PROVIDERS.put("openai", "/v1");
    PROVIDERS.put("anthropic", "/v1");
    PROVIDERS.put("gemini", "/v1beta");
    PROVIDERS.put("ollama", "");
  }

  private final Simulator simulator;
  private final Gateway gateway;

  private DialectGateway(Simulator simulator, Gateway gateway) {
    this.simulator = simulator;
    this.gateway = gateway;
  }

  static DialectGateway start(
      Path folder, SimulatorOptions simulated, String provider, String model) throws IOException {
    return start(
        GatewayOptions.local(0, folder), simulated, provider, Map.of("*", provider + "/" + model));
  }

  /**
   * One that takes only what it is told to.
   *
   * @param aliases names of models, and what each stands for
   */
  static DialectGateway start(
      GatewayOptions options,
      SimulatorOptions simulated,
      String provider,
      Map<String, String> aliases)
      throws IOException {
    Simulator simulator = Simulator.start(simulated);
    return new DialectGateway(
        simulator,
        Gateway.start(
            options,
            transport ->
                new Catalog(List.of(offer(simulator, provider, transport)), List.of(), aliases)));
  }

  private static CatalogEntry offer(Simulator simulator, String name, Transport transport) {
    var provider =
        Preset.of(name)
            .orElseThrow()
            .provider(name, simulator.url() + PROVIDERS.get(name), Map.of())
            .build();
    var once = CallOptions.DEFAULT.withTries(1, Duration.ofMillis(1));
    return new CatalogEntry(
        new HttpUpstream(provider, transport, once), List.of(), /* isSimulated= */ true);
  }

  String url() {
    return "http://127.0.0.1:" + gateway.port();
  }

  Simulator simulator() {
    return simulator;
  }

  <T> T openai(Function<OpenAIClient, T> ask) {
    var client =
        OpenAIOkHttpClient.builder().baseUrl(url() + "/v1").apiKey("none").maxRetries(0).build();
    try {
      return ask.apply(client);
    } finally {
      client.close();
    }
  }

  <T> T anthropic(Function<AnthropicClient, T> ask) {
    var client =
        AnthropicOkHttpClient.builder().baseUrl(url()).apiKey("none").maxRetries(0).build();
    try {
      return ask.apply(client);
    } finally {
      client.close();
    }
  }

  <T> T gemini(Function<Client, T> ask) {
    var once = HttpRetryOptions.builder().attempts(1).build();
    var http = HttpOptions.builder().baseUrl(url()).retryOptions(once).build();
    try (var client = Client.builder().apiKey("none").httpOptions(http).build()) {
      return ask.apply(client);
    }
  }

  @Override
  public void close() {
    gateway.close();
    simulator.close();
  }
}
