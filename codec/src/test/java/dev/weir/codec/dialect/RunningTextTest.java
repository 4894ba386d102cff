package dev.weir.codec.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunningTextTest {
  private static final String WHOLE = "The river né 河流 🌊 ".repeat(300);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 511, 512, 513, 3000})
  void howTheTextIsCutDoesNotMatter(int piece) {
    var text = new RunningText();
    for (int from = 0; from < 4000; from += piece) {
      assertThat(text.isPrefixOf(WHOLE)).isTrue();
      text.append(WHOLE.substring(from, Math.min(WHOLE.length(), from + piece)));
    }
    assertThat(text.isPrefixOf(WHOLE)).isTrue();
  }

  @Test
  void anotherTextOrAShorterOneDoesNotBeginWithIt() {
    var text = new RunningText();
    text.append("The river");

    assertThat(text.isPrefixOf("The river rises")).isTrue();
    assertThat(text.isPrefixOf("The rivet rises")).isFalse();
    assertThat(text.isPrefixOf("The rive")).isFalse();
  }
}
