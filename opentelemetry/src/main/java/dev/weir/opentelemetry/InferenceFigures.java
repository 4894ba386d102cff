package dev.weir.opentelemetry;

import dev.weir.client.call.Inference;
import dev.weir.event.StreamMetrics.Timing;
import dev.weir.event.Usage;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Figures of responses. */
final class InferenceFigures {
  private static final double MICROS = 1e6;

  /** As the conventions advise: 10 ms, doubled thirteen times. */
  static final List<Double> SECONDS =
      IntStream.range(0, 14).mapToObj(doubling -> (10L << doubling) / 1e3).toList();

  private final DoubleHistogram duration;
  private final DoubleHistogram firstChunk;
  private final DoubleHistogram nextChunk;
  private final LongCounter input;
  private final LongCounter output;
  private final LongCounter cacheRead;
  private final LongCounter cacheWrite;
  private final LongCounter reasoning;

  InferenceFigures(Meter meter) {
    duration = seconds(meter, "duration", "Time of a response");
    firstChunk = seconds(meter, "time_to_first_chunk", "Until the first output");
    nextChunk = seconds(meter, "time_per_output_chunk", "From one output to the next");
    input = tokens(meter, Names.INPUT);
    output = tokens(meter, Names.OUTPUT);
    cacheRead = tokens(meter, Names.CACHE_READ);
    cacheWrite = tokens(meter, Names.CACHE_WRITE);
    reasoning = tokens(meter, Names.REASONING);
  }

  private static DoubleHistogram seconds(Meter meter, String name, String description) {
    return meter
        .histogramBuilder("gen_ai.client.inference." + name)
        .setUnit("s")
        .setDescription(description)
        .setExplicitBucketBoundariesAdvice(SECONDS)
        .build();
  }

  private static LongCounter tokens(Meter meter, String name) {
    return meter.counterBuilder("gen_ai.client.inference.usage." + name).setUnit("{token}").build();
  }

  void record(Inference inference) {
    Attributes attributes = attributes(inference);
    Timing timing = inference.metrics().timing();
    String error = inference.errorType();
    Attributes ended =
        error == null ? attributes : attributes.toBuilder().put(Names.ERROR, error).build();
    add(duration, timing.total(), ended);
    add(firstChunk, timing.firstOutput(), attributes);
    inference.chunkMicros().forEach(micros -> add(nextChunk, micros, attributes));
    Usage usage = inference.usage();
    add(input, usage.inputTokens(), attributes);
    add(output, usage.outputTokens(), attributes);
    add(cacheRead, usage.cachedInputTokens(), attributes);
    add(cacheWrite, usage.cacheWriteTokens(), attributes);
    add(reasoning, usage.reasoningTokens(), attributes);
  }

  private static Attributes attributes(Inference inference) {
    AttributesBuilder attributes =
        Attributes.builder()
            .put(Names.OPERATION, Names.CHAT)
            .put(Names.PROVIDER, inference.provider());
    String requested = inference.requestModel();
    if (requested != null) {
      attributes.put(Names.REQUEST_MODEL, requested);
    }
    String answered = inference.metrics().outcome().modelName();
    if (answered != null) {
      attributes.put(Names.RESPONSE_MODEL, answered);
    }
    return attributes.build();
  }

  private static void add(DoubleHistogram figure, @Nullable Long micros, Attributes attributes) {
    if (micros != null) {
      figure.record(micros / MICROS, attributes);
    }
  }

  private static void add(LongCounter figure, @Nullable Long tokens, Attributes attributes) {
    if (tokens != null) {
      figure.add(tokens, attributes);
    }
  }
}
