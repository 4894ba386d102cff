package dev.weir.cli.inspect;

import dev.weir.event.StreamMetrics.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How much came in each second, over time.
 *
 * @param values per second, one for each bin
 */
record Rate(String unit, long binMicros, List<Double> values) {
  Rate {
    values = List.copyOf(values);
  }

  static Rate bytes(Inspected stream) {
    Timeline timeline = stream.metrics().timeline();
    return new Rate("bytes/s", timeline.binMicros(), perSecond(timeline.bytes(), timeline, 1));
  }

  /**
   * Tokens over time: the provider's count, spread over the deltas by their length. Absent if the
   * provider did not count.
   */
  static @Nullable Rate tokens(Inspected stream) {
    Timeline timeline = stream.metrics().timeline();
    Long tokens = stream.streamedTokens();
    long characters = stream.metrics().throughput().characters();
    if (tokens == null || characters == 0) {
      return null;
    }
    double tokensOfCharacter = (double) tokens / characters;
    return new Rate(
        "tokens/s",
        timeline.binMicros(),
        perSecond(timeline.characters(), timeline, tokensOfCharacter));
  }

  private static List<Double> perSecond(List<Long> amounts, Timeline timeline, double factor) {
    return amounts.stream().map(a -> a * factor * 1e6 / timeline.binMicros()).toList();
  }

  /** The same in a number of bins whose length several streams share. */
  Rate resampled(int bins, long totalMicros) {
    double width = (double) totalMicros / bins;
    List<Double> sums = new ArrayList<>();
    for (int i = 0; i < bins; i++) {
      sums.add(average(i * width, (i + 1) * width));
    }
    return new Rate(unit, Math.max(1, Math.round(width)), sums);
  }

  private double average(double from, double to) {
    double sum = 0;
    int first = (int) (from / binMicros);
    int last = (int) Math.min(values.size() - 1L, (long) (to / binMicros));
    for (int i = first; i <= last; i++) {
      double start = Math.max(from, (double) i * binMicros);
      double end = Math.min(to, (i + 1.0) * binMicros);
      sum += Math.max(0, end - start) * values.get(i);
    }
    return sum / (to - from);
  }

  double peak() {
    return values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** A number of this unit, short. */
  String words(double value) {
    if (value >= 1_000_000) {
      return String.format(Locale.ROOT, "%.1f M %s", value / 1e6, unit);
    }
    if (value >= 10_000) {
      return String.format(Locale.ROOT, "%.1f k %s", value / 1e3, unit);
    }
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f %s" : "%.1f %s", value, unit);
  }
}
