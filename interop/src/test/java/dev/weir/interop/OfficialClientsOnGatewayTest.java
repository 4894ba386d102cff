package dev.weir.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.errors.AnthropicServiceException;
import com.google.genai.Client;
import com.google.genai.errors.ApiException;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.HttpRetryOptions;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.errors.OpenAIServiceException;
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
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The providers' own clients ask the gateway at the doors of their dialects, and a provider of
 * every dialect answers: what is thought, said and called arrives, as a stream and whole, and what
 * is refused becomes the exception that the client has for it.
 */
class OfficialClientsOnGatewayTest {
  private static final Script CALLING =
      ScriptReader.read(
          "calling.yaml",
          """
          answers:
            - say:
                - thinking: ["Let me ", "look. 🌤"]
                - text: "It is «sunny» in Rome.\\n"
                - {call: forecast, arguments: {city: "R\\"ome", days: 3}}
                - {call: clock}
              usage: {input: 10, output: 20, reasoning: 4}
          """);

  private static final Heard SAID =
      new Heard(
          "It is «sunny» in Rome.\n",
          "Let me look. 🌤",
          /* refusal= */ "",
          List.of(
              Heard.call("forecast", "{\"city\": \"R\\\"ome\", \"days\": 3}"),
              Heard.call("clock", "{}")));

  /** The gateway's providers, with where each dialect's paths begin on the simulator. */
  private static final Map<String, String> PROVIDERS = new LinkedHashMap<>();

  static {
    PROVIDERS.put("openai-chat", "/v1");
    PROVIDERS.put("openai", "/v1");
    PROVIDERS.put("anthropic", "/v1");
    PROVIDERS.put("gemini", "/v1beta");
    PROVIDERS.put("ollama", "");
  }

  @TempDir private Path folder;

  /** How a client asks at a door. */
  record Asking(String name, Function<String, Heard> ask) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Asking> CLIENTS =
      List.of(
          new Asking("openai-java chat", url -> openai(url, c -> Clients.chat(c, true))),
          new Asking("openai-java whole chat", url -> openai(url, Clients::wholeChat)),
          new Asking("openai-java responses", url -> openai(url, c -> Clients.responses(c, true))),
          new Asking("openai-java whole response", url -> openai(url, Clients::wholeResponse)),
          new Asking("anthropic-java", url -> anthropic(url, c -> Clients.anthropic(c, true))),
          new Asking("anthropic-java whole", url -> anthropic(url, Clients::wholeMessage)),
          new Asking("google-genai", url -> gemini(url, Clients::gemini)),
          new Asking("google-genai whole", url -> gemini(url, Clients::wholeGemini)));

  static List<Arguments> pairs() {
    List<Arguments> pairs = new ArrayList<>();
    for (Asking client : CLIENTS) {
      PROVIDERS.keySet().forEach(provider -> pairs.add(Arguments.of(client, provider)));
    }
    return pairs;
  }

  private static Heard openai(String url, Function<com.openai.client.OpenAIClient, Heard> ask) {
    var client =
        OpenAIOkHttpClient.builder().baseUrl(url + "/v1").apiKey("none").maxRetries(0).build();
    try {
      return ask.apply(client);
    } finally {
      client.close();
    }
  }

  private static Heard anthropic(
      String url, Function<com.anthropic.client.AnthropicClient, Heard> ask) {
    var client = AnthropicOkHttpClient.builder().baseUrl(url).apiKey("none").maxRetries(0).build();
    try {
      return ask.apply(client);
    } finally {
      client.close();
    }
  }

  private static Heard gemini(String url, Function<Client, Heard> ask) {
    var once = HttpRetryOptions.builder().attempts(1).build();
    var http = HttpOptions.builder().baseUrl(url).retryOptions(once).build();
    try (var client = Client.builder().apiKey("none").httpOptions(http).build()) {
      return ask.apply(client);
    }
  }

  /** A gateway that takes whatever model is asked for as this one of a provider. */
  private Gateway gateway(Simulator simulator, String provider, String model) throws IOException {
    return Gateway.start(
        GatewayOptions.local(0, folder),
        transport ->
            new Catalog(
                List.of(offer(simulator, provider, transport)),
                List.of(),
                Map.of("*", provider + "/" + model)));
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

  private static String url(Gateway gateway) {
    return "http://127.0.0.1:" + gateway.port();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void everyClientHearsWhatEveryProviderSays(Asking client, String provider) throws Exception {
    var options = SimulatorOptions.defaults().withScript(CALLING).atOnce();
    try (var simulator = Simulator.start(options);
        var gateway = gateway(simulator, provider, "m-1")) {
      assertThat(client.ask().apply(url(gateway))).isEqualTo(SAID);
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void whatIsRefusedIsTheClientsOwnExceptionWithTheProvidersStatus(Asking client, String provider)
      throws Exception {
    try (var simulator = Simulator.start(SimulatorOptions.defaults().atOnce())) {
      for (int status : new int[] {400, 401, 404, 429, 500, 529}) {
        try (var gateway = gateway(simulator, provider, "sim-fault-" + status)) {
          assertThatThrownBy(() -> client.ask().apply(url(gateway)))
              .satisfies(thrown -> assertThat(status(thrown)).isEqualTo(status));
        }
      }
    }
  }

  /** The status in whatever a client throws. */
  private static int status(Throwable thrown) {
    return switch (thrown) {
      case OpenAIServiceException refused -> refused.statusCode();
      case AnthropicServiceException refused -> refused.statusCode();
      case ApiException refused -> refused.code();
      default -> throw new AssertionError("not an exception of the client's own", thrown);
    };
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void halfAnAnswerIsAnErrorForEveryClient(Asking client, String provider) throws Exception {
    try (var simulator = Simulator.start(SimulatorOptions.defaults().atOnce());
        var gateway = gateway(simulator, provider, "sim-fault-cut")) {
      assertThatThrownBy(() -> client.ask().apply(url(gateway))).isNotNull();
    }
  }
}
