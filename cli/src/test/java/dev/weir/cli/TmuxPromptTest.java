package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What can be said at the prompt of {@code weir chat}, on a real terminal. */
@Timeout(400)
class TmuxPromptTest {
  @TempDir Path folder = Path.of("");
  private EchoProvider provider;

  @BeforeAll
  static void needsTmux() {
    assumeTrue(Tmux.isThere(), "tmux is not installed: apt-get install tmux runs these tests too");
  }

  @BeforeEach
  void open() throws IOException {
    provider = new EchoProvider();
  }

  @AfterEach
  void close() {
    provider.close();
  }

  private List<String> call(String... arguments) throws IOException {
    List<String> call = new ArrayList<>(List.of("chat", "--config", "" + provider.config(folder)));
    call.addAll(List.of(arguments));
    return call;
  }

  private Tmux chat(String... arguments) throws Exception {
    var tmux =
        new Tmux(160, 40, "export HOME='%s'; echo '$ weir'".formatted(folder), call(arguments));
    tmux.await(screen -> screen.endsWith("›"));
    return tmux;
  }

  /** Types a line and waits until it was answered with these words. */
  private static String say(Tmux tmux, String line, String answer) throws Exception {
    tmux.type(line);
    return tmux.await(screen -> screen.contains(answer) && screen.endsWith("›"));
  }

  @Test
  void aConversationIsBegunAnewAskedAgainAndToldOtherwise() throws Exception {
    try (var tmux = chat()) {
      say(tmux, "one", "tiny heard 1: one (told: -, thinks: -, tools: yes)");
      say(tmux, "two", "tiny heard 2: two");
      say(tmux, "/system Be brief.", "Told from now on.");
      say(tmux, "/thinking high", "Thinking: high.");
      say(tmux, "/tools off", "The model may not use them.");
      say(tmux, "/retry", "tiny heard 2: two (told: Be brief., thinks: high, tools: no)");
      say(tmux, "/new", "A new conversation begins.");
      say(tmux, "three", "tiny heard 1: three (told: Be brief., thinks: high, tools: no)");
      say(tmux, "/system none", "Nothing is told before anything else now.");
      say(tmux, "/thinking much", "/thinking must be off, minimal, low, medium, high or a number");
      say(tmux, "four", "tiny heard 2: four (told: -, thinks: high, tools: no)");
    }
  }

  @Test
  void modelsAreListedChosenAndCompleted() throws Exception {
    try (var tmux = chat()) {
      say(tmux, "/models", "  grand-1\n• tiny\n");
      tmux.keys("/");
      tmux.keys("m");
      tmux.keys("o");
      tmux.keys("Tab");
      tmux.await(screen -> screen.contains("› /model"));
      tmux.keys("Space");
      tmux.keys("g");
      tmux.keys("Tab");
      tmux.await(screen -> screen.contains("› /model grand-1"));
      tmux.keys("Enter");
      tmux.await(screen -> screen.contains("grand-1 of echo answers from now on."));
      say(tmux, "hi", "grand-1 heard 1: hi");
    }
  }

  @Test
  void aTalkIsSavedAndGoneOnWithLater() throws Exception {
    Path saved = folder.resolve("talk.json");
    try (var tmux = chat()) {
      say(tmux, "/system Be kind.", "Told from now on.");
      say(tmux, "remember 7", "tiny heard 1: remember 7");
      say(tmux, "/save " + saved, "Written to " + saved);
      say(tmux, "/save " + folder + "/talk.md", "talk.md.");
      say(tmux, "/load " + folder + "/talk.md", "is for reading; /save it to a name without .md");
      tmux.type("/quit");
      tmux.await(screen -> screen.endsWith("exit=0"));
    }
    try (var tmux = chat()) {
      say(tmux, "/load " + saved, "Loaded: 1 question.");
      say(tmux, "which?", "tiny heard 2: which? (told: Be kind.");
    }
    assertThat(Files.readString(saved)).startsWith("{\"weir\":\"chat\",\"version\":1,");
  }

  @Test
  void toolsAreShownAndUsed() throws Exception {
    try (var tmux = chat()) {
      say(tmux, "/tools", "weather  The weather in a city\nThe model may use them.");
      String screen = say(tmux, "weather?", "tiny heard 1: sunny");
      assertThat(screen).contains("weather");
    }
  }

  @Test
  void filesAreSentAlong() throws Exception {
    Path notes = Files.writeString(folder.resolve("notes.txt"), "all is well");
    try (var tmux = chat()) {
      say(tmux, "see @" + notes, "<file name=");
      assertThat(tmux.all().replace("\n", "")).contains("all is well");
    }
  }

  @Test
  void severalAnswerSideBySideAtThePrompt() throws Exception {
    try (var tmux = chat("--provider", "echo,other")) {
      tmux.type("hello");
      String screen =
          tmux.await(
              s -> s.contains("tiny heard 1") && s.contains("grand-1 heard 1") && s.endsWith("›"));
      assertThat(screen).contains("echo · tiny").contains("other · grand-1");
      say(tmux, "/provider other", "other answers from now on, and knows what was said.");
      say(tmux, "and now?", "grand-1 heard 2: and now?");
      say(
          tmux,
          "/provider echo,other",
          "echo and other answer from now on, and know what was said.");
      tmux.type("both?");
      tmux.await(s -> s.contains("tiny heard 3: both?") && s.contains("grand-1 heard 3: both?"));
    }
  }

  @Test
  void anEmptyLineAsksNobody() throws Exception {
    try (var tmux = chat()) {
      tmux.keys("Enter");
      tmux.keys("Space");
      tmux.keys("Enter");
      tmux.await(screen -> screen.endsWith("›\n›\n›"));
      say(tmux, "now", "tiny heard 1: now");
    }
  }

  @Test
  void standardInputJoinsThePromptOrIsTheQuestion() throws Exception {
    Path input = Files.writeString(folder.resolve("input.txt"), "the input\n");
    try (var tmux = Tmux.fed(160, 40, input, call("Summarise this"))) {
      String screen = tmux.await(s -> s.contains("exit=0"));
      assertThat(screen).contains("tiny heard 1: Summarise this||the input|");
    }
    try (var tmux = Tmux.fed(160, 40, input, call())) {
      assertThat(tmux.await(s -> s.contains("exit=0"))).contains("tiny heard 1: the input|");
    }
  }
}
