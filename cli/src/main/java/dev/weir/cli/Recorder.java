package dev.weir.cli;

import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEnding;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.Entry.Reached;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.Secrets;
import dev.weir.log.recording.StreamRecorder;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records the stream of a command. If a recording cannot be written, that is reported once, and the
 * stream goes on without it.
 */
final class Recorder {
  private final Console console;
  private final Path file;
  private final RecordingHeader header;
  private final StreamRecorder recorder;
  private final List<Reached> milestones = new ArrayList<>();

  /**
   * @param secrets what must not be written even where the answer repeats it
   */
  Recorder(Console console, Path file, RecordingHeader header, Secrets secrets) {
    this.console = console;
    this.file = file;
    this.header = header;
    this.recorder = new StreamRecorder(file, secrets, this::cannotRecord);
  }

  /** The connection reached a milestone, which is written once the header is. */
  void reached(Milestone milestone, long atMicros) {
    milestones.add(new Reached(atMicros, milestone));
  }

  void arrived(byte[] slice, long atMicros) {
    if (!recorder.isBegun()) {
      begin(modelName(slice));
    }
    recorder.arrived(slice, atMicros);
  }

  void ended(StreamEnding ending, long atMicros) {
    if (!recorder.isBegun()) {
      begin(null);
    }
    recorder.ended(ending, atMicros);
  }

  boolean hasFailed() {
    return recorder.hasFailed();
  }

  /** A recording has the model's name from whoever asked; else it is looked for. */
  private void begin(@Nullable String modelName) {
    recorder.begin(header.modelName() == null ? header.withModelName(modelName) : header);
    for (Reached reached : milestones) {
      recorder.reached(reached.milestone(), reached.atMicros());
    }
  }

  /** The header comes first, so the model's name is looked for in the first bytes. */
  private @Nullable String modelName(byte[] first) {
    var assembler = new ResponseAssembler();
    new StreamDecoder(header.dialect(), header.options()).feed(first, assembler::accept);
    return assembler.response().modelName();
  }

  private void cannotRecord(IOException problem) {
    if (problem instanceof FileAlreadyExistsException) {
      throw new CallException(
          "%s exists; a recording is never overwritten: name another file".formatted(file));
    }
    console.say("Cannot record to %s: %s; the stream goes on unrecorded".formatted(file, problem));
  }
}
