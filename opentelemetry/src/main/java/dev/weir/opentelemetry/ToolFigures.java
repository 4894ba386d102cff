package dev.weir.opentelemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.Meter;
import org.jspecify.annotations.Nullable;

/** Figures of tools. */
final class ToolFigures {
  private static final double NANOS = 1e9;

  private final DoubleHistogram duration;

  ToolFigures(Meter meter) {
    duration =
        meter
            .histogramBuilder("gen_ai.execute_tool.duration")
            .setUnit("s")
            .setDescription("Time of a run of a tool")
            .setExplicitBucketBoundariesAdvice(InferenceFigures.SECONDS)
            .build();
  }

  void record(String tool, long nanos, @Nullable String error) {
    Attributes attributes = Attributes.of(Names.OPERATION, Names.EXECUTE_TOOL, Names.TOOL, tool);
    duration.record(
        nanos / NANOS,
        error == null ? attributes : attributes.toBuilder().put(Names.ERROR, error).build());
  }
}
