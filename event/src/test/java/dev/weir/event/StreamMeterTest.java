package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamMetrics.Backpressure;
import dev.weir.event.StreamMetrics.Bucket;
import dev.weir.event.StreamMetrics.Pauses;
import dev.weir.event.StreamMetrics.Sequence;
import dev.weir.event.StreamMetrics.Throughput;
import dev.weir.event.StreamMetrics.Timing;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamMeterTest {
  private static final long MS = 1000;

  private final StreamMeter meter = new StreamMeter(/* timed= */ true);

  @Test
  void everyMomentIsMeasuredSeparately() {
    meter.connected(20 * MS);
    meter.headers(90 * MS);
    meter.bytes(100, 100 * MS);
    meter.announced(100 * MS);
    meter.accept(new ResponseStart("r", "m"), 100 * MS);
    meter.bytes(200, 350 * MS);
    start(0, BlockKind.REASONING, 350 * MS);
    delta(0, "hm", 360 * MS);
    start(1, BlockKind.TEXT, 400 * MS);
    delta(1, "hi", 410 * MS);
    start(2, BlockKind.TOOL_CALL, 500 * MS);
    delta(2, "{}", 510 * MS);
    meter.bytes(50, 600 * MS);
    meter.accept(new ResponseEnd(Verdict.TOOL_CALLS, "tool_calls", null), 600 * MS);

    assertThat(meter.metrics().timing())
        .isEqualTo(
            new Timing(
                /* connect= */ 20 * MS,
                /* headers= */ 90 * MS,
                /* firstByte= */ 100 * MS,
                /* responseStart= */ 100 * MS,
                /* queue= */ 250 * MS,
                /* firstOutput= */ 350 * MS,
                /* firstThinking= */ 360 * MS,
                /* firstText= */ 410 * MS,
                /* firstToolArgument= */ 510 * MS,
                /* lastOutput= */ 510 * MS,
                /* total= */ 600 * MS));
    assertThat(meter.metrics().throughput())
        .isEqualTo(new Throughput(8, 3, 6, 350L, /* bytesPerSecond= */ 700L));
    assertThat(meter.metrics().verdict()).isEqualTo(Verdict.TOOL_CALLS);
    assertThat(meter.metrics().outcome().modelName()).isEqualTo("m");
  }

  @Test
  void thereIsNoQueueTimeWhereTheProviderDidNotAnnounceTheResponse() {
    meter.accept(new ResponseStart("r", "m"), 100 * MS);
    start(0, BlockKind.TEXT, 100 * MS);

    assertThat(meter.metrics().timing().responseStart()).isNull();
    assertThat(meter.metrics().timing().queue()).isNull();
    assertThat(meter.metrics().timing().firstOutput()).isEqualTo(100 * MS);
  }

  @Test
  void pausesAreCountedByLengthAndTheLargestIsPlaced() {
    meter.accept(new ResponseStart("r", "m"), 0);
    start(0, BlockKind.TEXT, 49 * MS);
    delta(0, "a", 99 * MS);
    delta(0, "b", 299 * MS);
    delta(0, "c", 1299 * MS);
    delta(0, "d", 6299 * MS);
    delta(0, "e", 6299 * MS);

    assertThat(meter.metrics().pauses())
        .isEqualTo(
            new Pauses(
                5000 * MS,
                "block_delta",
                4L,
                Map.of(
                    Bucket.UNDER_50_MS, 2L,
                    Bucket.FROM_50_MS, 1L,
                    Bucket.FROM_200_MS, 1L,
                    Bucket.FROM_1_S, 1L,
                    Bucket.FROM_5_S, 1L)));
  }

  @Test
  void aMissingSequenceNumberIsCountedWithItsShare() {
    meter.accept(new ResponseStart("r", "m"), 0);
    meter.accept(new SequenceGap(3, 4), 10);
    meter.frames(49);

    assertThat(meter.metrics().sequence()).isEqualTo(new Sequence(1, 1, 2.0, 0, 0));
    assertThat(meter.metrics().events()).containsEntry("sequence_gap", 1L);
  }

  @Test
  void waitingForTheConsumerIsAddedUp() {
    meter.blocked(3);
    meter.blocked(9);
    meter.blocked(1);

    assertThat(meter.metrics().backpressure()).isEqualTo(new Backpressure(13, 9));
  }

  @Test
  void aStreamThatIsDroppedHasMetricsWithoutAVerdict() {
    meter.accept(new ResponseStart("r", "m"), 0);

    assertThat(meter.metrics().verdict()).isNull();
    assertThat(meter.metrics().events()).isEqualTo(Map.of("response_start", 1L));
  }

  @Test
  void withoutTimesOnlyCountsAreGiven() {
    var untimed = new StreamMeter(/* timed= */ false);
    untimed.bytes(10, 0);
    untimed.accept(new ResponseStart("r", "m"), 0);

    assertThat(untimed.metrics().timing()).isEqualTo(Timing.NONE);
    assertThat(untimed.metrics().pauses()).isEqualTo(Pauses.NONE);
    assertThat(untimed.metrics().throughput()).isEqualTo(new Throughput(1, 0, 0, 10L, null));
  }

  @Test
  void theTimelineKeepsEverySumAndABoundedLength() {
    for (int second = 0; second < 3600; second++) {
      meter.bytes(1, second * 1_000_000L);
    }

    List<Long> bytes = meter.metrics().timeline().bytes();
    assertThat(bytes).hasSizeLessThanOrEqualTo(96).hasSizeGreaterThan(40);
    assertThat(bytes.stream().mapToLong(Long::longValue).sum()).isEqualTo(3600);
  }

  @Test
  void aBlockThatEndedIsForgotten() {
    start(0, BlockKind.REASONING, 1);
    meter.accept(new BlockEnd(new BlockId(0, 0), true, null, null, null, null), 2);
    start(1, BlockKind.REFUSAL, 3);
    delta(1, "no", 4);

    assertThat(meter.metrics().timing().firstText()).isEqualTo(4);
    assertThat(meter.metrics().timing().firstThinking()).isNull();
  }

  private void start(int block, BlockKind kind, long at) {
    meter.accept(blockStart(block, kind), at);
  }

  private static BlockStart blockStart(int block, BlockKind kind) {
    return new BlockStart(new BlockId(0, block), kind, null, null, false, Map.of());
  }

  private void delta(int block, String text, long at) {
    meter.accept(new BlockDelta(new BlockId(0, block), text), at);
  }
}
