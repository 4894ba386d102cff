package dev.weir.cli;

import dev.weir.log.recording.NotARecordingException;
import dev.weir.log.recording.RecordingReader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A recording by the name that was given on the command line. */
final class RecordingFile {
  private RecordingFile() {}

  static RecordingReader open(String file, Console console) throws IOException {
    return file.equals("-")
        ? RecordingReader.open(console.in())
        : RecordingReader.open(Path.of(file));
  }

  /** Why it cannot be read, in words. */
  static String problem(String file, IOException failed) {
    return switch (failed) {
      case NoSuchFileException missing -> "No such file: " + file;
      case NotARecordingException other ->
          "%s is not a recording: %s".formatted(file, other.getMessage());
      default -> "Cannot read %s: %s".formatted(file, failed.getMessage());
    };
  }
}
