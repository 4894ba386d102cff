package dev.weir.cli;

import static dev.weir.cli.ChatRecording.LATER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The live view on a real terminal: long texts, columns, keys, colours. */
@Timeout(400)
class TmuxTest {
  @TempDir Path folder = Path.of("");

  @BeforeAll
  static void needsTmux() {
    assumeTrue(Tmux.isThere(), "tmux is not installed: apt-get install tmux runs these tests too");
  }

  @Test
  void tenThousandDeltasAreWholeHoweverTheTerminalIsResized() throws Exception {
    var words = new ChatRecording();
    for (int i = 0; i < 10_000; i++) {
      words.delta(0, "'content':'w%d%s'".formatted(i, i % 40 == 39 ? "\\n" : " "));
    }
    Path recording = words.at(LATER).finish(0, "stop").in(folder);
    try (var tmux = new Tmux(120, 40, List.of("replay", "--to", "panels", recording + ""))) {
      tmux.await(screen -> screen.contains("w9999"));
      for (int[] size : new int[][] {{80, 24}, {100, 30}, {120, 40}, {80, 24}}) {
        tmux.resize(size[0], size[1]);
        String row = row(9960, 6);
        tmux.await(screen -> screen.lines().anyMatch(row::equals) && screen.endsWith("q quit"));
      }
      tmux.stepToTheEnd();

      String all = tmux.all();
      assertThat(all.replaceAll("\\s+", " "))
          .isEqualTo(
              "$ weir openai-chat · m ● answer "
                  + IntStream.range(0, 10_000)
                      .mapToObj(i -> "w" + i)
                      .collect(Collectors.joining(" "))
                  + " first text T · T · COMPLETE exit=0");
    }
  }

  @Test
  void recordingsStandSideBySideOnOneTimeLine() throws Exception {
    Path one = said("One.");
    Path two = said("Two.");
    List<String> call = List.of("replay", "--to", "panels", one + "", two + "");
    try (var tmux = new Tmux(80, 24, call)) {
      String screen = tmux.await(s -> s.contains("One.") && s.contains("Two."));
      assertThat(screen.lines())
          .anySatisfy(row -> assertThat(row).matches("│ One\\.\\s+│ │ Two\\."));
      tmux.stepToTheEnd();

      assertThat(tmux.all().replaceAll("\\s+", " "))
          .isEqualTo(
              "$ weir openai-chat · m ● answer One. first text T · T · COMPLETE"
                  + " openai-chat · m ● answer Two. first text T · T · COMPLETE exit=0");
    }
  }

  @Test
  void aRecordingThroughAPipeIsPausedAndSteppedByTheKeysOfTheTerminal() throws Exception {
    Path recording =
        new ChatRecording()
            .delta(0, "'content':'One'")
            .at(LATER)
            .delta(0, "'content':', two'")
            .at(2 * LATER)
            .delta(0, "'content':', three.'")
            .finish(0, "stop")
            .in(folder);
    List<String> call = List.of("replay", "--to", "panels", "--speed", "4", "-");
    try (var tmux = Tmux.piped(80, 24, recording, call)) {
      assertThat(tmux.await(screen -> screen.contains("│ One")))
          .endsWith("│ One\nfirst text T\n×4 (+-) · space pause · s step · q quit");
      tmux.keys("+");
      tmux.await(screen -> screen.contains("×8 (+-)"));
      tmux.keys("Space");
      tmux.await(screen -> screen.endsWith("paused · space goes on · s step · q quit"));
      tmux.keys("s");
      assertThat(tmux.await(screen -> screen.contains("│ One, two"))).contains("paused");
      tmux.keys("Space");
      tmux.await(screen -> screen.contains("×8 (+-)"));
      tmux.keys("q");
      tmux.await(screen -> screen.contains("exit="));

      assertThat(tmux.all())
          .startsWith("openai-chat · m\n● answer · interrupted\nOne, two\n\n")
          .endsWith(" · CANCELLED\n\nexit=0");
    }
  }

  @Test
  void withoutColoursNoneIsShown() throws Exception {
    List<String> call = List.of("replay", "--to", "panels", said("Plain.") + "");
    try (var tmux = new Tmux(80, 24, "export NO_COLOR=1", call)) {
      tmux.await(screen -> screen.contains("Plain."));
      assertThat(tmux.styled()).doesNotContainPattern("\033\\[[0-9;]*[39][0-7]m");
    }
    try (var tmux = new Tmux(80, 24, call)) {
      tmux.await(screen -> screen.contains("Plain."));
      assertThat(tmux.styled()).containsPattern("\033\\[[0-9;]*9[0-7]m");
    }
  }

  private Path said(String text) throws IOException {
    return new ChatRecording()
        .delta(0, "'content':'%s'".formatted(text))
        .at(LATER)
        .finish(0, "stop")
        .in(folder);
  }

  private static String row(int from, int words) {
    return IntStream.range(from, from + words)
        .mapToObj(i -> "w" + i)
        .collect(Collectors.joining(" ", "│ ", ""));
  }
}
