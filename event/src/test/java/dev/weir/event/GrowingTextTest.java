package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrowingTextTest {
  private final GrowingText text = new GrowingText();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 4_095, 4_096, 4_097, 20_000})
  void whatCameInPiecesIsOneText(int pieceLength) {
    String piece = "äbc😀".repeat(pieceLength / 5 + 1).substring(0, pieceLength);
    for (int i = 0; i < 5; i++) {
      text.append(piece);
    }
    assertThat(text).hasToString(piece.repeat(5));
  }

  @Test
  void whatIsForgottenDoesNotComeBack() {
    text.append("before".repeat(10_000));
    text.clear();
    text.append("after");
    assertThat(text).hasToString("after");
  }
}
