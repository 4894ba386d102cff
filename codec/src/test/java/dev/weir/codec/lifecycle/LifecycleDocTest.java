package dev.weir.codec.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.lifecycle.LifecycleEvent.ArtifactComplete;
import dev.weir.codec.lifecycle.LifecycleEvent.Called;
import dev.weir.codec.lifecycle.LifecycleEvent.Failed;
import dev.weir.codec.lifecycle.LifecycleEvent.ImageComplete;
import dev.weir.codec.lifecycle.LifecycleEvent.SeamTold;
import dev.weir.codec.lifecycle.LifecycleEvent.StatusFound;
import dev.weir.codec.lifecycle.LifecycleEvent.TextDelta;
import dev.weir.codec.lifecycle.LifecycleEvent.TextEnd;
import dev.weir.codec.lifecycle.LifecycleEvent.TextRepair;
import dev.weir.codec.lifecycle.LifecycleEvent.TextStart;
import dev.weir.codec.lifecycle.LifecycleEvent.ThinkingComplete;
import dev.weir.codec.lifecycle.LifecycleEvent.ThinkingDelta;
import dev.weir.codec.lifecycle.LifecycleEvent.ThinkingEnd;
import dev.weir.codec.lifecycle.LifecycleEvent.ThinkingStart;
import dev.weir.codec.lifecycle.LifecycleEvent.ToolCallDelta;
import dev.weir.codec.lifecycle.LifecycleEvent.ToolCallStart;
import dev.weir.codec.lifecycle.LifecycleEvent.ToolMoved;
import dev.weir.codec.lifecycle.LifecycleEvent.ToolResult;
import dev.weir.codec.lifecycle.LifecycleEvent.TryFailed;
import dev.weir.codec.lifecycle.LifecycleEvent.Warning;
import dev.weir.codec.lifecycle.LifecycleEvent.WebSearch;
import dev.weir.event.BlockId;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.event.status.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/lifecycle.md} says what is true. Its example and the tables that follow from the code
 * are written anew by {@code -Dgolden=write}.
 */
class LifecycleDocTest {
  private static final Called CALL = new Called("i", "n", /* number= */ 0, /* isServer= */ true);
  private static final long NOON = 1_763_200_000_000L;

  @Test
  void theExampleIsWhatTheEncoderSays() throws IOException {
    Turn turn = example();
    turn.encoder.end(NOON + 5200);
    String text = turn.frames.stream().map(LifecycleFrame::toText).collect(Collectors.joining());

    assertThat(LifecycleChecker.check(turn.frames)).isEmpty();
    agrees("example", "```text\n" + text.stripTrailing() + "\n```");
  }

  @Test
  void theGuaranteesAreTheRulesOfTheChecker() throws IOException {
    StringBuilder table = new StringBuilder("| | rule |\n|---|---|");
    int number = 0;
    for (LifecycleRule rule : LifecycleRule.values()) {
      table.append("\n| %d | %s |".formatted(++number, rule.sentence()));
    }
    agrees("guarantees", table.toString());
  }

  @Test
  void theEndingsAreThoseOfTheVerdicts() throws IOException {
    StringBuilder table =
        new StringBuilder("| `finish_reason` | the stream | `error` |\n|---|---|---|");
    for (Verdict verdict : Verdict.values()) {
      Problem problem = Problem.of(verdict, /* fault= */ null, /* refusal= */ "", false);
      boolean despiteText = Problem.of(verdict, null, "", /* hasText= */ true) != null;
      table.append(
          "\n| `%s` | %s | %s |"
              .formatted(
                  Problem.finishReason(verdict),
                  words(verdict),
                  problem == null
                      ? ""
                      : "`%s`%s%s"
                          .formatted(
                              problem.code(),
                              problem.retryable() ? ", retryable" : "",
                              despiteText ? "" : " ¹")));
    }
    agrees("endings", table.toString());
  }

  private static String words(Verdict verdict) {
    return switch (verdict) {
      case COMPLETE -> "ended as it should";
      case LENGTH -> "reached the token limit";
      case TOOL_CALLS -> "ended with calls that the client must run";
      case REFUSED -> "ended because the model refused";
      case FILTERED -> "was stopped by a content filter";
      case PAUSED -> "was paused by the provider, which waits for a further request";
      case FAILED -> "failed; the provider's own code and message, where it gave them";
      case TRUNCATED -> "ended without its end";
      case CANCELLED -> "was cancelled";
      case STALLED -> "went silent";
    };
  }

