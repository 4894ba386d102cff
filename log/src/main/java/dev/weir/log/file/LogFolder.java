package dev.weir.log.file;

import dev.weir.log.LogPlace;
import dev.weir.log.StreamLog;
import java.io.IOException;
import java.nio.file.Path;

/** A log in a folder of this machine. */
public record LogFolder(Path folder, LogOptions options) implements LogPlace {
  @Override
  public StreamLog open() throws IOException {
    return FileStreamLog.open(folder, options);
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
