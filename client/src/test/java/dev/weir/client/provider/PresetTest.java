package dev.weir.client.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PresetTest {
  private static final Path MANUAL = Path.of("..", "docs", "providers.md");

  @Test
  void theManualListsThemAllAsTheyAre() throws IOException {
    List<String> rows =
        Files.readAllLines(MANUAL).stream()
            .filter(line -> line.startsWith("| `") && line.matches(".*(://|AZURE).*"))
            .map(line -> line.replaceAll(" \\(gRPC, module `xai`\\)", ""))
            .toList();
    assertThat(Preset.all()).extracting(PresetTest::row).containsExactlyElementsOf(rows);
  }

  private static String row(Preset preset) {
    String keys =
        preset.keyVariables().stream()
            .map(key -> "`" + key + "`")
            .collect(Collectors.joining(", "));
    String model = preset.defaultModel();
    return "| `%s` | `%s` | `%s` | %s | %s |"
        .formatted(
            preset.word(),
            preset.word().equals("xai-grpc") ? "xai" : preset.dialect().word(),
            preset.baseUrlPattern(),
            keys.isEmpty() ? "none" : keys,
            model == null ? "–" : "`" + model + "`");
  }

  @Test
  void aPresetTakesItsKeyFromTheFirstVariableThatIsSet() {
    Map<String, String> environment = Map.of("DASHSCOPE_API_KEY", " ", "ALIBABA_API_KEY", "k");
    assertThat(Preset.QWEN.hasKey(environment)).isTrue();
    assertThat(Preset.QWEN.key(environment)).isEqualTo(Secret.of("k"));
    assertThat(Preset.QWEN.hasKey(Map.of())).isFalse();
  }
}
