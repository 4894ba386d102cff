package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir chat} on a real terminal, with the simulator. */
@Timeout(400)
class TmuxChatTest {
  private static final String BOTH = "│ A weir measures .*│ │ A weir measures .*";

  @TempDir Path folder = Path.of("");

  @BeforeAll
  static void needsTmux() {
    assumeTrue(Tmux.isThere(), "tmux is not installed: apt-get install tmux runs these tests too");
  }

  private Tmux chat(int columns, String... arguments) throws IOException {
    List<String> call = new ArrayList<>(List.of("chat"));
    call.addAll(List.of(arguments));
    return new Tmux(columns, 24, "export HOME='%s'; echo '$ weir'".formatted(folder), call);
  }

  @Test
  void questionsAreTypedAndRecalledAndAnswersAreCancelled() throws Exception {
    Path saved = folder.resolve("talk.md");
    try (var tmux = chat(80, "--provider", "simulator")) {
      tmux.await(screen -> screen.endsWith("›"));
      tmux.type("first line\\");
      tmux.await(screen -> screen.endsWith("…"));
      tmux.type("second line");
      tmux.await(screen -> screen.contains("│ A weir measures"));
      tmux.keys("C-c");
      String cancelled = tmux.await(screen -> screen.endsWith("›"));
      assertThat(cancelled)
          .contains("› first line\\\n… second line\n", "● answer · interrupted\n", "CANCELLED");
      tmux.keys("Up");
      tmux.await(screen -> screen.endsWith("› first line\\\n… second line"));
      tmux.keys("C-c");
      tmux.await(screen -> screen.endsWith("… second line\n›"));
      tmux.type("/save " + saved);
      tmux.await(screen -> screen.endsWith("talk.md.\n›"));
      tmux.keys("C-c");
      tmux.await(screen -> screen.endsWith("Ctrl-C again leaves.\n›"));
      tmux.keys("C-c");
      assertThat(tmux.await(screen -> screen.contains("exit="))).endsWith("exit=0");
    }
    assertThat(Files.readString(saved))
        .startsWith(
            "## You\n\nfirst line\nsecond line\n\n## simulated (CANCELLED)\n\n## What a weir");
  }

  @Test
  void anInterruptAtThePromptCountsOnce() throws Exception {
    try (var tmux = chat(80, "--provider", "simulator")) {
      tmux.await(screen -> screen.endsWith("›"));
      tmux.type("Hi");
      tmux.await(screen -> screen.contains("│ A weir measures"));
      tmux.keys("C-c");
      tmux.await(screen -> screen.endsWith("›"));
      for (int i = 0; i < 20; i++) {
        String word = "/none" + i;
        tmux.type(word);
        tmux.await(screen -> screen.endsWith("no " + word + "; /help shows what there is.\n›"));
        tmux.keys("C-c");
        tmux.await(screen -> screen.endsWith("Ctrl-C again leaves.\n›"));
      }
      tmux.type("/quit");
      tmux.await(screen -> screen.endsWith("exit=0"));
    }
  }

  @Test
  void commandsDoWhatTheHelpSays() throws Exception {
    Path recording = folder.resolve("answer.jsonl");
    try (var tmux = chat(200, "--provider", "simulator")) {
      tmux.await(screen -> screen.endsWith("›"));
      tmux.type("/help");
      tmux.await(screen -> screen.contains("/provider NAME[,…]  ask another provider, or several"));
      tmux.type("/provider simulator:anthropic");
      tmux.await(screen -> screen.contains("simulator:anthropic answers from now on"));
      tmux.type("/model grand");
      tmux.await(screen -> screen.contains("grand of simulator:anthropic answers from now on."));
      tmux.type("/record " + recording);
      tmux.await(screen -> screen.contains("answer-2.jsonl, …"));
      tmux.type("Hi");
      tmux.await(screen -> screen.contains("│ A weir measures"));
      tmux.keys("C-c");
      tmux.await(screen -> screen.contains("CANCELLED"));
      assertThat(tmux.all()).contains("simulator:anthropic · grand\n◆ thinking");
      tmux.type("/quit");
      tmux.await(screen -> screen.contains("exit=0"));
    }
    assertThat(Files.readString(recording))
        .contains("\"dialect\":\"anthropic\"", "\"modelName\":\"grand\"", "CANCELLED");
    assertThat(folder.resolve(".weir/chat-history")).content().contains(":Hi\n");
  }

  @Test
  void providersAnswerSideBySideAndAnInterruptCancelsAll() throws Exception {
    try (var tmux = chat(100, "--provider", "simulator,simulator:anthropic", "Why?")) {
      String screen = tmux.await(s -> s.lines().anyMatch(row -> row.matches(BOTH)));
      assertThat(screen.lines().findFirst().orElse(""))
          .matches("simulator · simulated · T.* │ simulator:anthropic · simulated · T.*");
      tmux.keys("C-c");
      tmux.await(s -> s.contains("exit=1"));

      assertThat(tmux.all())
          .containsSubsequence(
              "$ weir\nsimulator · simulated\n",
              "● answer · interrupted",
              "A weir measures",
              "CANCELLED\n\nsimulator:anthropic · simulated\n",
              "● answer · interrupted",
              "A weir measures",
              "CANCELLED\n\nexit=1");
    }
  }
}
