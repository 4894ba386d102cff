package dev.weir.client.call;

import static dev.weir.client.call.VirtualCall.DEAD;
import static dev.weir.client.call.VirtualCall.FIRST_EVENT;
import static dev.weir.client.call.VirtualCall.OPTIONS;
import static dev.weir.client.call.VirtualCall.SETTLED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The clocks and waits of a call, to the nanosecond, on time that passes at once. */
class CallTimeTest {
  private static final Duration NANO = Duration.ofNanos(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private static String quiet(VirtualCall call, Duration time) {
    call.effects();
    return call.pass(time).effects();
  }

  private static boolean isOver(VirtualCall call) {
    return call.state() == CallMachine.State.OVER;
  }

  @ParameterizedTest
  @CsvSource({"''", "connected", "200", "200 comment"})
  void theFirstEventHasItsTimeFromTheBeginningOfTheTry(String before) {
    var call = VirtualCall.chat(OPTIONS).then(before);
    call.pass(FIRST_EVENT.minus(NANO));
    assertThat(call.effects()).doesNotContain("problem");
    assertThat(quiet(call, NANO)).contains("problem dead, again in 400 ms");
  }

  @Test
  void bytesWithoutAnEventDoNotMoveTheClockOfTheFirstEvent() {
    var call = VirtualCall.chat(OPTIONS).then("200");
    for (int i = 0; i < 12; i++) {
      assertThat(call.state()).isEqualTo(CallMachine.State.STREAMING);
      call.pass(Duration.ofSeconds(10)).then("comment");
    }
    assertThat(call.effects()).contains("problem dead");
  }

  @ParameterizedTest
  @EnumSource
  void silenceEndsAResponseInEveryDialectAndKeepsWhatCame(DialectSample dialect) {
    var call = VirtualCall.of(dialect).then("200").pass(Duration.ofSeconds(3)).then("text");
    assertThat(quiet(call, DEAD.minus(NANO))).isEmpty();
    assertThat(quiet(call, NANO))
        .startsWith("problem dead")
        .endsWith("measured · STALLED (dead) · rest");
  }

  @Test
  void aByteInTimeRestartsTheSilence() {
    var call = VirtualCall.chat(OPTIONS).then("200 text");
    call.pass(DEAD.minus(NANO)).then("comment");
    call.pass(DEAD.minus(NANO));
    assertThat(isOver(call)).isFalse();
    call.pass(NANO);
    assertThat(call.effects()).endsWith("STALLED (dead) · rest");
  }

  @ParameterizedTest
  @EnumSource
  void bytesWithoutContentEndAResponseInEveryDialect(DialectSample dialect) {
    var call = VirtualCall.of(dialect).then("200 text");
    for (int i = 0; i < 5; i++) {
      call.pass(Duration.ofSeconds(10)).then("dribble");
    }
    call.pass(Duration.ofSeconds(10).minus(NANO));
    assertThat(isOver(call)).isFalse();
    call.pass(NANO);
    assertThat(call.effects()).endsWith("STALLED (stalled) · rest");
  }

  @Test
  void aProviderThatDoesNotCloseIsNotWaitedFor() {
    var settling = VirtualCall.chat(OPTIONS).then("200 settling");
    assertThat(quiet(settling, SETTLED.minus(NANO))).isEmpty();
    assertThat(quiet(settling, NANO)).isEqualTo("hang up · measured · COMPLETE (stop) · rest");

    var ended = VirtualCall.chat(OPTIONS).then("200 text last");
    assertThat(quiet(ended, SETTLED.minus(NANO))).isEmpty();
    assertThat(quiet(ended, NANO)).isEqualTo("hang up · rest");
  }

  @Test
  void anErrorWhoseBodyDoesNotEndIsReadAsFarAsItCame() {
    var call = VirtualCall.chat(OPTIONS).then("503 body");
    assertThat(quiet(call, DEAD.minus(NANO))).isEmpty();
    assertThat(quiet(call, NANO)).startsWith("refused").contains("problem http_503");
  }

  @Test
  void aSinkThatTakesItsTimeStopsTheClocks() {
    var call = VirtualCall.chat(OPTIONS).then("200").sinkTakes(HOUR).then("text");
    call.pass(DEAD.minus(NANO));
    assertThat(isOver(call)).isFalse();
    call.pass(NANO);
    assertThat(call.effects()).endsWith("STALLED (dead) · rest");
    assertThat(measured(call).backpressure())
        .extracting(waited -> waited.blocked())
        .isEqualTo(HOUR.toNanos() / 1000);
  }

  @Test
  void aPauseStopsTheClocks() {
    var call = VirtualCall.chat(OPTIONS).then("200 text pause").pass(HOUR).then("resume");
    call.pass(DEAD.minus(NANO));
    assertThat(isOver(call)).isFalse();
    call.pass(NANO);
    assertThat(call.effects()).endsWith("STALLED (dead) · rest");
  }

  @Test
  void theWaitsBetweenTriesDoubleUpToTheLongest() {
    assertThat(waits(() -> 0))
        .containsExactly(400L, 800L, 1600L, 3200L, 6400L, 12_800L, 25_600L, 30_000L, 30_000L);
  }

  @Test
  void upToHalfOfAWaitIsLeftToChance() {
    // The largest that a generator of numbers below n + 1 can give is n.
    assertThat(waits(new Largest()))
        .containsExactly(200L, 400L, 800L, 1600L, 3200L, 6400L, 12_800L, 15_000L, 15_000L);
  }

  private static List<Long> waits(RandomGenerator chance) {
    CallOptions often = OPTIONS.withTries(10, OPTIONS.backoff());
    var call = VirtualCall.chat(often, chance);
    List<Long> waits = new ArrayList<>();
    while (call.then("503 end").state() == CallMachine.State.BETWEEN) {
      Duration wait = call.alarm();
      waits.add(wait == null ? -1 : wait.toMillis());
      call.pass(wait == null ? Duration.ZERO : wait);
    }
    assertThat(call.effects()).endsWith("FAILED (http_503) · rest");
    return waits;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          retry-after    | 7                             | again in 7 s
          retry-after    | Fri, 02 Jan 2026 03:04:15 GMT | again in 10 s
          retry-after-ms | 1250                          | again in 1250 ms
          retry-after    | 0                             | again in 400 ms
          retry-after    | 30                            | again in 30 s
          retry-after    | 31                            | problem http_503 ·
          """)
  void aProviderThatSaysWhenIsAskedThenUnlessThatIsTooLate(
      String header, String value, String words) {
    var call = VirtualCall.chat(OPTIONS).headers(503, Map.of(header, value)).then("end");
    assertThat(call.effects()).contains(words);
  }

  @Test
  void theRestOfABrokenResponseIsAskedForAfterItsWaitAndHasTheTimeOfSilence() {
    var call = VirtualCall.kept(OPTIONS).then("200 text broke");
    assertThat(quiet(call, Duration.ofMillis(400).minus(NANO))).isEmpty();
    assertThat(quiet(call, NANO)).startsWith("resuming").endsWith("starting_after=3");
    assertThat(quiet(call, DEAD.minus(NANO))).isEmpty();
    assertThat(quiet(call, NANO)).endsWith("STALLED (dead) · rest");
  }

  @Test
  void cancelDuringAWaitEndsAtOnceAndTheWaitRingsForNobody() {
    var call = VirtualCall.chat(OPTIONS).then("503 end cancel");
    assertThat(call.effects()).endsWith("CANCELLED · rest");
    assertThat(call.alarm()).isNull();
  }

  @Test
  void timesCountFromTheOpeningOfTheCallAndAreThoseOfTheInputs() {
    var call = VirtualCall.chat(OPTIONS).pass(Duration.ofMillis(5)).then("connected");
    call.pass(Duration.ofMillis(15)).then("200");
    call.pass(Duration.ofMillis(30)).then("text");
    call.pass(Duration.ofMillis(50)).then("last");
    assertThat(call.told().getFirst()).isInstanceOf(CallEvent.Trying.class);
    assertThat(call.told())
        .extracting(CallEvent::atMicros)
        .startsWith(0L, 5_000L, 20_000L, 50_000L);
    StreamMetrics.Timing timing = measured(call).timing();
    assertThat(timing.connect()).isEqualTo(5_000);
    assertThat(timing.headers()).isEqualTo(20_000);
    assertThat(timing.firstByte()).isEqualTo(50_000);
    assertThat(timing.firstText()).isEqualTo(50_000);
    assertThat(timing.total()).isEqualTo(100_000);
  }

  @Test
  void theTimeToConnectGoesWithTheRequest() {
    CallEvent.Trying trying = (CallEvent.Trying) VirtualCall.chat(OPTIONS).told().getFirst();
    assertThat(trying.call().connectTimeout()).isEqualTo(OPTIONS.connect());
  }

  private static StreamMetrics measured(VirtualCall call) {
    return call.told().stream()
        .filter(CallEvent.Measured.class::isInstance)
        .map(event -> ((CallEvent.Measured) event).metrics())
        .findFirst()
        .orElseThrow();
  }

  /** Gives the largest number that is asked for. */
  private static final class Largest implements RandomGenerator {
    @Override
    public long nextLong() {
      return -1;
    }

    @Override
    public long nextLong(long bound) {
      return bound - 1;
    }
  }
}
