package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContestantTest {

  @ParameterizedTest
  @EnumSource
  void everyContestantFindsEveryDeltaAndAllText(Contestant contestant) {
    assertThatCode(contestant::ready).doesNotThrowAnyException();
  }
}
