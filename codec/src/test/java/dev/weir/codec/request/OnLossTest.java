package dev.weir.codec.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What may be lost, and what is refused before it is. */
class OnLossTest {
  private static final RequestLoss SEED = RequestLoss.of("seed", "anthropic has no field for it");
  private static final RequestLoss N = RequestLoss.ofMeaning("n", "anthropic gives one answer");

  @Test
  void carefulRefusesOnlyWhatChangesTheMeaningAndNamesIt() {
    assertThat(OnLoss.CAREFUL.refusal(List.of(SEED))).isEmpty();
    assertThat(OnLoss.CAREFUL.refusal(List.of(SEED, N)))
        .hasValueSatisfying(why ->
            assertThat(why).startsWith("n: anthropic gives one answer. ").doesNotContain("seed"));
  }

  @Test
  void refuseRefusesAnyLossAndDropRefusesNone() {
    assertThat(OnLoss.REFUSE.refusal(List.of(SEED))).isPresent();
    assertThat(OnLoss.REFUSE.refusal(List.of())).isEmpty();
    assertThat(OnLoss.DROP.refusal(List.of(SEED, N))).isEmpty();
    assertThatThrownBy(() -> OnLoss.REFUSE.check(List.of(SEED)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("seed: anthropic has no field for it");
  }

  @Test
  void aRefusalOfManyLossesStaysShort() {
    List<RequestLoss> many = Collections.nCopies(50, N);
    assertThat(OnLoss.CAREFUL.refusal(many))
        .hasValueSatisfying(why -> assertThat(why).contains("and 45 more").hasSizeLessThan(400));
  }

  @Test
  void lossesAreBoundedAndTheLastCountsTheOthers() {
    var losses = new RequestLosses();
    for (int i = 0; i < 5_000; i++) {
      losses.add(RequestLoss.of("messages[%d].name".formatted(i), "lost"));
    }
    losses.add(N);
    assertThat(losses.list()).hasSize(1_001);
    assertThat(losses.list().getLast())
        .isEqualTo(RequestLoss.ofMeaning("", "4,001 further losses are only counted"));
  }
}
