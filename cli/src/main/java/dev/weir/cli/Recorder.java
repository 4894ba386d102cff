package dev.weir.cli;

import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.ResponseAssembler;
import dev.weir.log.recording.Entry.Ending;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.RecordingWriter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Records the stream of a command. A recording that cannot be written is said once, and the stream
 * goes on without it.
 */
final class Recorder {
  private final Console console;
  private final Path file;
  private final RecordingHeader header;
  private @Nullable RecordingWriter writer;
  private boolean failed;

  Recorder(Console console, Path file, RecordingHeader header) {
    this.console = console;
    this.file = file;
    this.header = header;
  }

  void arrived(byte[] slice, long atMicros) {
    attempt(() -> writer(modelName(slice)).arrived(slice, atMicros));
  }

  void ended(Ending ending, long atMicros) {
    attempt(() -> {
      try (RecordingWriter open = writer(null)) {
        open.ended(ending, atMicros);
      }
    });
  }

  boolean hasFailed() {
    return failed;
  }

  private RecordingWriter writer(@Nullable String modelName) throws IOException {
    RecordingWriter open = writer;
    if (open == null) {
      open = RecordingWriter.create(file, header.withModelName(modelName));
      writer = open;
    }
    return open;
  }

  /** The header comes first, so the model's name is looked for in the first bytes. */
  private @Nullable String modelName(byte[] first) {
    if (writer != null) {
      return null;
    }
    var assembler = new ResponseAssembler();
    new StreamDecoder(header.dialect(), header.options()).feed(first, assembler::accept);
    return assembler.response().modelName();
  }

  private interface Step {
    void run() throws IOException;
  }

  private void attempt(Step step) {
    if (failed) {
      return;
    }
    try {
      step.run();
    } catch (FileAlreadyExistsException exists) {
      failed = true;
      throw new CallException(
          "%s exists; a recording is never overwritten: name another file".formatted(file));
    } catch (IOException problem) {
      failed = true;
      console.say(
          "Cannot record to %s: %s; the stream goes on, not recorded".formatted(file, problem));
    }
  }
}
