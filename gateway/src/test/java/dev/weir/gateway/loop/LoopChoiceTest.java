package dev.weir.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoopChoiceTest {
  private static final long SAMPLE = TimeUnit.MILLISECONDS.toNanos(300);

  private final FakeLoop one = new FakeLoop();
  private final FakeLoop two = new FakeLoop();
  private final LoopChoice choice = new LoopChoice(List.of(one, two), /* nanos= */ 0);
  private long now;

  /** What it does is said by the test. */
  private static final class FakeLoop implements LoopChoice.Load {
    int channels;
    double busy;

    @Override
    public int channels() {
      return channels;
    }

    @Override
    public long takeBusyNanos() {
      return (long) (busy * SAMPLE);
    }
  }

  /** Connections that come one after the other, offered by turns: the loops that they get. */
  private List<Integer> come(int count) {
    return IntStream.range(0, count).map(i -> choice.choose(i % 2, now)).boxed().toList();
  }

  /** Both loops have been offered, and have done what they are said to do since; one more came. */
  private void sampled() {
    come(2);
    now += SAMPLE;
    come(1);
    now += SAMPLE;
  }

  @Test
  void aFewConnectionsAreSpreadEvenly() {
    assertThat(come(8)).containsExactly(0, 1, 0, 1, 0, 1, 0, 1);
  }

  @Test
  void manyShareTheFirstLoopAsLongAsItHasRoom() {
    one.channels = 500;
    two.channels = 20;
    one.busy = 0.5;
    sampled();
    assertThat(come(50)).containsOnly(0);
  }

  @Test
  void aFullLoopGetsNoMore() {
    one.channels = 500;
    two.channels = 20;
    one.busy = 0.8;
    sampled();
    assertThat(come(50)).containsOnly(1);
  }

  @Test
  void whatHasJustComeCountsAsWhatOthersCostOnAverage() {
    one.channels = 100;
    two.channels = 20;
    one.busy = 0.605;
    sampled();
    // Each takes a hundredth of a loop's time, so that fifteen fit in besides the one.
    List<Integer> given = come(30);
    assertThat(given.subList(0, 16)).containsOnly(0);
    assertThat(given.subList(16, 30)).containsOnly(1);
  }

  @Test
  void asManyAsCameInTheTimeBeforeAreInWhatWasMeasured() {
    one.channels = 100;
    two.channels = 20;
    sampled();
    come(30);
    now += SAMPLE;
    one.busy = 0.7;
    assertThat(come(30)).containsOnly(0);
  }

  @Test
  void ofWhatNothingIsKnownOnlyAFewShareALoop() {
    one.channels = 8;
    two.channels = 8;
    List<Integer> given = come(40);
    assertThat(given.subList(0, 15)).containsOnly(0);
    assertThat(given).filteredOn(loop -> loop == 0).hasSize(20);
  }

  @Test
  void whereAllAreFullTheOneWithTheLeastToDoIsChosen() {
    one.channels = 500;
    two.channels = 500;
    one.busy = 0.95;
    two.busy = 0.9;
    sampled();
    assertThat(come(10)).containsOnly(1);
  }

  @Test
  void aLoopThatServesNothingElseIsNotChosen() {
    assertThat(IntStream.range(0, 20).map(i -> choice.choose(1, now))).containsOnly(1);
  }
}
