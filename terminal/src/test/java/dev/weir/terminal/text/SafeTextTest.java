package dev.weir.terminal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {

  @Test
  void controlCharactersAreShownAsTheirPictures() {
    assertThat(SafeText.of("a\033[2Jb\007c\bd\177e\000f")).isEqualTo("a␛[2Jb␇c␈d␡e␀f");
  }

  @Test
  void lineFeedAndTabPassAndACarriageReturnBeforeALineFeedIsNothing() {
    assertThat(SafeText.of("a\tb\nc\r\nd\re")).isEqualTo("a\tb\nc\nd␍e");
    assertThat(SafeText.line("a\tb\nc")).isEqualTo("a b c");
  }

  @Test
  void c1ControlsBidiControlsHalvesAndNonCharactersAreReplaced() {
    assertThat(SafeText.of("\u009b2J\u202ex\u2066y\u2069\ud83d!\udc00\uffff"))
        .isEqualTo("\ufffd2J\ufffdx\ufffdy\ufffd\ufffd!\ufffd\ufffd");
  }

  @Test
  void whatCannotBeSeenIsLeftOutButJoinersStay() {
    assertThat(SafeText.of("a\u200b\u200f\ufeff\udb40\udc41b👩\u200d💻")).isEqualTo("ab👩\u200d💻");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\033[31mb\r\nc\rd",
        "👩\u200d💻\u009b\ud83d\ud83d\ude00\r",
        "\u2028x\r\r\n\udc00"
      })
  void howTheTextIsCutChangesNothing(String text) {
    for (int i = 0; i <= text.length(); i++) {
      for (int j = i; j <= text.length(); j++) {
        var out = new StringBuilder();
        var safe = new SafeText();
        safe.feed(text.substring(0, i), out);
        safe.feed(text.substring(i, j), out);
        safe.feed(text.substring(j), out);
        safe.end(out);
        assertThat(out).hasToString(SafeText.of(text));
      }
    }
  }
}
