package dev.weir.log.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where metrics are kept: a file to which every stream adds one line at its end. */
public final class MetricsFile {
  private MetricsFile() {}

  /** Adds a line in one write, so that several processes may share the file. */
  public static void append(Path file, MetricsRecord line) throws IOException {
    Files.write(
        file,
        (MetricsJson.write(line) + "\n").getBytes(UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
