package dev.weir.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the providers' own clients ask for beside words, at the doors of their dialects, over a
 * provider of every dialect.
 */
class OfficialClientsAskingTest {
  private static final String DOT =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

  private static final Script SCRIPT =
      ScriptReader.read(
          "asking.yaml",
          """
          answers:
            - when: {format: json}
              say: [{text: '{"city": "Rome", "degrees": 21}'}]
            - when: {text: image}
              say: [{text: A red dot.}]
            - when: {text: secret}
              say: [{refusal: I can't help with that.}]
            - when: {text: long}
              say: [{text: It goes on and}]
              finish: length
            - when: {text: slow}
              say:
                - text: One two
                - pause: 60s
                - text: three
          """);

  @TempDir private Path folder;

  static List<Arguments> pairs() {
    List<Arguments> pairs = new ArrayList<>();
    for (Sdk sdk : Sdk.values()) {
      DialectGateway.PROVIDERS.keySet().forEach(provider -> pairs.add(Arguments.of(sdk, provider)));
    }
    return pairs;
  }

  private DialectGateway gateway(String provider) throws Exception {
    var options = SimulatorOptions.defaults().withScript(SCRIPT);
    return DialectGateway.start(folder, options, provider, "m-1");
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aPictureReachesEveryProvider(Sdk sdk, String provider) throws Exception {
    try (var gateway = gateway(provider)) {
      assertThat(sdk.ask(gateway, "image", DOT).text()).isEqualTo("A red dot.");
      assertThat(gateway.simulator().requests().getLast().body()).contains(DOT);
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void anAnswerHasTheFormThatWasAskedFor(Sdk sdk, String provider) throws Exception {
    try (var gateway = gateway(provider)) {
      Sdk.Weather weather = sdk.weather(gateway);
      assertThat(weather.city).isEqualTo("Rome");
      assertThat(weather.degrees).isEqualTo(21);
      assertThat(gateway.simulator().requests().getLast().body()).contains("\"degrees\"");
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aRefusalIsHeard(Sdk sdk, String provider) throws Exception {
    try (var gateway = gateway(provider)) {
      Sdk.Answer answer = sdk.ask(gateway, "secret", /* png= */ null);
      assertThat(answer.text() + answer.refusal()).isEqualTo("I can't help with that.");
      assertThat(answer.finish())
          .isIn(
              Set.of(
                  "stop", "content_filter", "completed", "refusal", "end_turn", "SAFETY", "STOP"));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void anAnswerThatWasTooLongSaysSo(Sdk sdk, String provider) throws Exception {
    try (var gateway = gateway(provider)) {
      Sdk.Answer answer = sdk.ask(gateway, "long", /* png= */ null);
      assertThat(answer.text()).isEqualTo("It goes on and");
      assertThat(answer.finish())
          .isEqualTo(
              switch (sdk) {
                case OPENAI_CHAT -> "length";
                case OPENAI_RESPONSES -> "max_output_tokens";
                case ANTHROPIC -> "max_tokens";
                case GEMINI -> "MAX_TOKENS";
              });
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void whoLeavesHasTheProviderStop(Sdk sdk, String provider) throws Exception {
    try (var gateway = gateway(provider)) {
      sdk.leave(gateway, "slow");
      for (int waited = 0; gateway.simulator().answering() > 0; waited++) {
        assertThat(waited).as("tenths of a second that the provider went on").isLessThan(200);
        Thread.sleep(100);
      }
    }
  }
}
