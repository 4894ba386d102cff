package dev.weir.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamMeter;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayMetricsTest {
  private final GatewayMetrics metrics = new GatewayMetrics();

  @BeforeEach
  void list() {
    metrics.models(Map.of("openai", Set.of("gpt-5", "gpt-5-mini")));
  }

  /** What is asked for and who answers, and the labels that both get. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          gpt-5,       gpt-5,            gpt-5, gpt-5
          gpt-5,       gpt-5-2026-08-07, gpt-5, gpt-5-2026-08-07
          -,           gpt-5-mini,       '',    gpt-5-mini
          -,           -,                '',    ''
          my-secret-1, my-secret-1,      other, other
          my-secret-1, gpt-5,            other, gpt-5
          gpt-5,       'a "name"',       gpt-5, other
          """)
  void onlyModelsThatAreListedAreLabels(
      @Nullable String asked, @Nullable String answering, String request, String response) {
    pass("openai", asked, answering);
    assertThat(metrics.exposition())
        .contains(
            "gen_ai_request_model=\"%s\",gen_ai_response_model=\"%s\""
                .formatted(request, response));
  }

  @Test
  void figuresHaveTheNamesOfToday() {
    var meter = new StreamMeter(/* timed= */ true);
    var block = new BlockId(0, 0);
    meter.accept(new ResponseStart("r", "gpt-5"), 0);
    meter.accept(
        new BlockStart(block, BlockKind.TEXT, null, null, /* synthetic= */ false, Map.of()),
        1_000_000);
    var chunks = new ChunkTimes();
    for (long micros : new long[] {1_000_000, 1_010_000, 3_000_000}) {
      meter.accept(new BlockDelta(block, "a"), micros);
      chunks.came(micros);
    }
    var usage = new Usage(10L, 5L, 2L, 4L, 3L);
    meter.accept(new ResponseEnd(Verdict.COMPLETE, null, usage), 3_000_000);
    metrics.operation(
        new MetricsRecord(null, "openai-chat", "openai", Instant.EPOCH, true, meter.metrics()),
        chunks,
        "gpt-5");
    String labels =
        "gen_ai_operation_name=\"chat\",gen_ai_provider_name=\"openai\","
            + "gen_ai_request_model=\"gpt-5\",gen_ai_response_model=\"gpt-5\"";
    assertThat(metrics.exposition().lines().filter(line -> line.contains("{" + labels + "}")))
        .contains(
            "gen_ai_client_inference_duration_seconds_sum{%s} 3".formatted(labels),
            "gen_ai_client_inference_time_to_first_chunk_seconds_sum{%s} 1".formatted(labels),
            "gen_ai_client_inference_time_per_output_chunk_seconds_sum{%s} 2".formatted(labels),
            "gen_ai_client_inference_time_per_output_chunk_seconds_count{%s} 2".formatted(labels),
            "gen_ai_client_inference_usage_input_tokens_total{%s} 10".formatted(labels),
            "gen_ai_client_inference_usage_output_tokens_total{%s} 5".formatted(labels),
            "gen_ai_client_inference_usage_cache_read_input_tokens_total{%s} 4".formatted(labels),
            "gen_ai_client_inference_usage_cache_write_input_tokens_total{%s} 3".formatted(labels),
            "gen_ai_client_inference_usage_reasoning_output_tokens_total{%s} 2".formatted(labels));
    assertThat(metrics.exposition()).doesNotContain("gen_ai_client_operation", "token_usage");
  }

  /**
   * Each bound counts what is as long as it, as a histogram that takes one value at a time does.
   */
  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        9_999,
        10_000,
        10_001,
        20_000,
        20_001,
        39_999,
        40_000,
        40_001,
        5_120_000,
        81_920_000,
        81_920_001,
        Long.MAX_VALUE / 2
      })
  void timesBetweenOutputsAreCountedByTheBoundsOfTheHistogram(long micros) {
    var one = new Histogram(GatewayMetrics.SECONDS);
    one.observe(micros / 1e6);
    var chunks = new ChunkTimes();
    chunks.came(0);
    chunks.came(micros);
    var other = new Histogram(GatewayMetrics.SECONDS);
    chunks.addTo(other);
    var expected = new Exposition();
    one.write(expected, "t", "");
    var counted = new Exposition();
    other.write(counted, "t", "");
    assertThat(counted).hasToString(expected.toString());
  }

  @Test
  void runsOfToolsAreTimedByName() throws Exception {
    Tool works = tool("add", ToolResult.of("3"));
    Tool fails = tool("divide", ToolResult.failed("by zero"));
    for (Tool tool : metrics.measured(List.of(works, fails, works))) {
      var unused = tool.run(new ToolCall("c", tool.spec().name(), Json.Null.NULL));
    }
    assertThat(metrics.exposition())
        .contains(
            "gen_ai_execute_tool_duration_seconds_count{gen_ai_operation_name=\"execute_tool\","
                + "gen_ai_tool_name=\"add\"} 2\n",
            "gen_ai_execute_tool_duration_seconds_count{error_type=\"tool_error\","
                + "gen_ai_operation_name=\"execute_tool\",gen_ai_tool_name=\"divide\"} 1\n");
  }

  private static Tool tool(String name, ToolResult result) {
    return new Tool() {
      @Override
      public ToolSpec spec() {
        return new ToolSpec(name, "", Json.Null.NULL);
      }

      @Override
      public ToolResult run(ToolCall call) {
        return result;
      }
    };
  }

  @Test
  void namesThatClientsMakeUpCostNothing() {
    pass("openai", "gpt-5", "gpt-5");
    pass("openai", "anything", "anything");
    int length = metrics.exposition().length();
    for (int i = 0; i < 50; i++) {
      String name = i + "x".repeat(100_000);
      pass("openai", name, name);
      pass("other-provider", "m" + i, "m" + i);
    }
    assertThat(metrics.exposition().length()).isLessThan(2 * length);
  }

  @Test
  void aProviderThatCallsItselfDifferentlyEachTimeIsOne() {
    for (int i = 0; i < 1_000; i++) {
      pass("openai", "gpt-5", "gpt-5-" + i);
    }
    Set<String> labels = new TreeSet<>();
    Pattern.compile("gen_ai_response_model=\"([^\"]*)\"")
        .matcher(metrics.exposition())
        .results()
        .forEach(result -> labels.add(result.group(1)));
    assertThat(labels).hasSize(21).contains("other", "gpt-5-0");
  }

  @Test
  void queueTimeAndLostChunksAreFigures() {
    var meter = new StreamMeter(/* timed= */ true);
    meter.announced(200_000);
    meter.accept(new ResponseStart("r", "gpt-5"), 200_000);
    var block = new BlockId(0, 0);
    meter.accept(
        new BlockStart(block, BlockKind.TEXT, null, null, /* synthetic= */ false, Map.of()),
        1_000_000);
    meter.accept(new SequenceGap(7, 9), 1_000_001);
    meter.accept(new UnrepairedGap(7, 9, block, /* part= */ 0, /* at= */ 0), 1_000_002);
    meter.accept(new ResponseEnd(Verdict.COMPLETE, null, null), 1_000_003);
    meter.frames(38);
    metrics.operation(
        new MetricsRecord(null, "openai-responses", "openai", Instant.EPOCH, true, meter.metrics()),
        new ChunkTimes(),
        "gpt-5");
    assertThat(metrics.exposition())
        .containsPattern("weir_queue_seconds_sum\\{[^}]*} 0\\.8\n")
        .containsPattern("weir_chunks_lost_percent_sum\\{[^}]*} 5(\\.0)?\n")
        .contains("weir_chunks_lost_total{provider=\"openai\"} 2\n")
        .contains("weir_gaps_unrepaired_total{provider=\"openai\"} 1\n");
  }

  private void pass(String provider, @Nullable String asked, @Nullable String answering) {
    var meter = new StreamMeter(/* timed= */ true);
    meter.accept(new ResponseStart("r", answering), 1_000);
    meter.accept(new ResponseEnd(Verdict.COMPLETE, null, null), 2_000);
    meter.ended(2_000);
    metrics.operation(
        new MetricsRecord(null, "openai-chat", provider, Instant.EPOCH, true, meter.metrics()),
        new ChunkTimes(),
        asked);
  }
}
