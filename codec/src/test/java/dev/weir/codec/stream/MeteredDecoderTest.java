package dev.weir.codec.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamMetrics;
import dev.weir.event.StreamMetrics.Sequence;
import dev.weir.event.Verdict;
import dev.weir.testkit.Cases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeteredDecoderTest {
  private static final List<String> RESPONSE =
      List.of(
          "{\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"r\",\"model\":\"m\",\"status\":\"in_progress\"}}",
          "{\"type\":\"response.in_progress\",\"sequence_number\":1,\"response\":{\"id\":\"r\",\"model\":\"m\",\"status\":\"in_progress\"}}",
          "{\"type\":\"response.output_item.added\",\"sequence_number\":2,\"output_index\":0,\"item\":{\"id\":\"i\",\"type\":\"message\",\"role\":\"assistant\",\"content\":[]}}",
          "{\"type\":\"response.content_part.added\",\"sequence_number\":3,\"output_index\":0,\"item_id\":\"i\",\"content_index\":0,\"part\":{\"type\":\"output_text\",\"text\":\"\"}}",
          "{\"type\":\"response.output_text.delta\",\"sequence_number\":4,\"output_index\":0,\"item_id\":\"i\",\"content_index\":0,\"delta\":\"hi\"}",
          "{\"type\":\"response.completed\",\"sequence_number\":5,\"response\":{\"id\":\"r\",\"model\":\"m\",\"status\":\"completed\",\"output\":[]}}");

  private final List<StreamEvent> events = new ArrayList<>();

  @Test
  void queueTimeRunsFromTheAnnouncementToTheFirstOutput() {
    StreamMetrics metrics = metrics(Dialects.OPENAI_RESPONSES, RESPONSE);

    // One chunk a millisecond.
    assertThat(metrics.timing().firstByte()).isEqualTo(1000);
    assertThat(metrics.timing().responseStart()).isEqualTo(1000);
    assertThat(metrics.timing().firstOutput()).isEqualTo(4000);
    assertThat(metrics.timing().queue()).isEqualTo(3000);
    assertThat(metrics.timing().firstText()).isEqualTo(5000);
    assertThat(metrics.verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(metrics.sequence()).isEqualTo(new Sequence(0, 0, 0.0, 0, 0));
  }

  @Test
  void withoutItsAnnouncementAResponseHasNoQueueTime() {
    StreamMetrics metrics =
        metrics(Dialects.OPENAI_RESPONSES, RESPONSE.subList(1, RESPONSE.size()));

    assertThat(metrics.timing().responseStart()).isNull();
    assertThat(metrics.timing().queue()).isNull();
  }

  @Test
  void aChatHasNoQueueTime() {
    StreamMetrics metrics =
        metrics(
            Dialects.OPENAI_CHAT,
            List.of(
                "{\"id\":\"c\",\"model\":\"m\",\"choices\":[{\"delta\":{\"content\":\"x\"}}]}"));

    assertThat(metrics.timing().queue()).isNull();
    assertThat(metrics.timing().firstText()).isEqualTo(1000);
  }

  @Test
  void aMessageOfAnthropicIsAnnounced() {
    StreamMetrics metrics =
        metrics(
            Dialects.ANTHROPIC,
            List.of(
                "{\"type\":\"message_start\",\"message\":{\"id\":\"a\",\"model\":\"m\",\"content\":[]}}",
                "{\"type\":\"ping\"}",
                "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}"));

    assertThat(metrics.timing().queue()).isEqualTo(2000);
  }

  @Test
  void aMissingSequenceNumberIsOneGapWithItsShare() {
    List<String> chunks = new ArrayList<>(RESPONSE);
    chunks.remove(3);

    StreamMetrics metrics = metrics(Dialects.OPENAI_RESPONSES, chunks);

    assertThat(events)
        .filteredOn(e -> e instanceof StreamEvent.SequenceGap)
        .containsExactly(new StreamEvent.SequenceGap(3, 4));
    assertThat(metrics.sequence()).isEqualTo(new Sequence(1, 1, 100.0 / 6, 0, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "s-swap.sse,        1, 0",
    "s-some-absent.sse, 0, 0",
  })
  void aChunkThatCameLateOrHasNoNumberIsNotLost(String name, long gaps, long lost) {
    var decoder =
        new MeteredDecoder(Dialects.OPENAI_RESPONSES, DecodeOptions.DEFAULT, /* timed= */ false);
    decoder.feed(Cases.bytes(name), 0, events::add);
    decoder.end(new StreamEnding.EndOfInput(), 0, events::add);

    assertThat(decoder.metrics().sequence())
        .isEqualTo(new Sequence(gaps, lost, 0.0, /* repaired= */ gaps, 0));
  }

  @Test
  void aProviderThatDoesNotNumberItsChunksHasNoFiguresOfGaps() {
    StreamMetrics metrics =
        metrics(Dialects.OPENAI_CHAT, List.of("{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}"));

    assertThat(metrics.sequence()).isNull();
    assertThat(metrics.backpressure()).isNull();
  }

  private StreamMetrics metrics(Dialect dialect, List<String> chunks) {
    var decoder = new MeteredDecoder(dialect, DecodeOptions.DEFAULT, /* timed= */ true);
    long at = 0;
    for (byte[] slice : chunks.stream().map(c -> Decoded.sse(c).getBytes(UTF_8)).toList()) {
      at += 1000;
      decoder.feed(Arrays.copyOf(slice, slice.length), at, events::add);
    }
    decoder.end(new StreamEnding.EndOfInput(), at, events::add);
    return decoder.metrics();
  }
}
