package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The live view on a real terminal; each scene by itself is in the terminal's ScreensTest. */
@Timeout(400)
class TmuxTest {
  /** Nobody waits that long: what comes then is stepped to. */
  private static final long LATER = 3_600_000_000L;

  @TempDir Path folder = Path.of("");

  @BeforeAll
  static void needsTmux() {
    assumeTrue(Tmux.isThere(), "tmux is not installed: apt-get install tmux runs these tests too");
  }

  @Test
  void aStreamIsShownWhileItComesAndStaysWhole() throws Exception {
    Path recording =
        recording(
            delta(0, "'reasoning':'Let me compare the two rivers.'"),
            delta(0, "'content':'The **Rhine** is '"),
            delta(0, "'content':'longer.'"),
            delta(0, call(0, "gauge", "{\\'river\\':")),
            delta(0, call(1, "gauge", "{\\'river\\':")),
            delta(0, call(0, null, "\\'Rhine\\'}")),
            delta(0, call(1, null, "\\'Elbe\\'}")),
            finish(0, "tool_calls"));
    try (var tmux = new Tmux(80, 24, List.of("replay", "--to", "panels", recording + ""))) {
      assertThat(tmux.await(screen -> screen.contains("Elbe")))
          .isEqualTo(
              """
              $ weir
              openai-chat · m · T
              ◆ thinking · T
              │ Let me compare the two rivers.
              ● answer
              │ The Rhine is longer.
              ▶ call gauge
              │ {"river":"Rhine"}
              ▶ call gauge
              │ {"river":"Elbe"}
              first text T
              ×1 · space pause · s step · + - speed · q quit\
              """);
      tmux.keys("Space");
      tmux.await(screen -> screen.contains("paused"));
      tmux.stepToTheEnd();

      assertThat(tmux.all())
          .isEqualTo(
              """
              $ weir
              openai-chat · m
              ◆ thinking · T
              Let me compare the two rivers.

              ● answer
              The Rhine is longer.

              ▶ call gauge
              {"river":"Rhine"}

              ▶ call gauge
              {"river":"Elbe"}

              first text T · T · TOOL_CALLS

              exit=0\
              """);
    }
  }

  @Test
  void tenThousandDeltasAreWholeHoweverTheTerminalIsResized() throws Exception {
    String words =
        IntStream.range(0, 10_000)
            .mapToObj(i -> delta(0, "'content':'w%d%s'".formatted(i, i % 40 == 39 ? "\\n" : " ")))
            .collect(Collectors.joining());
    Path recording = recording(words, finish(0, "stop"));
    try (var tmux = new Tmux(120, 40, List.of("replay", "--to", "panels", recording + ""))) {
      tmux.await(screen -> screen.contains("w9999"));
      for (int[] size : new int[][] {{80, 24}, {100, 30}, {120, 40}, {80, 24}}) {
        tmux.resize(size[0], size[1]);
        String row = row(9960, 13);
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
  void aFailureAndARefusalSaySo() throws Exception {
    Path recording =
        recording(
            delta(0, "'refusal':'I cannot help with that.'"),
            delta(1, "'content':'It began well'"),
            "{'error':{'code':529,'message':'The engine is overloaded'}}\n");
    try (var tmux = new Tmux(80, 24, List.of("replay", "--to", "panels", recording + ""))) {
      tmux.stepToTheEnd();

      assertThat(tmux.all())
          .startsWith(
              """
              $ weir
              openai-chat · m
              ■ refusal\
              """)
          .contains("I cannot help with that.")
          .contains("● answer · interrupted\nIt began well\n")
          .contains("✗ [529] The engine is overloaded\nfirst text T · T · FAILED")
          .endsWith("exit=1");
    }
  }

  @Test
  void recordingsStandSideBySideOnOneTimeLine() throws Exception {
    Path one = recording(delta(0, "'content':'One.'"), finish(0, "stop"));
    Path two = recording(delta(0, "'content':'Two.'"), finish(0, "stop"));
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

  private static String row(int from, int words) {
    return IntStream.range(from, from + words)
        .mapToObj(i -> "w" + i)
        .collect(Collectors.joining(" ", "│ ", ""));
  }

  private Path recording(String... lines) throws IOException {
    StringBuilder text =
        new StringBuilder(
            "{'weir':'recording','version':1,'dialect':'openai-chat','modelName':'m',"
                    .replace('\'', '"')
                + "\"startedAt\":\"1970-01-01T00:00:01Z\"}\n");
    for (String line : String.join("", lines).lines().toList()) {
      // Single quotes keep the lines readable here.
      String json = line.replace('\'', '"').replace("\\", "\\\\").replace("\"", "\\\"");
      long at =
          line.contains("finish_reason\":\"") || line.contains("finish_reason':'") ? LATER : 0;
      text.append("{\"at\":%d,\"text\":\"data: %s\\n\\n\"}%n".formatted(at, json));
    }
    text.append("{\"at\":%d,\"end\":\"input\"}%n".formatted(LATER));
    return Files.writeString(Files.createTempFile(folder, "r", ".jsonl"), text);
  }

  private static String delta(int choice, String delta) {
    return "{'id':'c','model':'m','choices':[{'index':%d,'delta':{%s}}]}\n"
        .formatted(choice, delta.replace("\n", "\\n"));
  }

  private static String finish(int choice, String reason) {
    return "{'id':'c','model':'m','choices':[{'index':%d,'delta':{},'finish_reason':'%s'}]}\n"
        .formatted(choice, reason);
  }

  private static String call(
      int index, @org.jspecify.annotations.Nullable String name, String arguments) {
    String named = name == null ? "" : "'id':'call_%d','type':'function',".formatted(index);
    String function = name == null ? "" : "'name':'%s',".formatted(name);
    return "'tool_calls':[{'index':%d,%s'function':{%s'arguments':'%s'}}]"
        .formatted(index, named, function, arguments);
  }
}
