package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A terminal that is resized while a stream comes, and has its text exactly once afterwards. */
@Timeout(400)
class TmuxResizeTest {
  private static final int OUTPUTS = 3;
  private static final int WORDS = 300;
  private static final int WORDS_A_LINE = 25;
  private static final long MICROS_A_WORD = 4_000;
  private static final int[][] SIZES = {
    {60, 20}, {100, 30}, {40, 15}, {100, 30}, {60, 20}, {120, 40}, {60, 40}, {80, 24}, {120, 40}
  };

  @TempDir Path folder = Path.of("");

  @BeforeAll
  static void needsTmux() {
    assumeTrue(Tmux.isThere(), "tmux is not installed: apt-get install tmux runs these tests too");
  }

  /**
   * @param rowsAbove how much the terminal already shows
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 100})
  void nothingIsLeftBehindAndNothingIsLost(int rowsAbove) throws Exception {
    String before = "seq -f 'row %%g' %d".formatted(rowsAbove);
    List<String> call = List.of("replay", "--to", "panels", recording() + "");
    try (var tmux = new Tmux(120, 40, before, call)) {
      tmux.await(screen -> screen.contains("a3 "));
      for (int i = 0; !tmux.screen().contains("exit="); i++) {
        int[] size = SIZES[i % SIZES.length];
        tmux.resize(size[0], size[1]);
        Thread.sleep(i % 3 == 0 ? 20 : 250);
      }
      tmux.resize(120, 40);

      assertThat(tmux.all()).isEqualTo(expected(rowsAbove));
    }
  }

  private Path recording() throws IOException {
    var recording = new ChatRecording();
    for (int output = 0; output < OUTPUTS; output++) {
      for (int i = 0; i < WORDS; i++) {
        recording
            .at(MICROS_A_WORD * (output * WORDS + i))
            .delta(output, "'content':'%s'".formatted(word(output, i) + gap(i)));
      }
      recording.finish(output, "stop");
    }
    return recording.in(folder);
  }

  private static String gap(int i) {
    return i % WORDS_A_LINE == WORDS_A_LINE - 1 ? "\\n" : " ";
  }

  private static String word(int output, int i) {
    return (char) ('a' + output) + "" + i;
  }

  private static String expected(int rowsAbove) {
    List<String> lines = new ArrayList<>();
    IntStream.rangeClosed(1, rowsAbove).forEach(i -> lines.add("row " + i));
    lines.add("openai-chat · m");
    for (int output = 0; output < OUTPUTS; output++) {
      lines.add("● answer");
      for (int from = 0; from < WORDS; from += WORDS_A_LINE) {
        int number = output;
        lines.add(
            IntStream.range(from, from + WORDS_A_LINE)
                .mapToObj(i -> word(number, i))
                .collect(Collectors.joining(" ")));
      }
      lines.add("");
    }
    lines.add("first text T · ≈ N tokens/s · T · COMPLETE");
    lines.add("");
    lines.add("exit=0");
    return String.join("\n", lines);
  }
}
