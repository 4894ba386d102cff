package dev.weir.event.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The reasoning of every recorded stream, where the corpus stands beside the project. */
class StatusCorpusTest {
  private static final Pattern FIELD =
      Pattern.compile("\"reasoning\":\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");
  private static final List<String> FOLDERS =
      List.of(
          "anthropic",
          "bedrock-converse",
          "bedrock-invoke",
          "cohere",
          "gemini",
          "gemini-interactions",
          "mistral-as-openai-chat",
          "ollama",
          "openai-chat",
          "openai-responses");
  private static final int EVERY_CUT_UP_TO = 600;
  private static final int RANDOM_CUTS = 40;
  private static final int LONG_ENOUGH = 200;
  private static final double WANTED_SHARE = 0.8;

  private record Reasoning(String name, String text) {
    boolean isEnglish() {
      String words = " " + text.toLowerCase(Locale.ROOT) + " ";
      return Stream.of(" the ", " is ", " to ", " and ", " a ").filter(words::contains).count()
          >= 2;
    }
  }

  /** Read here: what tests share is made of events and stands above this module. */
  private static List<Reasoning> reasoning() {
    List<Reasoning> found = new ArrayList<>();
    for (String folder : FOLDERS) {
      Path streams = Path.of("../../shared/corpus").resolve(folder);
      if (!Files.exists(streams)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(streams)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".expected.json")).toList()) {
          String text = reasoning(Files.readString(file));
          if (!text.isEmpty()) {
            found.add(new Reasoning(file.toString(), text));
          }
        }
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
    return found;
  }

  /** The text of that field, without a reader of JSON. */
  private static String reasoning(String expected) {
    Matcher field = FIELD.matcher(expected);
    return field.find()
        ? ESCAPE
            .matcher(field.group(1))
            .replaceAll(escape -> Matcher.quoteReplacement(unescaped(escape.group(1))))
        : "";
  }

  private static String unescaped(String escape) {
    return switch (escape.charAt(0)) {
      case 'n' -> "\n";
      case 'r' -> "\r";
      case 't' -> "\t";
      case 'b' -> "\b";
      case 'f' -> "\f";
      case 'u' -> String.valueOf((char) Integer.parseInt(escape.substring(1), 16));
      default -> escape;
    };
  }

  @TestFactory
  Stream<DynamicTest> equalsTheSlowReferenceForEveryCut() {
    return reasoning().stream()
        .map(r ->
            DynamicTest.dynamicTest(
                r.name(),
                () -> StatusPhrasesTest.equalsTheSlowReference(r.text(), cuts(r.text()))));
  }

  private static IntStream cuts(String text) {
    return text.length() <= EVERY_CUT_UP_TO
        ? IntStream.rangeClosed(0, text.length())
        : new SplittableRandom(text.length()).ints(RANDOM_CUTS, 0, text.length() + 1);
  }

  @Test
  void mostLongEnglishReasoningYieldsAStatus() {
    List<Reasoning> all =
        reasoning().stream()
            .filter(r -> r.text().length() >= LONG_ENOUGH && r.isEnglish())
            .toList();
    List<Reasoning> silent =
        all.stream().filter(r -> StatusPhrasesTest.statuses(r.text()).isEmpty()).toList();

    System.out.println(
        "%d of %d recorded English reasoning texts of %d characters or more yield a status"
            .formatted(all.size() - silent.size(), all.size(), LONG_ENOUGH));
    silent.forEach(r -> System.out.println("  none in " + r.name()));
    assertThat(silent.size()).isLessThanOrEqualTo((int) (all.size() * (1 - WANTED_SHARE)));
  }
}
