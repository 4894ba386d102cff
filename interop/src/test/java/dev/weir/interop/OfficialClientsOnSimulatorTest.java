package dev.weir.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.google.genai.Client;
import com.google.genai.types.HttpOptions;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.StreamEvent;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.reply.ScriptedReply;
import dev.weir.sim.request.Asked;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptReader;
import dev.weir.sim.script.TimedEvent;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The providers' own clients ask the simulator over a socket and assemble what the script says, as
 * a stream and whole.
 */
class OfficialClientsOnSimulatorTest {
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

  private static Simulator calling;
  private static Simulator builtIn;

  @BeforeAll
  static void start() throws IOException {
    calling = Simulator.start(SimulatorOptions.defaults().withScript(CALLING).atOnce());
    builtIn = Simulator.start(SimulatorOptions.defaults().atOnce());
  }

  @AfterAll
  static void stop() {
    calling.close();
    builtIn.close();
  }

  private static Heard scripted(Script script, Dialect dialect) {
    var asked =
        new Asked(
            "m",
            /* isStreamed= */ true,
            "hi",
            List.of(),
            List.of(),
            /* mayThink= */ true,
            "key",
            /* inputChars= */ 2);
    List<StreamEvent> events =
        ScriptedReply.events(
                script,
                script.answerTo(asked).orElseThrow(),
                asked,
                dialect.serverSide().orElseThrow())
            .stream()
            .map(TimedEvent::event)
            .toList();
    return Heard.of(events);
  }

  private static void assembles(Dialect dialect, Function<String, Heard> client) {
    assertThat(client.apply(calling.url())).isEqualTo(scripted(CALLING, dialect));
    assertThat(client.apply(builtIn.url())).isEqualTo(scripted(Script.builtIn(), dialect));
  }

  private static Heard openai(String url, Function<OpenAIClient, Heard> ask) {
    OpenAIClient client =
        OpenAIOkHttpClient.builder().baseUrl(url + "/v1").apiKey("none").maxRetries(0).build();
    try {
      return ask.apply(client);
    } finally {
      client.close();
    }
  }

  private static Heard anthropic(String url, Function<AnthropicClient, Heard> ask) {
    AnthropicClient client =
        AnthropicOkHttpClient.builder().baseUrl(url).apiKey("none").maxRetries(0).build();
    try {
      return ask.apply(client);
    } finally {
      client.close();
    }
  }

  private static Heard gemini(String url, Function<Client, Heard> ask) {
    var http = HttpOptions.builder().baseUrl(url).build();
    try (var client = Client.builder().apiKey("none").httpOptions(http).build()) {
      return ask.apply(client);
    }
  }

  @Test
  void openaiJavaAssemblesChat() {
    assembles(Dialects.OPENAI_CHAT, url -> openai(url, c -> Clients.chat(c, /* strict= */ true)));
    assembles(Dialects.OPENAI_CHAT, url -> openai(url, Clients::wholeChat));
  }

  @Test
  void openaiJavaAssemblesResponses() {
    assembles(
        Dialects.OPENAI_RESPONSES,
        url -> openai(url, c -> Clients.responses(c, /* strict= */ true)));
    assembles(Dialects.OPENAI_RESPONSES, url -> openai(url, Clients::wholeResponse));
  }

  @Test
  void anthropicJavaAssemblesMessages() {
    assembles(
        Dialects.ANTHROPIC, url -> anthropic(url, c -> Clients.anthropic(c, /* strict= */ true)));
    assembles(Dialects.ANTHROPIC, url -> anthropic(url, Clients::wholeMessage));
  }

  @Test
  void googleGenaiAssemblesGemini() {
    assembles(Dialects.GEMINI, url -> gemini(url, Clients::gemini));
    assembles(Dialects.GEMINI, url -> gemini(url, Clients::wholeGemini));
  }
}
