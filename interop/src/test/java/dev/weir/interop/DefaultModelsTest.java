package dev.weir.interop;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.models.messages.Model;
import com.openai.models.ChatModel;
import dev.weir.client.provider.Preset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The models that are asked by default are among those that the providers' own clients list. */
class DefaultModelsTest {
  @ParameterizedTest
  @ValueSource(strings = {"openai", "openai-chat"})
  void openAiListsOurs(String preset) {
    assertThat(ChatModel.of(model(preset)).value()).isNotEqualTo(ChatModel.Value._UNKNOWN);
  }

  @Test
  void anthropicListsOurs() {
    assertThat(Model.of(model("anthropic")).value()).isNotEqualTo(Model.Value._UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "gemini-interactions", "vertex"})
  void googleListsOurs(String preset) {
    var listed = com.google.genai.gaos.models.interactions.Model.of(model(preset));
    assertThat(listed.isKnown()).as(listed.value()).isTrue();
  }

  private static String model(String preset) {
    return requireNonNull(Preset.of(preset).orElseThrow().defaultModel());
  }
}
