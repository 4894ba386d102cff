package dev.weir.client.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.client.route.VirtualRoute.Answer;
import dev.weir.client.route.VirtualRoute.Asked;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sixteen ways in which a provider misbehaves, in virtual time. */
class FailoverTest {
  private final VirtualRoute route =
      new VirtualRoute(VirtualRoute.route().withContinuation(Continuation.INSTRUCT));

  private static void isWhole(Answer answer) {
    assertThat(answer.text()).isEqualTo(Played.ANSWER);
    assertThat(answer.response().verdict()).isEqualTo(Verdict.COMPLETE);
  }

  private List<String> providers() {
    return route.asked().stream().map(Asked::provider).toList();
  }

  @Test
  void row1AProviderThatAsksToWaitIsTriedAgainAfterThat() {
    route.plays("first", Played.status(429, "rate", Duration.ofSeconds(2)), Played.whole());
    isWhole(route.answer());
    assertThat(providers()).containsExactly("first", "first");
    assertThat(route.asked().get(1).atMillis()).isBetween(2_000L, 2_600L);
  }

  @Test
  void row2ALimitThatStaysIsLeftAfterAFewTries() {
    route.plays("first", Played.status(429, "rate", null));
    isWhole(route.answer());
    assertThat(providers()).containsExactly("first", "first", "first", "second");
  }

  @Test
  void row3AnErrorThatPassesIsTriedAgain() {
    route.plays("first", Played.status(500, "internal", null), Played.whole());
    isWhole(route.answer());
    assertThat(providers()).containsExactly("first", "first");
  }

  @Test
  void row4And16AProviderThatIsDownIsLeftAndTheOtherIsReported() {
    route.plays("first", Played.status(503, "unavailable", null));
    Answer answer = route.answer();
    isWhole(answer);
    assertThat(providers()).containsExactly("first", "first", "first", "second");
    assertThat(answer.response().modelName()).isEqualTo("m2");
    assertThat(answer.response().usage()).isNotNull();
    assertThat(answer.all(FailedTry.class))
        .extracting(FailedTry::provider, FailedTry::next, FailedTry::isSwitch)
        .containsExactly(
            tuple("first", "first", false),
            tuple("first", "first", false),
            tuple("first", "second", true));
  }

  @Test
  void row5AConnectionThatIsResetIsTriedAgain() {
    route.plays("first", Played.reset(), Played.whole());
    isWhole(route.answer());
    assertThat(providers()).containsExactly("first", "first");
  }

  @Test
  void row6AProviderThatIsSilentIsNotTriedAgain() {
    route.plays("first", Played.silent());
    Answer answer = route.answer();
    isWhole(answer);
    assertThat(providers()).containsExactly("first", "second");
    assertThat(answer.millis()).isLessThan(12_000);
    assertThat(route.underWay()).isZero();
  }

  @Test
  void row7TheFirstTokenHasALimitOfItsOwn() {
    route.plays("first", Played.whole().lateBy(Duration.ofSeconds(20)));
    Answer answer = route.answer();
    isWhole(answer);
    assertThat(providers()).containsExactly("first", "second");
    assertThat(answer.millis()).isLessThan(15_000);
    assertThat(answer.response().modelName()).isEqualTo("m2");
  }

  @Test
  void row8AnAnswerThatIsCutIsFinishedByAnotherOnce() {
    route.plays("first", Played.cutAfter(40)).plays("second", Played.takingPrefill());
    Answer answer = route.answer();
    isWhole(answer);
    Seam seam = answer.all(Seam.class).getFirst();
    assertThat(seam.modelName()).isEqualTo("m1");
    assertThat(seam.nextModel()).isEqualTo("m2");
    assertThat(seam.way()).isEqualTo("prefill");
    assertThat(seam.at()).isEqualTo(String.join("", Played.WORDS.subList(0, 40)).length());
  }

  @Test
  void row8ATargetThatStartsOverIsRecognised() {
    route.plays("first", Played.cutAfter(40)).plays("second", Played.whole());
    Answer answer = route.answer();
    isWhole(answer);
    Seam seam = answer.all(Seam.class).getFirst();
    assertThat(seam.overlap()).isEqualTo(seam.at());
  }

  @Test
  void row9AnAnswerThatFallsSilentIsFinishedByAnother() {
    route.plays("first", Played.silentAfter(20));
    Answer answer = route.answer();
    isWhole(answer);
    assertThat(answer.millis()).isLessThan(45_000);
    assertThat(route.underWay()).isZero();
  }

  @Test
  void row10AChunkThatCannotBeReadIsNotPassedOver() {
    route.plays("first", Played.whole().withGarbageAt(9));
    isWhole(route.answer());
    assertThat(providers()).containsExactly("first", "second");
  }

  @Test
  void row12AnotherModelIsAskedWhereTheContextIsTooLong() {
    route.plays("first", Played.status(400, "context_length_exceeded", null));
    isWhole(route.answer());
    assertThat(providers()).containsExactly("first", "second");
  }

  @Test
  void row13AContentFilterIsNotRoutedAround() {
    route.plays("first", Played.status(400, "content_policy_violation", null));
    Answer answer = route.answer();
    assertThat(providers()).containsExactly("first");
    assertThat(answer.response().verdict()).isEqualTo(Verdict.FAILED);
    assertThat(answer.response().faults().getFirst().code()).isEqualTo("content_policy_violation");
    assertThat(answer.all(FailedTry.class)).isEmpty();
  }

  @Test
  void row14ARefusedBeginningIsNotTheCallersError() {
    route.plays("first", Played.cutAfter(40)).plays("second", Played.whole().refusingPrefill());
    Answer answer = route.answer();
    isWhole(answer);
    assertThat(providers()).containsExactly("first", "second", "second");
    assertThat(answer.all(Seam.class).getFirst().way()).isEqualTo("instruct");
    assertThat(answer.response().faults()).isEmpty();
  }

  @Test
  void row15ABreakerOpensAndReturns() {
    route.plays("first", Played.status(503, "unavailable", null));
    for (int i = 0; i < 20; i++) {
      if (route.nowMillis() >= 60_000) {
        route.plays("first", Played.whole());
      }
      Answer answer = route.ask();
      route.pass(Duration.ofSeconds(4));
      isWhole(answer);
    }
    List<Asked> first = route.asked("first");
    assertThat(first.stream().filter(asked -> asked.atMillis() < 60_000))
        .as("three tries, then a probe in each rest")
        .hasSizeLessThanOrEqualTo(6);
    assertThat(first.stream().filter(asked -> asked.atMillis() >= 60_000).findFirst())
        .hasValueSatisfying(asked -> assertThat(asked.atMillis()).isLessThan(90_000));
    assertThat(route.asked().getLast().provider()).isEqualTo("first");
    assertThat(route.health().steps().getFirst().breaker()).isEqualTo("closed");
  }

  @Test
  void nothingIsSaidBeforeTheFirstContent() {
    route.plays("first", Played.status(503, "unavailable", null), Played.silent());
    Answer answer = route.ask();
    route.pass(Duration.ofSeconds(9));
    assertThat(answer.events()).isEmpty();
    route.pass(Duration.ofSeconds(9));
    assertThat(answer.events().get(0)).isEqualTo(new StreamEvent.ResponseStart("id-second", "m2"));
    assertThat(answer.events().get(1)).isInstanceOf(FailedTry.class);
  }
}
