package dev.weir.interop.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.GrammarChecker;
import dev.weir.event.StreamEvent;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.dialect.SimulatedDialects;
import dev.weir.sim.reply.ScriptedReply;
import dev.weir.sim.request.Asked;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptReader;
import dev.weir.sim.script.TimedEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client, a socket, the simulator: what the script tells is what the client hears. */
class ScriptsOverSocketsTest {
  private static final Script SCRIPT =
      ScriptReader.read(
          "sockets.yaml",
          """
          model: demo-1
          wait: 5s
          answers:
            - when: {text: weather}
              say:
                - thinking: ["Let me ", "look. 🌤", "\\n\\nDone"]
                - text: "It is «sunny» in Rome\\ttoday, data: [DONE]\\n"
                - {call: forecast, id: call_7, arguments: {city: "R\\"ome", days: 3, near: [1.5, null]}}
                - {call: clock, id: call_8}
              usage: {input: 10, output: 20}
            - when: {text: long}
              say: [{text: a b c}]
              finish: length
              usage: {input: 1, output: 2}
            - when: {text: broken}
              say: [{text: a b c}, {error: Overloaded, code: overloaded}]
              usage: {input: 1, output: 2}
            - say: [{text: plain}]
              usage: {input: 1, output: 2}
          """);

  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().withScript(SCRIPT).atOnce());
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static List<StreamEvent> script(Dialect dialect, String prompt) {
    var asked =
        new Asked(
            "some-model",
            /* isStreamed= */ true,
            prompt,
            List.of(),
            List.of(),
            /* mayThink= */ true,
            "key",
            /* inputChars= */ 1);
    return ScriptedReply.events(
            SCRIPT,
            SCRIPT.answerTo(asked).orElseThrow(),
            asked,
            SimulatedDialects.server(dialect).orElseThrow())
        .stream()
        .map(TimedEvent::event)
        .toList();
  }

  private static List<StreamEvent> hear(Dialect dialect, String prompt) {
    List<StreamEvent> events = new ArrayList<>();
    try (var weir = Weir.of(Providers.at(simulator.url(), dialect).build());
        var stream = weir.stream(Request.of(prompt))) {
      stream.forEach(events::add);
    }
    return events;
  }

  @ParameterizedTest
  @CsvSource({
    "openai-responses, How is the weather?",
    "openai-responses, a long one",
    "openai-responses, plain",
    "openai-chat, How is the weather?",
    "openai-chat, a long one",
    "openai-chat, plain",
    "anthropic, How is the weather?",
    "anthropic, plain",
    "gemini, How is the weather?",
    "gemini, a long one",
    "gemini, plain",
    "ollama, How is the weather?",
    "ollama, a long one",
    "ollama, plain",
    "gemini-interactions, How is the weather?",
    "gemini-interactions, plain",
  })
  void theEventsAreTheScript(String word, String prompt) {
    Dialect dialect = Dialects.named(word);
    List<StreamEvent> heard = hear(dialect, prompt);
    assertThat(GrammarChecker.check(heard)).isEmpty();
    assertThat(Told.by(heard)).isEqualTo(Told.by(script(dialect, prompt)));
  }

  /** Anthropic ends a block before it says that it had to. */
  @Test
  void anthropicSaysOnlyAtTheEndThatItWasTooLong() {
    assertThat(Told.by(hear(Dialects.ANTHROPIC, "a long one")))
        .startsWith("whole TEXT [a , b , c]")
        .last()
        .asString()
        .startsWith("LENGTH, ");
  }

  @ParameterizedTest
  @CsvSource({
    "openai-responses",
    "openai-chat",
    "anthropic",
    "gemini",
    "ollama",
    "gemini-interactions",
    "bedrock",
    "cohere"
  })
  void anErrorInsideTheStreamComesAfterWhatWasSaid(String word) {
    Dialect dialect = Dialects.named(word);
    List<StreamEvent> heard = hear(dialect, "a broken one");
    assertThat(GrammarChecker.check(heard)).isEmpty();
    assertThat(Told.by(heard)).first().asString().endsWith("TEXT [a , b , c]");
    assertThat(Told.by(heard))
        .contains("fault Overloaded")
        .last()
        .asString()
        .startsWith("FAILED, ");
  }
}
