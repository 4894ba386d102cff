package dev.weir.micrometer;

import dev.weir.client.ContextCapture;
import dev.weir.client.Weir;
import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.client.tool.Tool;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Observes everything that a {@link Weir} is asked: {@code weir.ask} for what was asked, in it
 * {@code weir.pass} for each response and {@code weir.tool} for each run of a tool. A tracer makes
 * spans of them, a registry timers. What is said is not told.
 */
public final class WeirObservations {
  private static final String NONE = "none";

  private final ObservationRegistry registry;

  private WeirObservations(ObservationRegistry registry) {
    this.registry = registry;
  }

  /** Tells this registry. */
  public static WeirObservations in(ObservationRegistry registry) {
    return new WeirObservations(registry);
  }

  /**
   * The same, of which everything is observed. Callbacks and tools run in the observation of what
   * was asked.
   */
  public Weir watch(Weir weir) {
    return weir.with(upstream -> upstream.openedBy(this::pass)).withContext(this::capture);
  }

  /** The same tools, each run of which is observed. */
  public List<Tool> watch(List<? extends Tool> some) {
    return some.stream().map(tool -> (Tool) new ObservedTool(tool, registry)).toList();
  }

  private ContextCapture.Captured capture() {
    return new Asked(Observation.start("weir.ask", registry));
  }

  private record Asked(Observation observation) implements ContextCapture.Captured {
    @Override
    public void run(Runnable task) {
      observation.scoped(task);
    }

    @Override
    public void ended() {
      observation.stop();
    }
  }

  private StreamCall pass(Upstream upstream, Request request, CallSink sink) {
    String model = request.modelName();
    Observation observation =
        Observation.createNotStarted("weir.pass", registry)
            .contextualName(model == null ? "chat" : "chat " + model)
            .lowCardinalityKeyValue("gen_ai.operation.name", "chat")
            .lowCardinalityKeyValue("gen_ai.provider.name", upstream.name())
            .lowCardinalityKeyValue("gen_ai.request.model", word(model))
            // All observations of a name need the same keys.
            .lowCardinalityKeyValue("gen_ai.response.model", NONE)
            .lowCardinalityKeyValue("error.type", NONE)
            .start();
    CallSink ending =
        event -> {
          if (event instanceof CallEvent.Measured measured) {
            end(observation, measured.metrics());
          } else if (event instanceof CallEvent.Asking asking) {
            observation.lowCardinalityKeyValue("gen_ai.provider.name", asking.provider());
          }
        };
    try {
      return upstream.open(request, ending.andThen(sink));
    } catch (IllegalArgumentException refused) {
      observation.error(refused).stop();
      throw refused;
    }
  }

  private static void end(Observation observation, StreamMetrics metrics) {
    observation.lowCardinalityKeyValue(
        "gen_ai.response.model", word(metrics.outcome().modelName()));
    String id = metrics.outcome().responseId();
    if (id != null) {
      observation.highCardinalityKeyValue("gen_ai.response.id", id);
    }
    observation.highCardinalityKeyValues(counts(metrics.usage()));
    Verdict verdict = metrics.verdict();
    if (verdict == null || !verdict.isNatural()) {
      observation.lowCardinalityKeyValue("error.type", String.valueOf(verdict));
    }
    observation.stop();
  }

  private static KeyValues counts(@Nullable Usage reported) {
    Usage usage = Objects.requireNonNullElse(reported, Usage.NONE);
    return KeyValues.empty()
        .and(count("input_tokens", usage.inputTokens()))
        .and(count("output_tokens", usage.outputTokens()))
        .and(count("cache_read.input_tokens", usage.cachedInputTokens()))
        .and(count("cache_write.input_tokens", usage.cacheWriteTokens()))
        .and(count("reasoning.output_tokens", usage.reasoningTokens()));
  }

  private static KeyValues count(String name, @Nullable Long tokens) {
    return tokens == null
        ? KeyValues.empty()
        : KeyValues.of(KeyValue.of("gen_ai.usage." + name, tokens.toString()));
  }

  private static String word(@Nullable String given) {
    return Objects.requireNonNullElse(given, NONE);
  }
}
