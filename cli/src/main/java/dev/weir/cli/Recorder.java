package dev.weir.cli;

import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.ResponseAssembler;
import dev.weir.log.recording.Entry.Ending;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.Entry.Reached;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.RecordingWriter;
import dev.weir.log.recording.Secrets;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records the stream of a command. A recording that cannot be written is said once, and the stream
 * goes on without it.
 */
final class Recorder {
  private final Console console;
  private final Path file;
  private final RecordingHeader header;
  private final Secrets secrets;
  private final List<Reached> milestones = new ArrayList<>();
  private @Nullable RecordingWriter writer;
  private boolean failed;

  /**
   * @param secrets what must not be written even where the answer repeats it
   */
  Recorder(Console console, Path file, RecordingHeader header, Secrets secrets) {
    this.console = console;
    this.file = file;
    this.header = header;
    this.secrets = secrets;
  }

  /** The connection reached a milestone, which is written once the header is. */
  void reached(Milestone milestone, long atMicros) {
    milestones.add(new Reached(atMicros, milestone));
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
      open = RecordingWriter.create(file, withModel(modelName), null, secrets);
      writer = open;
      for (Reached reached : milestones) {
        open.reached(reached.milestone(), reached.atMicros());
      }
    }
    return open;
  }

  /** What a recording says of the model it has from whoever asked; else it is looked for. */
  private RecordingHeader withModel(@Nullable String modelName) {
    return header.modelName() == null ? header.withModelName(modelName) : header;
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
