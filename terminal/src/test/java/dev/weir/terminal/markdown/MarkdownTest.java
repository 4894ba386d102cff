package dev.weir.terminal.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.terminal.screen.Hue;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MarkdownTest {

  @Test
  void blocksAreLaidOutAndLineBreaksStay() {
    assertThat(
            text(
                """
                # Title

                One line
                and the next, with `code`.

                - first
                - second
                  1. inner
                  2. more

                > quoted
                > twice

                ```java
                int a;	// tab
                ```
                ---
                """))
        .isEqualTo(
            """
            Title

            One line
            and the next, with code.

            • first
            • second
              1. inner
              2. more

            ▏ quoted
            ▏ twice

            ```java
            int a;  // tab
            ```

            ────────────────────\
            """);
  }

  @Test
  void emphasisBecomesStyle() {
    assertThat(Markdown.lines("a **b** *c* `d`", 20, Style.PLAIN))
        .containsExactly(
            Line.of("a ")
                .plus("b", Style.PLAIN.asBold())
                .plus(" ", Style.PLAIN)
                .plus("c", Style.PLAIN.asItalic())
                .plus(" ", Style.PLAIN)
                .plus("d", Style.of(Hue.CODE)));
  }

  @Test
  void theTargetOfALinkIsShown() {
    assertThat(text("see [here](http://a.example/x) and ![p](b.png)"))
        .isEqualTo("see here (http://a.example/x) and [image] p (b.png)");
    assertThat(text("<http://a.example>")).isEqualTo("http://a.example");
  }

  @Test
  void aTableStandsInColumnsOrCellByCellWhereItIsTooWide() {
    String table = "| a | river |\n|--:|:--|\n| 1 | Rhine |\n| 22 | 荷 |\n";

    assertThat(text(table)).isEqualTo(" a │ river\n───┼──────\n 1 │ Rhine\n22 │ 荷   ");
    assertThat(
            Markdown.lines(table, 6, Style.PLAIN).stream()
                .map(Line::text)
                .collect(Collectors.joining("\n")))
        .isEqualTo("a: 1\nriver: Rhine\n\na: 22\nriver: 荷\n");
  }

  @Test
  void aCodeBlockThatIsStillOpenHasNoEnd() {
    assertThat(text("```\nx")).isEqualTo("```\nx");
  }

  @Test
  void anEntityCannotBringAControlCharacterBack() {
    assertThat(text("&#27;[2J &#x9b;x &#8238;y")).doesNotContain("\033", "\u009b", "\u202e");
  }

  @Test
  void depthIsNoProblem() {
    List<Line> lines = Markdown.lines("> ".repeat(20_000) + "deep", 20, Style.PLAIN);

    assertThat(lines).hasSize(1);
    assertThat(lines.getFirst().text()).endsWith("deep");
    assertThat(text("*a **b ".repeat(5_000))).startsWith("*a **b");
  }

  private static String text(String markdown) {
    return Markdown.lines(markdown, 20, Style.PLAIN).stream()
        .map(Line::text)
        .collect(Collectors.joining("\n"));
  }
}
