package dev.weir.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.CallOptions;
import dev.weir.client.provider.Provider;
import dev.weir.client.turn.TurnOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.BlockKind;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.Verdict;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptReader;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A conversation goes on after an answer that came to nothing: the simulator refuses an empty one.
 */
final class ConversationAfterFailureTest {
  private static final Script SCRIPT =
      ScriptReader.read(
          "failing.yaml",
          """
          answers:
            - when: {text: break}
              say: [{error: It broke., code: broken}]
            - when: {text: think}
              say: [{thinking: Only this.}]
            - say: [{text: "Here I am."}]
          """);

  static Stream<Dialect> dialects() {
    return Stream.of(
        Dialects.OPENAI_CHAT, Dialects.OPENAI_RESPONSES, Dialects.ANTHROPIC, Dialects.GEMINI);
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void goesOn(Dialect dialect) throws Exception {
    try (var simulator = Simulator.start(SimulatorOptions.defaults().withScript(SCRIPT).atOnce());
        var chat = chat(dialect, simulator)) {
      assertThat(chat.ask(Question.of("break"), event -> {}).verdict()).isEqualTo(Verdict.FAILED);
      assertThat(chat.ask(Question.of("think"), event -> {}).verdict()).isEqualTo(Verdict.COMPLETE);
      var answer = new ResponseAssembler();
      assertThat(chat.ask(Question.of("hello?"), answer::accept).verdict())
          .isEqualTo(Verdict.COMPLETE);
      assertThat(answer.response().text(BlockKind.TEXT)).isEqualTo("Here I am.");
    }
  }

  private static ProviderChat chat(Dialect dialect, Simulator simulator) {
    Provider provider =
        Provider.builder("sim", dialect, simulator.url() + "/v1").defaultModel("m").build();
    return new ProviderChat(
        Partner.of(provider),
        CallOptions.DEFAULT,
        new ProviderChat.Settings(null, null, null, null, null, List.of(), TurnOptions.DEFAULT),
        metrics -> {},
        words -> {});
  }
}
