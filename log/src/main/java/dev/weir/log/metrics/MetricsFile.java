package dev.weir.log.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.log.recording.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where metrics are kept: a file to which every stream adds one line at its end. */
public final class MetricsFile {
  private MetricsFile() {}

  /**
   * Adds a line in one write, so that several processes may share the file.
   *
   * @param secrets what must not be in it, even where a provider repeats it in a name or an id
   */
  public static void append(Path file, MetricsRecord line, Secrets secrets) throws IOException {
    Files.write(
        file,
        (secrets.hide(MetricsJson.write(line)) + "\n").getBytes(UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
