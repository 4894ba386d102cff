package dev.weir.client.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverlapTest {
  private static final String EMOJI =
      "Zwölf Boxkämpfer 🥊 jagen Viktor quer über den großen 🏟️ Deich. ";

  /** What is shown in all: what was said, and what the continuation adds; null if unproven. */
  private static @Nullable String joined(String said, String continuation, int piece) {
    var overlap = new Overlap(said);
    var all = new StringBuilder(said);
    for (int at = 0; at < continuation.length(); at += piece) {
      String rest =
          overlap.feed(continuation.substring(at, Math.min(continuation.length(), at + piece)));
      if (overlap.state() == Overlap.State.REFUTED) {
        return null;
      }
      all.append(rest);
    }
    return overlap.state() == Overlap.State.PROVEN ? all.toString() : null;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 1000})
  void anAnswerCutAnywhereIsWholeAndNothingIsTwice(int piece) {
    for (String answer : List.of(Played.ANSWER, EMOJI.repeat(3) + "Ende.", "Hi", " \n Hi there")) {
      for (int cut = 0; cut <= answer.length(); cut++) {
        String said = answer.substring(0, cut);
        String tail = Overlap.tail(said);
        assertThat(joined(said, answer, piece))
            .as("anew at %d", cut)
            .isEqualTo(blankOr(said, answer));
        if (!tail.isEmpty()) {
          String goingOn = tail + answer.substring(cut);
          assertThat(joined(said, goingOn, piece)).as("going on at %d", cut).isEqualTo(answer);
          assertThat(joined(said, "\n " + goingOn, piece)).isEqualTo(answer);
        }
      }
    }
  }

  /** White space that was said before any word stays, and is not said again. */
  private static String blankOr(String said, String answer) {
    return said.isBlank() ? said + answer.stripLeading() : answer;
  }

  @Test
  void theTailOccursOnceAndBeginsWithAWord() {
    for (int cut = 30; cut <= Played.ANSWER.length(); cut++) {
      String said = Played.ANSWER.substring(0, cut);
      String tail = Overlap.tail(said);
      assertThat(said).endsWith(tail);
      assertThat(said.indexOf(tail)).isEqualTo(said.length() - tail.length());
      assertThat(tail).startsWith("word");
    }
  }

  @Test
  void textThatRepeatsItselfNeedsMoreWordsAndIsNeverGuessed() {
    String line = "| a cell | another cell |\n";
    String said = line.repeat(5);
    assertThat(Overlap.tail(said)).isEqualTo(said);
    assertThat(joined(said, line.repeat(5) + "| end |", 4)).isEqualTo(said + "| end |");
    // Two lines may be the last two or two more: nobody can tell.
    assertThat(joined(said, line.repeat(2) + "| end |", 4)).isNull();
  }

  @Test
  void anotherAnswerIsRefuted() {
    String said = "The river rises in the mountains and flows";
    assertThat(joined(said, "The stream begins in the hills", 3)).isNull();
    assertThat(joined(said, "into the sea.", 3)).isNull();
    assertThat(joined(said, "flows into the sea.", 3)).as("one word is no proof").isNull();
    assertThat(joined(said, "", 3)).isNull();
  }

  @Test
  void randomTextsAreJoinedRightOrNotAtAll() {
    var random = new Random(7);
    for (int run = 0; run < 20_000; run++) {
      // Few letters, so that ends and beginnings look alike.
      String answer = text(random, 1 + random.nextInt(120));
      int cut = random.nextInt(answer.length() + 1);
      String said = answer.substring(0, cut);
      int from = random.nextInt(cut + 1);
      String joined = joined(said, answer.substring(from), 1 + random.nextInt(9));
      boolean holdsTail = from <= Overlap.tailStart(said);
      if (holdsTail && !said.isBlank()) {
        assertThat(joined).isEqualTo(answer);
      } else if (joined != null && !said.isBlank()) {
        // A continuation that skipped words looks like another only if its words are the same.
        assertThat(joined).startsWith(said);
      }
    }
  }

  private static String text(Random random, int length) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append("ab ".charAt(random.nextInt(3)));
    }
    return text.toString();
  }

  @Test
  void aLongTextThatIsAllTheSameCostsLittle() {
    String said = "a".repeat(300_000);
    assertThat(joined(said, "a".repeat(100), 100)).isNull();
    assertThat(joined(said, said + "b", 4096)).isEqualTo(said + "b");
  }
}
