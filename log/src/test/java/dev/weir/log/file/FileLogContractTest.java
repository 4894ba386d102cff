package dev.weir.log.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.weir.log.StreamLog;
import dev.weir.log.StreamLogContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Files, small ones, keep what every log promises. */
final class FileLogContractTest extends StreamLogContract {
  private static final LogOptions SMALL =
      new LogOptions(/* segmentBytes= */ 2000, /* maxPendingBytes= */ 1 << 20);

  private @TempDir Path folder;

  @Override
  protected StreamLog open() throws IOException {
    return FileStreamLog.open(folder, SMALL);
  }

  @Override
  protected void damage(String stream) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".weirlog")).toList()) {
        String bytes = Files.readString(file, ISO_8859_1);
        Files.writeString(
            file, bytes.replace(VULNERABLE, "!" + VULNERABLE.substring(1)), ISO_8859_1);
      }
    }
  }
}
