package dev.weir.client.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.Inference;
import dev.weir.client.call.ProviderError;
import dev.weir.client.route.VirtualRoute.Answer;
import dev.weir.client.route.VirtualRoute.Asked;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteRulesTest {
  private static final Route ROUTE = VirtualRoute.route();

  private static VirtualRoute continuing() {
    return new VirtualRoute(ROUTE.withContinuation(Continuation.INSTRUCT));
  }

  @ParameterizedTest
  @CsvSource({
    "429, rate_limit_exceeded, true, RATE_LIMITED",
    "429, insufficient_quota, false, NOT_SERVED",
    "500, internal, true, UNAVAILABLE",
    "503, overloaded, true, UNAVAILABLE",
    "529, overloaded_error, true, UNAVAILABLE",
    "408, timeout, true, UNAVAILABLE",
    "401, invalid_api_key, false, NOT_SERVED",
    "403, permission_denied, false, NOT_SERVED",
    "404, model_not_found, false, NOT_SERVED",
    "400, invalid_request_error, false, WRONG_REQUEST",
    "422, unprocessable, false, WRONG_REQUEST",
    "400, context_length_exceeded, false, CONTEXT_LENGTH",
    "413, request_too_large, false, CONTEXT_LENGTH",
    "400, content_policy_violation, false, CONTENT_FILTER",
    "400, content_filter, false, CONTENT_FILTER",
    "400, data_inspection_failed, false, CONTENT_FILTER",
    "200, wrong_content_type, false, NOT_SERVED",
    "200, overloaded_error, true, UNAVAILABLE"
  })
  void everyErrorHasItsKind(int status, String code, boolean retryable, String kind) {
    var error =
        new ProviderError(
            StreamFault.Kind.PROVIDER_ERROR, status, code, "said so", retryable, null, null);
    assertThat(Failure.of(error).kind()).hasToString(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "This model's maximum context length is 8192 tokens, CONTEXT_LENGTH",
    "prompt is too long: 210000 tokens > 200000 maximum, CONTEXT_LENGTH",
    "The response was filtered due to the content management policy, CONTENT_FILTER",
    "messages: field required, WRONG_REQUEST"
  })
  void someProvidersSayItInWordsOnly(String message, String kind) {
    var error =
        new ProviderError(
            StreamFault.Kind.PROVIDER_ERROR,
            400,
            "invalid_request_error",
            message,
            false,
            null,
            null);
    assertThat(Failure.of(error).kind()).hasToString(kind);
  }

  @Test
  void theSameModelIsNotAskedAgainElsewhereIfTheContextIsTooLong() {
    Route twice =
        Route.of(
            "long",
            Route.step(VirtualRoute.provider("a"), "small"),
            Route.step(VirtualRoute.provider("b"), "small"),
            Route.step(VirtualRoute.provider("c"), "large"));
    var route =
        new VirtualRoute(twice).plays("a", Played.status(400, "context_length_exceeded", null));
    assertThat(route.answer().text()).isEqualTo(Played.ANSWER);
    assertThat(route.asked()).extracting(Asked::provider).containsExactly("a", "c");
  }

  @Test
  void withoutContinuationAnAnswerEndsWhereItBroke() {
    var route = new VirtualRoute(ROUTE).plays("first", Played.cutAfter(40));
    Answer answer = route.answer();
    assertThat(answer.text()).isEqualTo(String.join("", Played.WORDS.subList(0, 40)));
    assertThat(answer.response().verdict()).isEqualTo(Verdict.FAILED);
    assertThat(route.asked()).hasSize(1);
  }

  @Test
  void anAnswerThatIsWantedWholeStartsOverWhenItBroke() {
    var route = new VirtualRoute(ROUTE).plays("first", Played.cutAfter(40), Played.whole());
    Answer answer = route.whole();
    assertThat(answer.text()).isEqualTo(Played.ANSWER);
    assertThat(answer.response().verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(answer.all(Seam.class)).isEmpty();
    assertThat(answer.all(FailedTry.class)).hasSize(1);
    assertThat(route.asked()).hasSize(2);
  }

  @Test
  void aRouteThatIsDecoratedStillStartsOverForWhoeverWantsTheWholeAnswer() {
    var route = new VirtualRoute(ROUTE).plays("first", Played.cutAfter(40), Played.whole());
    List<Inference> told = new ArrayList<>();
    List<CallEvent> seen = new ArrayList<>();
    dev.weir.client.Answer answer =
        route.whole(weir ->
            weir.with(upstream -> Inference.told(upstream, told::add))
                .with(upstream -> upstream.withSink(next -> next.andThen(seen::add)))
                .withContext(() -> Runnable::run));
    assertThat(answer.text()).isEqualTo(Played.ANSWER);
    assertThat(answer.verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(route.asked()).hasSize(2);
    assertThat(told).hasSize(1);
    assertThat(seen).isNotEmpty();
  }

  @Test
  void whatCameIsKeptIfNobodyGivesTheWholeAnswer() {
    var route =
        new VirtualRoute(ROUTE)
            .plays("first", Played.cutAfter(40))
            .plays("second", Played.cutAfter(30));
    Answer answer = route.whole();
    assertThat(answer.text()).isEqualTo(String.join("", Played.WORDS.subList(0, 30)));
    assertThat(answer.response().verdict()).isEqualTo(Verdict.FAILED);
    assertThat(answer.response().faults()).hasSize(1);
  }

  @Test
  void aSeamThatCannotBeProvenLeavesTheVerdictAsItIs() {
    var route =
        continuing()
            .plays("first", Played.cutAfter(40))
            .plays("second", Played.saying(request -> List.of("Something", " else", " entirely")));
    Answer answer = route.answer();
    assertThat(answer.text()).isEqualTo(String.join("", Played.WORDS.subList(0, 40)));
    assertThat(answer.response().verdict()).isEqualTo(Verdict.FAILED);
    assertThat(answer.response().word()).isEqualTo("connection_broken");
    assertThat(answer.all(Seam.class)).isEmpty();
    assertThat(route.asked())
        .extracting(Asked::provider)
        .containsExactly("first", "second", "second");
    assertThat(route.underWay()).isZero();
  }

  @Test
  void anAnswerCutAfterAnyWordIsWholeOrNotComplete() {
    for (int words = 0; words <= 60; words++) {
      var route = continuing().plays("first", Played.cutAfter(words));
      route.plays("second", words % 2 == 0 ? Played.takingPrefill() : Played.whole());
      Answer answer = route.answer();
      assertThat(answer.text()).as("%d words", words).isEqualTo(Played.ANSWER);
      assertThat(answer.response().verdict()).isEqualTo(Verdict.COMPLETE);
    }
  }

  @Test
  void aModelThatRepeatsALongBeginningIsNotSilent() {
    String text = Played.ANSWER.repeat(10);
    Route quick =
        ROUTE
            .withContinuation(Continuation.INSTRUCT)
            .withLimits(ROUTE.limits().withFirstToken(Duration.ofSeconds(3)));
    var route =
        new VirtualRoute(quick)
            .plays(
                "first",
                Played.saying(request -> Played.split(text))
                    .failing(Played.connection("connection_broken"))
                    .after(600))
            .plays("second", Played.saying(request -> Played.split(text)));
    Answer answer = route.answer();
    assertThat(answer.text()).isEqualTo(text);
    assertThat(route.asked()).hasSize(2);
  }

  @Test
  void aContinuationThatBreaksToo() {
    var route =
        continuing()
            .plays("first", Played.cutAfter(20))
            .plays("second", Played.cutAfter(45), Played.whole());
    Answer answer = route.answer();
    assertThat(answer.text()).isEqualTo(Played.ANSWER);
    assertThat(answer.response().verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(answer.all(Seam.class))
        .extracting(Seam::modelName, Seam::nextModel)
        .containsExactly(tuple("m1", "m2"), tuple("m2", "m2"));
  }

  @Test
  void theLimitOfTheWholeIsNamed() {
    Route slow = ROUTE.withLimits(ROUTE.limits().withTotal(Duration.ofSeconds(15)));
    var route =
        new VirtualRoute(slow).plays("first", Played.silent()).plays("second", Played.silent());
    Answer answer = route.answer();
    assertThat(answer.millis()).isEqualTo(15_000);
    assertThat(answer.response().verdict()).isEqualTo(Verdict.STALLED);
    assertThat(answer.response().faults().getFirst().code()).isEqualTo("total");
    assertThat(route.underWay()).isZero();
  }

  @Test
  void aProviderThatDripsIsLeftForAnother() {
    String text = Played.ANSWER.repeat(3);
    Route quick =
        ROUTE
            .withContinuation(Continuation.INSTRUCT)
            .withLimits(ROUTE.limits().withCharactersPerSecond(100));
    var route =
        new VirtualRoute(quick)
            .plays("first", Played.saying(request -> List.of(text.split(""))))
            .plays("second", Played.saying(request -> Played.split(text)));
    Answer answer = route.answer();
    assertThat(answer.text()).isEqualTo(text);
    assertThat(answer.all(FailedTry.class).getFirst().code()).isEqualTo("throughput");
    assertThat(answer.all(Seam.class)).hasSize(1);
  }

  /** Connecting and silence amid an answer are watched by the call, the rest by the route. */
  @Test
  void everyStepIsCalledOnceAndAsPatientlyAsTheRouteSays() {
    RouteLimits limits =
        RouteLimits.builder()
            .connect(Duration.ofSeconds(1))
            .firstToken(Duration.ofSeconds(2))
            .idle(Duration.ofSeconds(3))
            .total(Duration.ofSeconds(4))
            .charactersPerSecond(5)
            .build();
    assertThat(new VirtualRoute(ROUTE.withLimits(limits)).patience())
        .hasSize(2)
        .allSatisfy(calls -> {
          assertThat(calls.connect()).isEqualTo(limits.connect());
          assertThat(calls.dead()).isEqualTo(limits.idle());
          assertThat(calls.stalled()).isEqualTo(limits.idle());
          assertThat(calls.tries()).isOne();
          assertThat(calls.firstEvent()).isGreaterThan(limits.firstToken());
        });
  }

  @Test
  void aProviderThatAsksOneStreamToWaitIsNotAskedByOthersMeanwhile() {
    var route =
        new VirtualRoute(ROUTE)
            .plays("first", Played.status(429, "rate", Duration.ofSeconds(30)), Played.whole());
    assertThat(route.answer().response().modelName()).isEqualTo("m2");
    Answer other = route.answer();
    assertThat(other.response().modelName()).isEqualTo("m2");
    assertThat(other.all(FailedTry.class).getFirst().code()).isEqualTo("rate_limit");
    assertThat(route.asked("first")).hasSize(1);
    route.pass(Duration.ofSeconds(30));
    assertThat(route.answer().response().modelName()).isEqualTo("m1");
  }

  @Test
  void aProviderThatHasNothingLeftIsNotAskedByOthersUntilItHas() {
    Map<String, String> empty =
        Map.of("x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "30s");
    var route = new VirtualRoute(ROUTE).plays("first", Played.whole().withHeaders(empty));
    route.answer();
    Answer second = route.answer();
    assertThat(second.response().modelName()).isEqualTo("m2");
    assertThat(second.all(FailedTry.class).getFirst().code()).isEqualTo("rate_limit");
    route.pass(Duration.ofSeconds(30));
    assertThat(route.answer().response().modelName()).isEqualTo("m1");
  }

  @ParameterizedTest
  @CsvSource({
    "x-ratelimit-remaining-requests, 0, x-ratelimit-reset-requests, 6m0s, 120000",
    "x-ratelimit-remaining-tokens, 0, x-ratelimit-reset-tokens, 1.5s, 1500",
    "x-ratelimit-remaining-requests, 0, x-ratelimit-reset-requests, 20ms, 20",
    "x-ratelimit-remaining-requests, 3, x-ratelimit-reset-requests, 1s, 0",
    "ratelimit-remaining, 0, ratelimit-reset, 7, 7000",
    "anthropic-ratelimit-requests-remaining, 0, anthropic-ratelimit-requests-reset, 2026-01-01T00:00:09Z, 9000",
    "x-ratelimit-remaining, 0, x-ratelimit-reset, 1767225605, 5000",
    "x-ratelimit-remaining, 0, x-ratelimit-reset, soon, 0"
  })
  void limitsAreReadFromHeaders(String left, String none, String reset, String when, long millis) {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(RateLimits.rest(Map.of(left, none, reset, when), now).toMillis()).isEqualTo(millis);
  }

  @Test
  void stepsWithWeightsAreDrawnByThem() {
    var a = new RouteStep(VirtualRoute.provider("a"), "m", 3);
    var b = new RouteStep(VirtualRoute.provider("b"), "m", 1);
    var last = new RouteStep(VirtualRoute.provider("c"), "m");
    var random = new Random(1);
    int first = 0;
    for (int i = 0; i < 4000; i++) {
      List<Integer> order = StepOrder.of(List.of(last, a, b), random);
      assertThat(order).hasSize(3).endsWith(0);
      first += order.getFirst() == 1 ? 1 : 0;
    }
    assertThat(first).isBetween(2800, 3200);
  }

  @Test
  void ifNobodyCanBeAskedTheBreakersAreNamed() {
    var route =
        new VirtualRoute(ROUTE)
            .plays("first", Played.status(503, "down", null))
            .plays("second", Played.status(503, "down", null));
    assertThat(route.answer().response().verdict()).isEqualTo(Verdict.FAILED);
    Answer refused = route.answer();
    assertThat(refused.millis()).isLessThan(200);
    assertThat(refused.response().faults().getFirst().code()).isEqualTo("no_step");
    assertThat(refused.told())
        .anySatisfy(event ->
            assertThat(event)
                .isInstanceOfSatisfying(
                    CallEvent.Problem.class,
                    problem -> {
                      assertThat(problem.error().status()).isEqualTo(503);
                      assertThat(problem.error().retryAfter()).isNotNull();
                      assertThat(problem.retryIn()).isNull();
                    }));
  }

  @Test
  void twoHundredStreamsLoseNothingWhileTheFirstProviderFlaps() {
    var route = continuing();
    List<Answer> answers = new ArrayList<>();
    int whileDown = 0;
    for (int i = 0; i < 200; i++) {
      boolean isDown = route.nowMillis() % 60_000 < 40_000;
      route.plays("first", isDown ? Played.status(503, "down", null) : Played.whole());
      int before = route.asked("first").size();
      answers.add(route.ask());
      route.pass(Duration.ofMillis(600));
      whileDown += isDown ? route.asked("first").size() - before : 0;
    }
    route.pass(Duration.ofSeconds(60));
    assertThat(answers)
        .allSatisfy(answer -> {
          assertThat(answer.text()).isEqualTo(Played.ANSWER);
          assertThat(answer.response().verdict()).isEqualTo(Verdict.COMPLETE);
        });
    // 120 s in all: two times down, in each at most three failures and a probe in 20 s.
    assertThat(whileDown).isBetween(4, 14);
  }

  @Test
  void whoeverLeavesBetweenTwoTriesLeavesNothingBehind() {
    var route =
        new VirtualRoute(ROUTE).plays("first", Played.status(429, "rate", Duration.ofSeconds(3)));
    Answer answer = route.ask();
    route.pass(Duration.ofSeconds(1));
    answer.cancel();
    assertThat(answer.response().verdict()).isEqualTo(Verdict.CANCELLED);
    route.pass(Duration.ofSeconds(60));
    assertThat(route.asked()).hasSize(1);
    assertThat(route.underWay()).isZero();
  }

  @Test
  void whoeverLeavesDuringAContinuationEndsIt() {
    var route = continuing().plays("first", Played.cutAfter(40)).plays("second", Played.silent());
    Answer answer = route.ask();
    route.pass(Duration.ofSeconds(5));
    assertThat(route.underWay()).isOne();
    answer.cancel();
    assertThat(route.underWay()).isZero();
    assertThat(answer.response().verdict()).isEqualTo(Verdict.CANCELLED);
  }

  @Test
  void aConsumerThatThrowsEndsTheRoute() {
    var route = new VirtualRoute(ROUTE);
    List<CallEvent> told = new ArrayList<>();
    route.ask(event -> {
      told.add(event);
      if (event instanceof CallEvent.Streamed streamed
          && streamed.event() instanceof StreamEvent.BlockDelta) {
        throw new IllegalStateException("no more");
      }
    });
    route.pass(Duration.ofSeconds(60));
    assertThat(route.underWay()).isZero();
    assertThat(route.asked()).hasSize(1);
    assertThat(told.getLast())
        .isInstanceOfSatisfying(
            CallEvent.Streamed.class,
            last ->
                assertThat(last.event())
                    .isEqualTo(
                        new StreamEvent.ResponseEnd(Verdict.CANCELLED, "consumer_failed", null)));
  }

  @Test
  void aProbeThatIsGivenUpLeavesItsPlace() {
    var breaker = new Breaker(new BreakerRule(1, Duration.ofNanos(10)));
    breaker.failed(0);
    assertThat(breaker.admits(5)).isFalse();
    assertThat(breaker.admits(10)).isTrue();
    assertThat(breaker.admits(11)).as("one probe at a time").isFalse();
    breaker.released();
    assertThat(breaker.admits(12)).isTrue();
    breaker.failed(12);
    assertThat(breaker.admits(21)).isFalse();
    assertThat(breaker.admits(22)).isTrue();
    breaker.gaveContent();
    assertThat(breaker.state(22)).isEqualTo(Breaker.State.CLOSED);
  }
}
