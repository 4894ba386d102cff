package dev.weir.cli.inspect;

import dev.weir.event.StreamMetrics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stream to look at.
 *
 * @param name what the stream is called; free of control characters
 * @param about dialect and model, free of control characters
 * @param end how it ended, free of control characters
 * @param provider who answered, where that is known; free of control characters
 * @param node which of several gateways fetched it, if one did; free of control characters
 */
public record Inspected(
    String name,
    String about,
    String end,
    @Nullable String provider,
    @Nullable String node,
    StreamMetrics metrics) {

  /** The parts of the response's time, in order; none where there are no times. */
  List<Span> spans() {
    return Span.of(metrics.timing());
  }

  long totalMicros() {
    Long total = metrics.timing().total();
    return total == null ? 0 : total;
  }

  /**
   * The provider's tokens that the deltas stand for; absent if it did not count them. Reasoning
   * that was not streamed does not count.
   */
  @Nullable Long streamedTokens() {
    if (metrics.usage() == null || metrics.usage().outputTokens() == null) {
      return null;
    }
    Long hidden = metrics.usage().reasoningTokens();
    boolean streamed = metrics.timing().firstThinking() != null;
    return metrics.usage().outputTokens() - (streamed || hidden == null ? 0 : hidden);
  }
}
