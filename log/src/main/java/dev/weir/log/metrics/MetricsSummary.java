package dev.weir.log.metrics;

import dev.weir.event.StreamMetrics;
import dev.weir.event.StreamMetrics.Backpressure;
import dev.weir.event.StreamMetrics.Bucket;
import dev.weir.event.StreamMetrics.Pauses;
import dev.weir.event.StreamMetrics.Problem;
import dev.weir.event.StreamMetrics.Sequence;
import dev.weir.event.StreamMetrics.Timing;
import dev.weir.event.StreamMetrics.Tries;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Metrics in words: a few lines for one stream, {@code N/A} for what nobody can tell. */
public final class MetricsSummary {
  private MetricsSummary() {}

  /** The lines; what providers said stands in them as it came. */
  public static List<String> of(MetricsRecord line) {
    StreamMetrics m = line.metrics();
    List<String> lines = new ArrayList<>();
    lines.add(head(line));
    lines.add("  timing      " + timing(m.timing()));
    lines.add("  pauses      " + pauses(m.pauses()));
    lines.add(
        "  throughput  %,d events · %,d deltas · %s bytes · %s bytes/s"
            .formatted(
                m.throughput().events(),
                m.throughput().deltas(),
                number(m.throughput().bytes()),
                number(m.throughput().bytesPerSecond())));
    lines.add("  consumer    " + consumer(m.backpressure()));
    lines.add("  sequence    " + sequence(m.sequence()));
    if (m.tries().count() > 0) {
      lines.add("  tries       " + tries(m.tries()));
    }
    return lines;
  }

  private static String tries(Tries tries) {
    StringBuilder text = new StringBuilder("%,d".formatted(tries.count()));
    if (tries.resumes() > 0) {
      text.append(" · resumed %,d".formatted(tries.resumes()));
    }
    text.append(" · request ").append(tries.requestId() == null ? "N/A" : tries.requestId());
    for (Problem problem : tries.problems()) {
      text.append(" · ").append(problem.status() == null ? "" : "HTTP " + problem.status() + " ");
      text.append(problem.code());
      text.append(problem.requestId() == null ? "" : " (request " + problem.requestId() + ")");
    }
    return text.toString();
  }

  private static String consumer(@Nullable Backpressure backpressure) {
    return backpressure == null
        ? "N/A"
        : "blocked %s, at most %s at once"
            .formatted(duration(backpressure.blocked()), duration(backpressure.largest()));
  }

  private static String sequence(@Nullable Sequence sequence) {
    if (sequence == null) {
      return "N/A";
    }
    Double percent = sequence.percent();
    return "gaps %,d · chunks lost %,d · %s%s"
        .formatted(
            sequence.gaps(),
            sequence.lost(),
            percent == null ? "N/A %" : "%.2f %%".formatted(percent),
            repairs(sequence));
  }

  private static String repairs(Sequence sequence) {
    return sequence.gaps() == 0
        ? ""
        : " · texts repaired %,d · gaps left %,d"
            .formatted(sequence.repaired(), sequence.unrepaired());
  }

  private static String head(MetricsRecord line) {
    StreamMetrics m = line.metrics();
    StringBuilder head = new StringBuilder();
    if (line.file() != null) {
      head.append(line.file()).append(": ");
    }
    head.append(m.verdict() == null ? "no end" : m.verdict());
    if (m.outcome().word() != null) {
      head.append(" (").append(m.outcome().word()).append(')');
    }
    head.append(", ").append(line.dialect());
    if (m.outcome().modelName() != null) {
      head.append(", ").append(m.outcome().modelName());
    }
    return head.toString();
  }

  private static String timing(Timing t) {
    return ("connect %s · headers %s · first byte %s · response start %s · queue %s · thinking %s"
            + " · text %s · tool argument %s · total %s")
        .formatted(
            duration(t.connect()),
            duration(t.headers()),
            duration(t.firstByte()),
            duration(t.responseStart()),
            duration(t.queue()),
            duration(t.firstThinking()),
            duration(t.firstText()),
            duration(t.firstToolArgument()),
            duration(t.total()));
  }

  private static String pauses(Pauses p) {
    if (p.largest() == null) {
      return "N/A";
    }
    StringBuilder text = new StringBuilder();
    text.append(
        "largest %s after %s (event %,d)"
            .formatted(duration(p.largest()), p.largestAfter(), p.largestAfterNumber()));
    for (Bucket bucket : Bucket.values()) {
      text.append(" · %s: %,d".formatted(name(bucket), p.count(bucket)));
    }
    return text.toString();
  }

  /** A bucket's range. */
  public static String name(Bucket bucket) {
    return switch (bucket) {
      case UNDER_50_MS -> "<50 ms";
      case FROM_50_MS -> "50–200 ms";
      case FROM_200_MS -> "200–1000 ms";
      case FROM_1_S -> "1–5 s";
      case FROM_5_S -> ">5 s";
    };
  }

  /** A length of time with three digits or so, in the unit that suits it. */
  public static String duration(@Nullable Long micros) {
    if (micros == null) {
      return "N/A";
    }
    if (micros < 1000) {
      return micros + " µs";
    }
    if (micros < 10_000) {
      return "%.1f ms".formatted(micros / 1e3);
    }
    if (micros < 1_000_000) {
      return "%.0f ms".formatted(micros / 1e3);
    }
    if (micros < 120_000_000) {
      return "%.2f s".formatted(micros / 1e6);
    }
    return "%d min %02d s".formatted(micros / 60_000_000, micros / 1_000_000 % 60);
  }

  private static String number(@Nullable Long value) {
    return value == null ? "N/A" : "%,d".formatted(value);
  }
}
