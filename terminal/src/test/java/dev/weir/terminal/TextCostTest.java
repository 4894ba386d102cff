package dev.weir.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.terminal.markdown.Markdown;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import dev.weir.terminal.text.SafeText;
import dev.weir.testkit.EventScript;
import dev.weir.testkit.Growth;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model chooses what it writes: twice as much may cost twice as much, no more. */
class TextCostTest {
  private static final int LEAST = 500;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "word ",
        "x",
        "line\n",
        "*a ",
        "**a** ",
        "_a ",
        "> ",
        "- a\n",
        "  - a\n",
        "[a](b) ",
        "[a",
        "![",
        "`a ",
        "``` \n",
        "<a ",
        "&amp;",
        "\\*",
        "# a\n",
        "1. ",
        "a\n===\n",
        "\u0301",
        "\u001b[31m",
      })
  void textIsShownInLines(String piece) {
    Growth.check(
        "text of " + piece,
        LEAST,
        n -> {
          String text = piece.repeat(n);
          return () -> {
            Markdown.lines(text, /* width= */ 80, Style.PLAIN);
            SafeText.of(text);
          };
        });
  }

  /** For each of these marks the parser may look at the rest of the paragraph, or copy it. */
  @ParameterizedTest
  @ValueSource(strings = {"<a ", "a<b", "a**b", "_ *", "[](", "| a | b |\n", "|-|\n"})
  void textThatWouldCostTooMuchIsShownAsItWasWritten(String piece) {
    String text = piece.repeat(20_000);

    assertThat(Markdown.lines(text, /* width= */ 80, Style.PLAIN))
        .isEqualTo(text.lines().map(line -> Line.of(line, Style.PLAIN)).toList());
  }

  @Test
  void aLongTableIsATable() {
    String text = "| a | b |\n|---|---|\n" + "| c | d |\n".repeat(3_000);

    assertThat(Markdown.lines(text, /* width= */ 80, Style.PLAIN).getFirst().toString())
        .doesNotContain("|");
  }

  @ParameterizedTest
  @ValueSource(strings = {"word ", "*a ", "> ", "line\n", "| a |\n", "`"})
  void aStreamIsShownWithoutATerminal(String piece) {
    Growth.check(
        "a stream of " + piece,
        LEAST,
        n -> {
          String[] deltas = new String[n];
          Arrays.fill(deltas, piece);
          List<StreamEvent> events =
              EventScript.response()
                  .reasoning(null, deltas)
                  .text(deltas)
                  .finish(FinishReason.STOP, "stop")
                  .end(Verdict.COMPLETE, "stop");
          return () -> {
            var out = new StringBuilder();
            try (var view = StreamingView.plain(out, ViewOptions.defaults())) {
              ShownStream stream = view.stream("demo", null);
              events.forEach(stream::accept);
            }
          };
        });
  }
}
