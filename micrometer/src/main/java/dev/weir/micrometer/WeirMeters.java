package dev.weir.micrometer;

import dev.weir.client.call.Inference;
import dev.weir.client.call.Upstream;
import dev.weir.event.StreamMetrics.Timing;
import dev.weir.event.Usage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps figures of every response, by the names of OpenTelemetry's GenAI conventions: {@code
 * weir.with(WeirMeters.in(registry))}. In a turn each pass is a response.
 */
public final class WeirMeters implements UnaryOperator<Upstream> {
  private static final String INFERENCE = "gen_ai.client.inference.";
  private static final String USAGE = INFERENCE + "usage.";
  private static final Duration[] BUCKETS =
      IntStream.range(0, 14)
          .mapToObj(doubling -> Duration.ofMillis(10L << doubling))
          .toArray(Duration[]::new);

  private final MeterRegistry registry;

  private WeirMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Keeps the figures in this registry. */
  public static WeirMeters in(MeterRegistry registry) {
    return new WeirMeters(registry);
  }

  @Override
  public Upstream apply(Upstream upstream) {
    return Inference.told(upstream, this::record);
  }

  private void record(Inference inference) {
    Tags tags = tags(inference);
    Tags withError =
        tags.and("error.type", Objects.requireNonNullElse(inference.errorType(), "none"));
    Timing timing = inference.metrics().timing();
    time("duration", "Time of a response", withError, timing.total());
    time("time_to_first_chunk", "Until the first output", tags, timing.firstOutput());
    for (Long micros : inference.chunkMicros()) {
      time("time_per_output_chunk", "From one output to the next", tags, micros);
    }
    Usage usage = inference.usage();
    count("input_tokens", tags, usage.inputTokens());
    count("output_tokens", tags, usage.outputTokens());
    count("cache_read.input_tokens", tags, usage.cachedInputTokens());
    count("cache_write.input_tokens", tags, usage.cacheWriteTokens());
    count("reasoning.output_tokens", tags, usage.reasoningTokens());
  }

  private void time(String name, String description, Tags tags, @Nullable Long micros) {
    if (micros != null) {
      Timer.builder(INFERENCE + name)
          .description(description)
          .serviceLevelObjectives(BUCKETS)
          .tags(tags)
          .register(registry)
          .record(micros, TimeUnit.MICROSECONDS);
    }
  }

  private void count(String name, Tags tags, @Nullable Long tokens) {
    if (tokens != null) {
      Counter.builder(USAGE + name)
          .baseUnit("tokens")
          .tags(tags)
          .register(registry)
          .increment(tokens);
    }
  }

  /** All series of a name need the same tags, so that what is absent is said to be none. */
  private static Tags tags(Inference inference) {
    return Tags.of(
        "gen_ai.operation.name",
        "chat",
        "gen_ai.provider.name",
        inference.provider(),
        "gen_ai.request.model",
        Objects.requireNonNullElse(inference.requestModel(), "none"),
        "gen_ai.response.model",
        Objects.requireNonNullElse(inference.metrics().outcome().modelName(), "none"));
  }
}
