package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActiveCharactersTest {

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x1b,
        0x7f,
        0x9b, // escape, delete, the one-character control sequence introducer
        0x2028,
        0x2029,
        0x202e,
        0x2066,
        0x200f, // separators and what turns the order around
        0xad,
        0x200b,
        0x2060,
        0xfeff,
        0xe0041, // what hides text
        0xd800,
        0xdfff,
        0xfffe,
        0x1ffff,
        0xfdd0 // halves of characters, and none at all
      })
  void whatActsInsteadOfBeingSeenIsOneOfThem(int codePoint) {
    assertThat(ActiveCharacters.has(codePoint)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {' ', '~', 0xa0, 0xe9, 0x600, 0x200c, 0x200d, 0x4e2d, 0xfffd, 0x1f600})
  void whatIsSeenOrJoinsIsNot(int codePoint) {
    assertThat(ActiveCharacters.has(codePoint)).isFalse();
  }

  @Test
  void everyControlCharacterOfUnicodeIsOneOfThem() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      switch (Character.getType(c)) {
        case Character.CONTROL,
            Character.SURROGATE,
            Character.LINE_SEPARATOR,
            Character.PARAGRAPH_SEPARATOR ->
            assertThat(ActiveCharacters.has(c)).as("U+%04X", c).isTrue();
        default -> {}
      }
    }
  }
}
