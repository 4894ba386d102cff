package dev.weir.cli.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.sim.yaml.YamlException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeirConfigTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key: sk-canary-0123456789",
        "api-key: sk-canary-0123456789",
        "key-variable: sk-canary-0123456789",
        "base-url: https://sk-canary-0123456789@provider.example",
        "base-url: \"https://provider.example?key=sk-canary-0123456789\"",
      })
  void aKeyThatIsWrittenDownIsRefusedAndNotRepeated(String field) {
    String text =
        "providers:\n  p: {dialect: openai-chat, %s%s, model: m}\n"
            .formatted(
                field.startsWith("base-url") ? "" : "base-url: \"https://p.example\", ", field);
    assertThatThrownBy(() -> WeirConfig.read("weir.yaml", text, Map.of()))
        .isInstanceOf(YamlException.class)
        .message()
        .doesNotContain("canary");
  }
}
