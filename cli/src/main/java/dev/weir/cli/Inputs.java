package dev.weir.cli;

import dev.weir.cli.input.Input;
import dev.weir.cli.input.NotAStreamException;
import dev.weir.cli.input.ReadOptions;
import dev.weir.log.recording.NotARecordingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The inputs that a command line names, and why one of them cannot be read. */
final class Inputs {
  private Inputs() {}

  static Input open(String file, Console console, ReadOptions reading) throws IOException {
    try {
      return Input.open(file, console.in(), reading);
    } catch (InvalidPathException notAName) {
      throw new NoSuchFileException(file);
    }
  }

  /** Says why a file cannot be read; returns the exit code. */
  static int wrong(String file, Exception failed, Console console) {
    console.say(
        switch (failed) {
          case NoSuchFileException missing -> "No such file: " + file;
          case NotAStreamException other -> String.valueOf(other.getMessage());
          case NotARecordingException other ->
              "%s is not a recording: %s".formatted(file, other.getMessage());
          case CallException call -> String.valueOf(call.getMessage());
          case IOException other when isFolder(file) ->
              "Cannot read %s: it is a folder; name the files in it".formatted(file);
          default -> "Cannot read %s: %s".formatted(file, failed.getMessage());
        });
    if (failed instanceof NotAStreamException other) {
      other.details().forEach(line -> console.err().println("  " + SafeWords.safe(line)));
    }
    return ExitCode.CALL_WRONG;
  }

  private static boolean isFolder(String file) {
    try {
      return Files.isDirectory(Path.of(file));
    } catch (InvalidPathException notAName) {
      return false;
    }
  }
}
