package dev.weir.terminal.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrapTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "one two three | 8 | one two/three",
        "one two three | 3 | one/two/thr/ee",
        "abcdefghij | 4 | abcd/efgh/ij",
        "a  bc | 3 | a/bc",
        "荷兰荷兰 | 5 | 荷兰/荷兰",
        "ab荷兰 | 4 | ab荷/兰",
        "'' | 4 | ''",
        "word | 80 | word"
      })
  void linesAreCutBetweenWordsOrInsideLongOnes(String text, int width, String rows) {
    assertThat(texts(Wrap.rows(Line.of(text), width))).isEqualTo(List.of(rows.split("/", -1)));
  }

  @Test
  void aClusterIsNeverTornAndKeepsItsStyle() {
    Style bold = Style.PLAIN.asBold();
    Line line = Line.of("ab").plus("e\u0301\u0301👩\u200d💻", bold);

    assertThat(Wrap.rows(line, 3))
        .containsExactly(Line.of("ab").plus("e\u0301\u0301", bold), Line.of("👩\u200d💻", bold));
  }

  @Test
  void theLastRowsAreThoseOfAllRows() {
    List<Line> lines = Stream.of("one two three", "", "four five").map(Line::of).toList();

    assertThat(texts(Wrap.lastRows(lines, 5, 3))).containsExactly("", "four", "five");
    assertThat(texts(Wrap.lastRows(lines, 5, 99)))
        .containsExactly("one", "two", "three", "", "four", "five");
  }

  @Test
  void aLineThatIsTooWideIsClippedWithAnEllipsis() {
    assertThat(Line.of("abcdef").clipped(4).text()).isEqualTo("abc…");
    assertThat(Line.of("abcd").clipped(4).text()).isEqualTo("abcd");
    assertThat(Line.of("荷兰荷").clipped(4).text()).isEqualTo("荷…");
    assertThat(Line.of("ab").padded(4).text()).isEqualTo("ab  ");
  }

  @Test
  void aSpanHoldsNothingThatControls() {
    assertThat(Line.of("a\033[2J\nb\u009b").text()).isEqualTo("a␛[2J b\ufffd");
  }

  private static List<String> texts(List<Line> lines) {
    return lines.stream().map(Line::text).toList();
  }
}