  @Test
  void theEventsHaveTheFieldsThatAreWritten() throws IOException {
    List<LifecycleEvent> samples = samples();
    assertThat(samples.stream().map(Object::getClass).distinct())
        .containsExactlyInAnyOrder(LifecycleEvent.class.getPermittedSubclasses());

    String table = section("events", read());
    List<String> rows = table.lines().skip(2).toList();
    assertThat(rows).hasSameSizeAs(samples);
    for (int i = 0; i < rows.size(); i++) {
      var text = new JsonText();
      LifecycleJson.write(text, samples.get(i), 0, 0);
      Json written = Turn.json(text.toString());
      String[] cells = rows.get(i).split("\\|", -1);
      assertThat(cells[1].strip()).isEqualTo("`" + written.get("type").text() + "`");
      assertThat(fields(cells[2])).isEqualTo(fieldsOf(written));
    }
  }

  /** One of each, with every optional field. */
  private static List<LifecycleEvent> samples() {
    Json image =
        Turn.json("{\"id\":\"i\",\"mediaType\":\"image/png\",\"content\":\"\",\"cut\":true}");
    return List.of(
        new ThinkingStart(),
        new ThinkingDelta("a", /* isNewPart= */ true),
        new StatusFound(new Status("a", Status.Source.GLM_MARKER)),
        new ThinkingEnd(1),
        new TextStart(),
        new TextDelta("a"),
        new TextEnd("stop"),
        new ThinkingComplete(1, "a"),
        new ToolCallDelta(CALL, "{"),
        new ToolCallStart(CALL, "{}", /* isCut= */ true),
        new ToolMoved(CALL, "searching"),
        new ToolResult(CALL, false, "a", /* outputLength= */ 2, "e", Json.Null.NULL),
        new WebSearch(Json.Null.NULL),
        new ArtifactComplete(Json.Null.NULL),
        new ImageComplete(image),
        new TextRepair(1, 0, 1, "a"),
        new TryFailed(new StreamEvent.FailedTry("p", "m", "c", "w", "q", "n", 1)),
        new SeamTold(
            new StreamEvent.Seam(new BlockId(0, 0), 3, "p", "m", "q", "n", "prefill", 2, null), 3),
        new Warning("c", "m", new Json.Fields(Map.of())),
        new Failed(new Problem("c", "m", true)));
  }

  private static Set<String> fieldsOf(Json event) {
    Set<String> names = new TreeSet<>(event.fields().keySet());
    names.removeAll(Set.of("type", "phase", "timestamp"));
    return names;
  }

  private static Set<String> fields(String cell) {
    return Pattern.compile("`(\\w+)\\??`")
        .matcher(cell)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theSourcesOfStatusesAreAllNamed() throws IOException {
    String page = read();
    assertThat(Arrays.stream(Status.Source.values()))
        .allSatisfy(source -> assertThat(page).contains("| `" + source.word() + "` |"));
  }

  private static Turn example() {
    Turn turn = new Turn();
    turn.at(NOON).start().at(NOON + 400).thinks("Berlin, ").at(NOON + 520).thinks("today. ");
    turn.at(NOON + 700).thinks("Let me search ").at(NOON + 930).thinks("for the weather today.");
    turn.at(NOON + 1250).calls("call_1", "web_search", "{\"query\":\"weather Berlin\"}");
    turn.runsTools().at(NOON + 2900);
    String found = "[{\"title\":\"Weather in Berlin\",\"url\":\"https://example.org/berlin\"}]";
    turn.toolGives("call_1", "web_search", /* success= */ true, "web_search", found);
    turn.at(NOON + 3300).goesOn().at(NOON + 3500);
    turn.thinks("**Reading the results**\n\n").at(NOON + 4100).thinks("Sun, 21 °C.");
    turn.at(NOON + 5050).says("It is sunny, ").at(NOON + 5140).says("21 °C.");
    return turn.at(NOON + 5200).finishes(FinishReason.STOP);
  }

  private static void agrees(String name, String wanted) throws IOException {
    String page = read();
    String found = section(name, page);
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(page(), page.replace(found, wanted));
    } else {
      assertThat(found).as("docs/lifecycle.md; rewrite with -Dgolden=write").isEqualTo(wanted);
    }
  }

  /** What stands between a mark and the next blank line outside a fence. */
  private static String section(String name, String page) {
    Matcher section =
        Pattern.compile("<!-- " + name + " -->\n(```text\n.*?\n?```|\\|.*?)\n\n", Pattern.DOTALL)
            .matcher(page);
    assertThat(section.find()).as("a section %s", name.toUpperCase(Locale.ROOT)).isTrue();
    return section.group(1);
  }

  private static String read() throws IOException {
    return Files.readString(page());
  }

  private static Path page() {
    return Stream.iterate(Path.of("").toAbsolutePath(), p -> p != null, Path::getParent)
        .map(p -> p.resolve("docs/lifecycle.md"))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }
}
