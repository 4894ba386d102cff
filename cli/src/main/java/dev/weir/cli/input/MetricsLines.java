package dev.weir.cli.input;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.JsonException;
import dev.weir.log.metrics.MetricsJson;
import dev.weir.log.metrics.MetricsRecord;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What was measured of streams, one per line, as {@code --metrics} writes it. */
final class MetricsLines implements Captures {
  private static final int MAX_LINE_BYTES = 16 << 20;

  private final String name;
  private final Lines lines;

  MetricsLines(String name, Slices slices) {
    this.name = name;
    this.lines = new Lines(slices, MAX_LINE_BYTES);
  }

  @Override
  public @Nullable Capture next() throws IOException {
    Bytes line = lines.next();
    if (line == null) {
      return null;
    }
    try {
      MetricsRecord read = MetricsJson.read(line.toString());
      String file = read.file();
      return new Capture.Measured(file == null ? name : file, /* isOneOfSeveral= */ true, read);
    } catch (JsonException broken) {
      throw new IOException("not a line of metrics: " + broken.getMessage(), broken);
    }
  }
}
