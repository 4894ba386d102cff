package dev.weir.log.recording;

import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.event.StreamEnding;
import dev.weir.log.recording.Entry.Milestone;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records one stream without ever disturbing it: a failed write is reported once, and after that
 * nothing is written. What comes before the beginning is not part of a recording. Used by one
 * thread at a time.
 */
public final class StreamRecorder {
  private static final Logger LOG = System.getLogger(StreamRecorder.class.getName());

  private final Path file;
  private final @Nullable ConversationOwners owners;
  private final Secrets secrets;
  private final Consumer<? super IOException> onFailure;
  private @Nullable RecordingWriter writer;
  private boolean isBegun;
  private boolean hasFailed;

  /**
   * @param file which must not exist yet
   * @param secrets what must not be written even where the provider repeats it
   * @param onFailure takes why there is no recording, or not all of it
   */
  public StreamRecorder(Path file, Secrets secrets, Consumer<? super IOException> onFailure) {
    this(file, /* owners= */ null, secrets, onFailure);
  }

  /**
   * @param owners whose ids go onto the lines of their chunks
   */
  public StreamRecorder(
      Path file,
      @Nullable ConversationOwners owners,
      Secrets secrets,
      Consumer<? super IOException> onFailure) {
    this.file = file;
    this.owners = owners;
    this.secrets = secrets;
    this.onFailure = onFailure;
  }

  @FunctionalInterface
  private interface Step {
    void run(RecordingWriter writer) throws IOException;
  }

  /**
   * The stream begins, or begins again: nobody saw what was recorded of an earlier try, so it is
   * deleted.
   */
  public void begin(RecordingHeader header) {
    if (hasFailed) {
      return;
    }
    isBegun = true;
    try {
      RecordingWriter earlier = writer;
      if (earlier != null) {
        writer = null;
        earlier.close();
        Files.deleteIfExists(file);
      }
      writer = RecordingWriter.create(file, header, owners, secrets);
    } catch (IOException problem) {
      fail(problem);
    }
  }

  /** Whether it was begun, whatever has become of it. */
  public boolean isBegun() {
    return isBegun;
  }

  /** Whether something could not be written, so that the recording is not whole. */
  public boolean hasFailed() {
    return hasFailed;
  }

  /** Something was reached, such as the headers. */
  public void reached(Milestone milestone, long atMicros) {
    write(out -> out.reached(milestone, atMicros));
  }

  /** The next bytes came. */
  public void arrived(byte[] slice, long atMicros) {
    write(out -> out.arrived(slice, atMicros));
  }

  /** The stream ended, and with it the recording. */
  public void ended(StreamEnding ending, long atMicros) {
    write(out -> {
      writer = null;
      try (out) {
        out.ended(ending, atMicros);
      }
    });
  }

  private void write(Step step) {
    RecordingWriter open = writer;
    if (open == null || hasFailed) {
      return;
    }
    try {
      step.run(open);
    } catch (IOException problem) {
      fail(problem);
    }
  }

  private void fail(IOException problem) {
    abandon();
    onFailure.accept(problem);
  }

  /** Stops writing and leaves what there is: a recording that was itself cut short. */
  public void abandon() {
    hasFailed = true;
    RecordingWriter open = writer;
    writer = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException alsoFailed) {
        LOG.log(Level.DEBUG, "Recording %s could not be closed".formatted(file), alsoFailed);
      }
    }
  }
}
