package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.bench.load.GatewayLoad;
import org.junit.jupiter.api.Test;

class CallTest {

  @Test
  void nothingSaidMeansEverythingAndIsWrittenDown() {
    Call call = Call.of();

    assertThat(call.contestants()).containsExactly(Contestant.values());
    assertThat(call.linear()).isTrue();
    assertThat(call.isFull()).isTrue();
  }

  @Test
  void aQuickRunIsNotWrittenDown() {
    assertThat(Call.of("--quick").isFull()).isFalse();
  }

  @Test
  void clientsAreMeasuredWithTheRestOrAlone() {
    assertThat(Call.of().client()).isTrue();
    assertThat(Call.of("chat").client()).isFalse();

    Call call = Call.of("client");

    assertThat(call.client()).isTrue();
    assertThat(call.contestants()).isEmpty();
    assertThat(call.isFull()).isFalse();
    assertThat(call.isClientFull()).isTrue();
    assertThat(Call.of("--quick", "client").isClientFull()).isFalse();
  }

  @Test
  void theGatewayIsMeasuredOnlyWhenItIsNamed() {
    assertThat(Call.of().gateway()).isEmpty();

    Call call = Call.of("gateway");

    assertThat(call.gateway()).containsExactly(GatewayLoad.Part.values());
    assertThat(call.contestants()).isEmpty();
    assertThat(call.isFull()).isFalse();
    assertThat(call.isGatewayFull()).isTrue();
    assertThat(Call.of("--quick", "gateway").isGatewayFull()).isFalse();
  }

  @Test
  void aPartOfTheGatewayIsMeasuredAloneAndNotWrittenDown() {
    Call call = Call.of("gateway", "short");

    assertThat(call.gateway()).containsExactly(GatewayLoad.Part.SHORT);
    assertThat(call.contestants()).isEmpty();
    assertThat(call.isGatewayFull()).isFalse();
  }

  @Test
  void wordsSelect() {
    assertThat(Call.of("chat-weir", "google").contestants())
        .containsExactly(Contestant.CHAT_WEIR, Contestant.GEMINI_GOOGLE_GENAI);
    assertThat(Call.of("linear").contestants()).isEmpty();
    assertThat(Call.of("decode").contestants()).containsExactly(Contestant.values());
  }

  @Test
  void aWordThatSelectsNothingIsAMistake() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Call.of("cobol"))
        .withMessageContaining("cobol");
    assertThatIllegalArgumentException().isThrownBy(() -> Call.of("--slow"));
  }

  @Test
  void aWordThatNamesNothingIsRefusedAlsoBesideOthers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Call.of("gateway", "shrot"))
        .withMessage("Nothing is called shrot");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Call.of("short"))
        .withMessage("Nothing is called short");
  }
}
