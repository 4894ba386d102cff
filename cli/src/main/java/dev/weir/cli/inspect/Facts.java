package dev.weir.cli.inspect;

import dev.weir.event.StreamMetrics;
import dev.weir.event.StreamMetrics.Bucket;
import dev.weir.event.StreamMetrics.Timing;
import dev.weir.log.metrics.MetricsSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The numbers of a stream in words, one row each: what both reports put side by side. */
record Facts(String name, Function<Inspected, String> words) {

  /** All that is worth a row: who answered only where somebody was asked. */
  static List<Facts> of(List<Inspected> streams) {
    List<Facts> facts = new ArrayList<>();
    facts.add(new Facts("ended", Inspected::end));
    ifAny(facts, streams, "provider", Inspected::provider);
    ifAny(facts, streams, "node", Inspected::node);
    ifAny(facts, streams, "tries", s -> tries(s.metrics().tries()));
    ifAny(facts, streams, "failed tries", s -> counted(s, "failed_try"));
    ifAny(facts, streams, "seams", s -> counted(s, "seam"));
    time(facts, "connect", Timing::connect);
    time(facts, "headers", Timing::headers);
    time(facts, "first byte", Timing::firstByte);
    time(facts, "response start", Timing::responseStart);
    time(facts, "queue", Timing::queue);
    time(facts, "first thinking", Timing::firstThinking);
    time(facts, "first text", Timing::firstText);
    time(facts, "first tool argument", Timing::firstToolArgument);
    time(facts, "total", Timing::total);
    facts.add(new Facts("largest pause", s -> largestPause(s.metrics().pauses())));
    for (Bucket bucket : Bucket.values()) {
      facts.add(
          new Facts(
              "pauses " + MetricsSummary.name(bucket),
              s -> number(count(s.metrics().pauses(), bucket))));
    }
    facts.add(new Facts("events", s -> number(s.metrics().throughput().events())));
    facts.add(new Facts("deltas", s -> number(s.metrics().throughput().deltas())));
    facts.add(new Facts("bytes", s -> number(s.metrics().throughput().bytes())));
    facts.add(new Facts("bytes/s", s -> number(s.metrics().throughput().bytesPerSecond())));
    facts.add(new Facts("output tokens", s -> number(outputTokens(s.metrics()))));
    facts.add(new Facts("tokens/s", Facts::tokensPerSecond));
    facts.add(new Facts("consumer blocked", Facts::blocked));
    facts.add(new Facts("chunks lost", Facts::lost));
    return facts;
  }

  private static void ifAny(
      List<Facts> facts,
      List<Inspected> streams,
      String name,
      Function<Inspected, @Nullable String> words) {
    if (streams.stream().anyMatch(stream -> words.apply(stream) != null)) {
      facts.add(new Facts(name, stream -> Objects.requireNonNullElse(words.apply(stream), "N/A")));
    }
  }

  /** How often it was asked for, and what went wrong before; absent where nobody asked. */
  private static @Nullable String tries(StreamMetrics.Tries tries) {
    if (tries.count() == 0) {
      return null;
    }
    String asked = number((long) tries.count());
    return tries.problems().isEmpty()
        ? asked
        : tries.problems().stream()
            .map(StreamMetrics.Problem::code)
            .collect(Collectors.joining(", ", asked + " (", ")"));
  }

  private static @Nullable String counted(Inspected stream, String type) {
    Long count = stream.metrics().events().get(type);
    return count == null ? null : number(count);
  }

  private static void time(List<Facts> facts, String name, Function<Timing, @Nullable Long> time) {
    facts.add(new Facts(name, s -> MetricsSummary.duration(time.apply(s.metrics().timing()))));
  }

  private static String largestPause(StreamMetrics.Pauses pauses) {
    return pauses.largest() == null
        ? "N/A"
        : MetricsSummary.duration(pauses.largest()) + " after " + pauses.largestAfter();
  }

  private static @Nullable Long count(StreamMetrics.Pauses pauses, StreamMetrics.Bucket bucket) {
    return pauses.largest() == null ? null : (Long) pauses.count(bucket);
  }

  private static @Nullable Long outputTokens(StreamMetrics metrics) {
    return metrics.usage() == null ? null : metrics.usage().outputTokens();
  }

  /** From the first output to the end. */
  private static String tokensPerSecond(Inspected stream) {
    Long tokens = stream.streamedTokens();
    Long first = stream.metrics().timing().firstOutput();
    if (tokens == null || first == null || stream.totalMicros() <= first) {
      return "N/A";
    }
    return String.format(Locale.ROOT, "%.1f", tokens * 1e6 / (stream.totalMicros() - first));
  }

  private static String blocked(Inspected stream) {
    StreamMetrics.Backpressure backpressure = stream.metrics().backpressure();
    return MetricsSummary.duration(backpressure == null ? null : backpressure.blocked());
  }

  private static String lost(Inspected stream) {
    StreamMetrics.Sequence sequence = stream.metrics().sequence();
    if (sequence == null) {
      return number(null);
    }
    Double percent = sequence.percent();
    return sequence.lost() == 0 || percent == null
        ? number(sequence.lost())
        : String.format(
            Locale.ROOT, "%,d (gaps: %,d), %.2f %%", sequence.lost(), sequence.gaps(), percent);
  }

  private static String number(@Nullable Long value) {
    return value == null ? "N/A" : String.format(Locale.ROOT, "%,d", value);
  }
}
