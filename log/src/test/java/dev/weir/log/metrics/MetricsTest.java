package dev.weir.log.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.event.StreamMetrics;
import dev.weir.event.StreamMetrics.Backpressure;
import dev.weir.event.StreamMetrics.Bucket;
import dev.weir.event.StreamMetrics.Pauses;
import dev.weir.event.StreamMetrics.Problem;
import dev.weir.event.StreamMetrics.Sequence;
import dev.weir.event.StreamMetrics.Throughput;
import dev.weir.event.StreamMetrics.Timeline;
import dev.weir.event.StreamMetrics.Timing;
import dev.weir.event.StreamMetrics.Tries;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
  private static final Path DOCUMENT = Path.of("../docs/metrics.md");

  private static final MetricsRecord FULL =
      new MetricsRecord(
          "a.sse",
          "openai-chat",
          "acme",
          Instant.parse("2026-01-02T03:04:05.678Z"),
          /* timed= */ true,
          new StreamMetrics(
              new StreamMetrics.Outcome(
                  "r", "m", Verdict.COMPLETE, "stop", new Usage(1L, 2L, 3L, 4L, 5L)),
              new Timing(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 2_400_000L),
              new Pauses(
                  830_000L,
                  "block_delta",
                  41L,
                  Map.of(Bucket.UNDER_50_MS, 120L, Bucket.FROM_200_MS, 2L)),
              new Throughput(132, 128, 400, 12_345L, 5120L),
              new Backpressure(3000, 1000),
              new Sequence(1, 1, 0.75, 2, 3),
              Map.of("block_delta", 128L),
              new Timeline(1000, List.of(1L, 2L), List.of(3L, 4L)),
              new Tries(
                  3,
                  1,
                  "request-3",
                  List.of(
                      new Problem("overloaded_error", 529, "request-1"),
                      new Problem("connection_failed", null, null)))));

  private static final MetricsRecord EMPTY =
      new MetricsRecord(
          null,
          "openai-chat",
          null,
          Instant.EPOCH,
          /* timed= */ false,
          new StreamMetrics(
              new StreamMetrics.Outcome(null, null, null, null, null),
              Timing.NONE,
              Pauses.NONE,
              new Throughput(0, 0, 0, null, null),
              null,
              null,
              Map.of(),
              Timeline.NONE,
              Tries.NONE));

  @TempDir Path folder = Path.of("");

  @Test
  void whatIsWrittenIsReadBack() {
    assertThat(MetricsJson.read(MetricsJson.write(FULL))).isEqualTo(FULL);
    assertThat(MetricsJson.read(MetricsJson.write(EMPTY))).isEqualTo(EMPTY);
  }

  @Test
  void whatWasNotMeasuredIsAbsentInsteadOfZero() {
    assertThat(MetricsJson.write(EMPTY))
        .doesNotContain("backpressure", "sequence", "pauses", "under50ms")
        .contains("\"timing\":{}");
    assertThat(MetricsSummary.of(EMPTY)).contains("  consumer    N/A", "  sequence    N/A");
  }

  @Test
  void aFieldOfALaterVersionIsPassedOver() {
    String grown = MetricsJson.write(FULL).replaceFirst("\\{", "{\"weather\":{\"fine\":true},");

    assertThat(MetricsJson.read(grown)).isEqualTo(FULL);
  }

  @Test
  void otherLinesAreRefusedInWords() {
    assertThatThrownBy(() -> MetricsJson.read("{}"))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("expected a line of metrics");
    assertThatThrownBy(() -> MetricsJson.read("{\"weir\":\"metrics\",\"version\":9}"))
        .hasMessageContaining("a newer weir made these");
  }

  @Test
  void everyStreamAddsOneLine() throws IOException {
    Path file = folder.resolve("m.jsonl");
    MetricsFile.append(file, FULL);
    MetricsFile.append(file, EMPTY);

    assertThat(Files.readAllLines(file).stream().map(MetricsJson::read))
        .containsExactly(FULL, EMPTY);
  }

  @Test
  void theSummarySaysNotAvailableForWhatNobodyCanTell() {
    assertThat(String.join("\n", MetricsSummary.of(FULL)) + "\n")
        .isEqualTo(
            """
            a.sse: COMPLETE (stop), openai-chat, m
              timing      connect 1 µs · headers 2 µs · first byte 3 µs · response start 4 µs · queue 5 µs · thinking 7 µs · text 8 µs · tool argument 9 µs · total 2.40 s
              pauses      largest 830 ms after block_delta (event 41) · <50 ms: 120 · 50–200 ms: 0 · 200–1000 ms: 2 · 1–5 s: 0 · >5 s: 0
              throughput  132 events · 128 deltas · 12,345 bytes · 5,120 bytes/s
              consumer    blocked 3.0 ms, at most 1.0 ms at once
              sequence    gaps 1 · chunks lost 1 · 0.75 % · texts repaired 2 · gaps left 3
              tries       3 · resumed 1 · request request-3 · HTTP 529 overloaded_error (request request-1) · connection_failed
            """);
    assertThat(MetricsSummary.of(EMPTY))
        .anyMatch(line -> line.contains("response start N/A · queue N/A"));
  }

  @Test
  void everyFieldIsDocumented() throws IOException {
    String document = Files.readString(DOCUMENT);
    List<String> fields = new ArrayList<>();
    paths("", new JsonReader(16, 1 << 20).read(MetricsJson.write(FULL)), fields);

    assertThat(fields)
        .hasSizeGreaterThan(40)
        .allSatisfy(field -> assertThat(document).contains("`" + field + "`"));
  }

  private static void paths(String prefix, Json json, List<String> into) {
    json.fields()
        .forEach((name, value) -> {
          if (value.isObject() && !name.equals("events")) {
            paths(prefix + name + ".", value, into);
          } else {
            into.add(prefix + name);
          }
        });
  }
}
