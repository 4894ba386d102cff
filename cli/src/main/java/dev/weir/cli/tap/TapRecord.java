package dev.weir.cli.tap;

import dev.weir.cli.input.HttpHead;
import dev.weir.event.StreamEnding;
import dev.weir.log.recording.RawTrace;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.StreamRecorder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one exchange in a folder, without its keys: the request, the answer as it came, and a
 * recording of the stream in it. What cannot be written is reported once; the exchange goes on.
 */
final class TapRecord {
  private final Path folder;
  private final PassedRequest asked;
  private final Consumer<String> problems;
  private @Nullable RawTrace trace;
  private @Nullable StreamRecorder recording;
  private boolean failed;

  TapRecord(Path folder, PassedRequest asked, Consumer<String> problems) {
    this.folder = folder;
    this.asked = asked;
    this.problems = problems;
  }

  /** Something that may fail. */
  private interface Step {
    void run() throws IOException;
  }

  private void attempt(Step step) {
    if (failed) {
      return;
    }
    try {
      step.run();
    } catch (IOException problem) {
      cannotRecord(problem);
    }
  }

  private void cannotRecord(IOException problem) {
    failed = true;
    problems.accept("cannot record to %s: %s".formatted(folder, problem));
  }

  /** The answer begins, or there is none. */
  void begin(@Nullable HttpHead head) {
    attempt(() -> {
      RawTrace begun =
          RawTrace.begin(
              folder,
              asked.at(),
              asked.head().method(),
              asked.url(),
              asked.head().fields().headers(),
              asked.body(),
              asked.secrets());
      trace = begun;
      if (head != null) {
        begun.response(head.status(), head.headers());
      }
    });
  }

  /** Bytes of the answer's body, as they came. */
  void came(byte[] bytes) {
    RawTrace begun = trace;
    if (begun != null) {
      attempt(() -> begun.arrived(bytes));
    }
  }

  /** A stream begins in the answer. */
  void stream(RecordingHeader header) {
    RawTrace begun = trace;
    if (begun != null && recording == null && !failed) {
      Path file = folder.resolve(begun.name() + ".jsonl");
      recording = new StreamRecorder(file, asked.secrets(), this::cannotRecord);
      recording.begin(header);
    }
  }

  /** Bytes of the stream, unpacked. */
  void arrived(byte[] bytes, long atMicros) {
    if (recording != null) {
      recording.arrived(bytes, atMicros);
    }
  }

  void ended(StreamEnding ending, long atMicros) {
    if (recording != null) {
      recording.ended(ending, atMicros);
    }
  }

  void close() {
    RawTrace begun = trace;
    if (begun != null) {
      attempt(begun::close);
    }
  }
}
