package dev.weir.cli;

import dev.weir.log.metrics.MetricsFile;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.metrics.MetricsSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where metrics go: the option that commands over streams share. */
final class MetricsOptions {
  /** The environment variable that switches metrics on without a summary. */
  static final String VARIABLE = "WEIR_DEBUG_STREAM";

  @Option(
      names = "--metrics",
      paramLabel = "FILE",
      description = {
        "Add one JSON line of metrics for each stream (docs/metrics.md) and print a summary",
        "to standard error; WEIR_DEBUG_STREAM=FILE does it without the summary."
      })
  private @Nullable Path file;

  /** Takes the metrics of a stream at its end. */
  Consumer<MetricsRecord> sink(Console console) {
    Path named = file;
    String variable = console.variable(VARIABLE);
    return metrics -> {
      if (variable != null) {
        append(console, Path.of(variable), metrics);
      }
      if (named != null) {
        append(console, named, metrics);
        MetricsSummary.of(metrics).forEach(line -> console.err().println(SafeWords.safe(line)));
      }
    };
  }

  private static void append(Console console, Path file, MetricsRecord metrics) {
    try {
      MetricsFile.append(file, metrics);
    } catch (IOException failed) {
      console.say("Cannot write metrics to %s: %s".formatted(file, failed));
    }
  }
}
