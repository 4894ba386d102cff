package dev.weir.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.errors.AnthropicServiceException;
import com.google.genai.errors.ApiException;
import com.openai.errors.OpenAIServiceException;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  @TempDir private Path folder;

  /** How a client asks at a door. */
  record Asking(String name, Function<DialectGateway, Heard> ask) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Asking> CLIENTS =
      List.of(
          new Asking("openai-java chat", g -> g.openai(c -> Clients.chat(c, true))),
          new Asking("openai-java whole chat", g -> g.openai(Clients::wholeChat)),
          new Asking("openai-java responses", g -> g.openai(c -> Clients.responses(c, true))),
          new Asking("openai-java whole response", g -> g.openai(Clients::wholeResponse)),
          new Asking("anthropic-java", g -> g.anthropic(c -> Clients.anthropic(c, true))),
          new Asking("anthropic-java whole", g -> g.anthropic(Clients::wholeMessage)),
          new Asking("google-genai", g -> g.gemini(Clients::gemini)),
          new Asking("google-genai whole", g -> g.gemini(Clients::wholeGemini)));

  static List<Arguments> pairs() {
    List<Arguments> pairs = new ArrayList<>();
    for (Asking client : CLIENTS) {
      DialectGateway.PROVIDERS
          .keySet()
          .forEach(provider -> pairs.add(Arguments.of(client, provider)));
    }
    return pairs;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void everyClientHearsWhatEveryProviderSays(Asking client, String provider) throws Exception {
    var options = SimulatorOptions.defaults().withScript(CALLING).atOnce();
    try (var gateway = DialectGateway.start(folder, options, provider, "m-1")) {
      assertThat(client.ask().apply(gateway)).isEqualTo(SAID);
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void whatIsRefusedIsTheClientsOwnExceptionWithTheProvidersStatus(Asking client, String provider)
      throws Exception {
    var options = SimulatorOptions.defaults().atOnce();
    for (int status : new int[] {400, 401, 404, 429, 500, 529}) {
      try (var gateway = DialectGateway.start(folder, options, provider, "sim-fault-" + status)) {
        assertThatThrownBy(() -> client.ask().apply(gateway))
            .satisfies(thrown -> assertThat(status(thrown)).isEqualTo(status));
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
    var options = SimulatorOptions.defaults().atOnce();
    try (var gateway = DialectGateway.start(folder, options, provider, "sim-fault-cut")) {
      assertThatThrownBy(() -> client.ask().apply(gateway)).isNotNull();
    }
  }
}
