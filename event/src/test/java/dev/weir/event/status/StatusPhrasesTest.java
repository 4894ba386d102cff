package dev.weir.event.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StatusPhrasesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Let me compare the two files.                       | Compare the two files
          So I'll read the whole document first.              | Read the whole document first
          I will look for the missing comma!                  | Look for the missing comma
          I'm going to count the letters one by one?          | Count the letters one by one
          It is going to need   two   more steps.             | Need two more steps
          I’ll use the typographic apostrophe.                | Use the typographic apostrophe
          I need to call both functions.                      | Call both functions
          We should respond with a greeting.                  | Respond with a greeting
          Still analyzing the request.                        | Analyzing the request
          Thinking about trees and leaves.                    | Thinking about trees and leaves
          looking at row 7 of it.                             | Looking at row 7 of it
          First, the units have to agree.                     | The units have to agree
          finally the sum of all rows.                        | The sum of all rows
          The key point is that order matters.                | That order matters
          The main issue here is the missing semicolon.       | The missing semicolon
          Now let me open the configuration.                  | Open the configuration
          Let me first, then check all of it.                 | Check all of it
          Let me check the list of items:                     | Check the list of items
          Let me use the `get_weather` tool.                  | Use the get_weather tool
          Now **compare** both *files* and __rows__.          | Compare both files and rows
          Let me read [the manual](https://example.org/a) now. | Read the manual
          Let me calculate 15 * 3 and 2**10 for it.           | Calculate 15 * 3 and 2**10 for it
          Let me read ~~all~~ **the first chapter.            | Read all the first chapter
          Considering not to answer at all.                   | Considering not to answer at all
          I will notify both of the owners.                   | Notify both of the owners
          Do not guess. Let me search the web for it.         | Search the web for it
          """)
  void aPhraseTellsWhatTheModelIsBusyWith(String text, String status) {
    assertThat(StatusPhrase.first(text)).isEqualTo(expected(status));
    assertThat(descriptions(text)).containsExactlyElementsOf(expected(status).stream().toList());
  }

  private static Optional<String> expected(String status) {
    // "Check all of it" is not longer than 15 characters.
    return status.length() > 15 ? Optional.of(status) : Optional.empty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no word of ours           | The sky is blue because short waves scatter more than long ones.
          now is part of known      | These are known facts about the history of the region.
          then is part of strengthen| It would strengthen the whole argument considerably.
          checking with a tail      | The checkings of the whole account are in order.
          too short                 | Let me see. Now what? I will. First, no.
          not longer than fifteen   | Let me check the code.
          no white space after      | first-class citizens of the language, then-current rules.
          ended before ten          | Let me go. On with the rest of the sentence.
          a negated intent          | I should not answer from memory alone.
          a negated contraction     | We can, don't ask them twice about it.
          a negation before it      | I'm not going to answer from memory alone.
          not before an activity    | I am not checking the other account.
          never                     | I will never guess the answer to it.
          a point that is none      | The key point is not the color of the sky.
          """)
  void nothingToSayIsNothingSaid(String why, String text) {
    assertThat(statuses(text)).as(why).isEmpty();
    assertThat(StatusPhrase.first(text)).isEmpty();
  }

  @Test
  void aPhraseEndsAtItsCapWithAWholeWord() {
    assertThat(
            descriptions(
                "Let me explain how the configuration of the whole system is rebuilding itself"))
        .containsExactly("Explain how the configuration of the whole system is");
  }

  @Test
  void aPhraseIsSaidOnceWhenItIsFinishedAndNeverGrows() {
    List<String> said = new ArrayList<>();
    var phrases = new StatusPhrases(status -> said.add(status.description()));

    for (String piece : List.of("Let me compare", " the two", " big files")) {
      phrases.feed(piece);
      assertThat(said).isEmpty();
    }
    phrases.feed(". Then");
    assertThat(said).containsExactly("Compare the two big files");
    phrases.feed(" let me compare the two big files. Now checking the last line");
    assertThat(said).hasSize(1);
    phrases.end();
    assertThat(said).containsExactly("Compare the two big files", "Checking the last line");
  }

  @Test
  void aStatusThatContinuesTheOneBeforeIsLeftOut() {
    assertThat(descriptions("Checking the big files. Checking the big files again with care."))
        .containsExactly("Checking the big files");
  }

  @Test
  void markersGoFirst() {
    String text =
        "Let me see about it all. [STATUS:  Reading ] Let me compare the files. [status: Done]";

    assertThat(statuses(text))
        .containsExactly(
            new Status("See about it all", Status.Source.NATURAL_LANGUAGE),
            new Status("Reading", Status.Source.GLM_MARKER),
            new Status("Done", Status.Source.GLM_MARKER))
        .isEqualTo(SlowStatuses.of(text));
    assertThat(StatusMarker.last(text)).contains("Done");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [STATUS: a] [STATUS: b] [STATUS: c      | b
          [STATUS: first [STATUS: second]         | second
          [STATUS:tight]                          | tight
          [STATUS: x] then [STATUS:   ]           | x
          [[STATUS: doubled bracket]]             | doubled bracket
          [STATU: no] [STATUS no]                 |
          """)
  void theLastCompleteMarkerWins(String text, String marker) {
    assertThat(StatusMarker.last(text)).isEqualTo(Optional.ofNullable(marker));
  }

  @Test
  void headingsCountWhereTheyHaveTheLineForThemselves() {
    String text =
        """
        **Comparing files**

        1.  **Analyze the Request:**
            *   **Task**: not alone
        **Note:** not alone either
        **Last one**\
        """;

    assertThat(statuses(text))
        .containsExactly(
            new Status("Comparing files", Status.Source.SUMMARY_HEADING),
            new Status("Analyze the Request", Status.Source.SUMMARY_HEADING),
            new Status("Last one", Status.Source.SUMMARY_HEADING));
  }

  @Test
  void aNewPartBeginsLikeALine() {
    List<String> said = new ArrayList<>();
    var phrases = new StatusPhrases(status -> said.add(status.description()));

    phrases.feed("**Reading the files**\n\nI will go through all of them");
    phrases.newPart();
    phrases.feed("**Comparing them**\n");

    assertThat(said)
        .containsExactly("Reading the files", "Go through all of them", "Comparing them");
  }

  @Test
  void aPhaseHasAtMostAThousandStatuses() {
    String text =
        IntStream.range(0, 2000)
            .mapToObj(i -> "Checking the file number %04d. ".formatted(i))
            .collect(Collectors.joining());

    assertThat(statuses(text)).hasSize(StatusPhrases.MAX_STATUSES).isEqualTo(SlowStatuses.of(text));
  }

  @ParameterizedTest
  @MethodSource("generated")
  void equalsTheSlowReferenceForEveryCut(String text) {
    equalsTheSlowReference(text, IntStream.rangeClosed(0, text.length()));
  }

  /** For a text cut at a place, read on or not, in pieces of any size. */
  static void equalsTheSlowReference(String text, IntStream cuts) {
    List<Status> whole = SlowStatuses.of(text);
    assertThat(statuses(text.split(""))).isEqualTo(whole);
    cuts.forEach(cut -> {
      String head = text.substring(0, cut);
      assertThat(statuses(head, text.substring(cut))).isEqualTo(whole);
      assertThat(statuses(head)).as("only «%s»", head).isEqualTo(SlowStatuses.of(head));
    });
    assertThat(whole).extracting(Status::description).doesNotHaveDuplicates();
    for (int i = 1; i < whole.size(); i++) {
      assertThat(whole.get(i).description()).doesNotStartWith(whole.get(i - 1).description());
    }
  }

  static Stream<String> generated() {
    List<String> words =
        List.of(
            "let me",
            "Let",
            "me",
            "I'll",
            "I will",
            "I",
            "we",
            "should",
            "need to",
            "going to",
            "I’m going to",
            "analyzing",
            "checking",
            "checkings",
            "thinking",
            "about",
            "looking",
            "at",
            "first",
            "next,",
            "then",
            "now",
            "known",
            "strengthen",
            "finally",
            "the",
            "key",
            "point",
            "here",
            "is",
            "important",
            "aspect",
            "compare",
            "files",
            "configuration",
            "extraordinarily",
            "a",
            "of",
            "🔍",
            "é",
            "x_y",
            "not",
            "never",
            "don't",
            "can’t",
            "nothing",
            "`code`",
            "*both*",
            ".",
            "!",
            "?",
            "\n",
            "\r\n",
            "  ",
            "\t",
            "     ",
            "**",
            "**Heading of it**\n",
            "\n**Other one**",
            "1. ",
            "- ",
            "* ",
            ":",
            ",",
            "[",
            "]",
            "[STATUS:",
            "[status: Reading]",
            "[STATUS: a b",
            "\n1. **Do this now:**\n");
    var random = new SplittableRandom(7);
    return Stream.generate(() ->
            random
                .ints(random.nextInt(4, 40), 0, words.size())
                .mapToObj(words::get)
                .collect(Collectors.joining(random.nextInt(4) == 0 ? "" : " ")))
        .limit(400);
  }

  private static List<String> descriptions(String text) {
    return statuses(text).stream().map(Status::description).toList();
  }

  static List<Status> statuses(String... pieces) {
    List<Status> said = new ArrayList<>();
    var phrases = new StatusPhrases(said::add);
    for (String piece : pieces) {
      phrases.feed(piece);
    }
    phrases.end();
    return said;
  }
}
