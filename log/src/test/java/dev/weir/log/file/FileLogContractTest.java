package dev.weir.log.file;

import dev.weir.log.StreamLog;
import dev.weir.log.StreamLogContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Files, small ones, keep what every log promises. */
final class FileLogContractTest extends StreamLogContract {
  private static final LogOptions SMALL =
      new LogOptions(/* segmentBytes= */ 2000, /* maxPendingBytes= */ 1 << 20, /* tailEvents= */ 5);

  private @TempDir Path folder;

  @Override
  protected StreamLog open() throws IOException {
    return FileStreamLog.open(folder, SMALL);
  }
}
