package dev.weir.terminal.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PlaybackTest {
  private static final long MILLI = 1_000_000;

  private final AtomicLong nanos = new AtomicLong();
  private final Playback playback = new Playback(2, nanos::get);

  @Test
  void timePassesAtItsSpeed() throws InterruptedException {
    assertThat(playback.await(0)).isTrue();
    nanos.addAndGet(500 * MILLI);

    assertThat(playback.positionMicros()).isEqualTo(1_000_000);
    assertThat(playback.await(1_000_000)).isTrue();
  }

  @Test
  void aChangeOfSpeedCountsFromNowOn() throws InterruptedException {
    playback.await(0);
    nanos.addAndGet(100 * MILLI);
    playback.slower();
    nanos.addAndGet(100 * MILLI);
    playback.faster();
    playback.faster();
    nanos.addAndGet(100 * MILLI);

    assertThat(playback.positionMicros()).isEqualTo(200_000 + 100_000 + 400_000);
    assertThat(playback.word()).isEqualTo("×4");
  }

  @Test
  void whileItStandsStillNoTimePasses() throws InterruptedException {
    playback.await(0);
    playback.pauseOrResume();
    nanos.addAndGet(500 * MILLI);
    assertThat(playback.positionMicros()).isZero();
    assertThat(playback.word()).isEqualTo("paused");

    playback.pauseOrResume();
    nanos.addAndGet(500 * MILLI);
    assertThat(playback.positionMicros()).isEqualTo(1_000_000);
  }

  @Test
  void aStepGoesToTheNextThingAndNoFurther() throws Exception {
    playback.await(0);
    playback.step();
    var first = CompletableFuture.supplyAsync(() -> await(700_000));
    playback.step();

    assertThat(first.get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(playback.positionMicros()).isEqualTo(700_000);
    assertThat(playback.word()).isEqualTo("paused");
  }

  @Test
  void stoppingEndsTheWait() throws Exception {
    var waiting = CompletableFuture.supplyAsync(() -> await(700_000));
    playback.stop();

    assertThat(waiting.get(30, TimeUnit.SECONDS)).isFalse();
    assertThat(playback.isStopped()).isTrue();
  }

  @Test
  void atOnceNeverWaitsAndKnowsWhereItIs() throws InterruptedException {
    var atOnce = new Playback(Double.POSITIVE_INFINITY, nanos::get);

    assertThat(atOnce.await(9_000_000)).isTrue();
    assertThat(atOnce.positionMicros()).isEqualTo(9_000_000);
    assertThatIllegalArgumentException().isThrownBy(() -> new Playback(0, nanos::get));
  }

  private boolean await(long atMicros) {
    try {
      return playback.await(atMicros);
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }
}
