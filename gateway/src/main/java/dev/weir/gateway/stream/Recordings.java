package dev.weir.gateway.stream;

import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.log.PrivateFiles;
import dev.weir.log.recording.Entry.Ending;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.RecordingWriter;
import dev.weir.log.recording.Secrets;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The recordings of all streams, one file for each pass, written by one thread so that no event
 * loop waits for a disk. A recording that the disk cannot follow is given up, never its stream.
 */
public final class Recordings implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Recordings.class.getName());
  private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
  private static final int MAX_WAITING = 100_000;
  private static final long MAX_WAITING_BYTES = 32 << 20;

  /** Of one recording: only a provider faster than any network is that far ahead of a disk. */
  private static final long MAX_WAITING_BYTES_EACH = 4 << 20;

  private final Path folder;
  private final Secrets secrets;
  private final BlockingQueue<Runnable> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final AtomicLong waitingBytes = new AtomicLong();
  private final Thread thread;
  private volatile boolean closing;

  /**
   * @param secrets what must not be written even where a provider repeats it
   */
  public Recordings(Path folder, Secrets secrets) throws IOException {
    PrivateFiles.createFolders(folder);
    this.folder = folder;
    this.secrets = secrets;
    this.thread = Thread.ofPlatform().daemon().name("weir-recordings").start(this::run);
  }

  private void run() {
    while (!closing || !waiting.isEmpty()) {
      try {
        waiting.take().run();
      } catch (InterruptedException wake) {
        LOG.log(Level.DEBUG, "Closing");
      } catch (RuntimeException | OutOfMemoryError failed) {
        // The others' recordings go on.
        LOG.log(Level.ERROR, "A recording could not be written", failed);
      }
    }
  }

  /** The recording of a pass, if there is one. Ids are ours, so no client names a path. */
  @Nullable Path file(String stream, int pass) {
    Path file = path(stream, pass);
    return Files.isRegularFile(file) ? file : null;
  }

  private Path path(String stream, int pass) {
    if (!ID.matcher(stream).matches() || pass < 0) {
      throw new IllegalArgumentException("Not a stream of ours: " + stream);
    }
    return folder.resolve("%s-%d.jsonl".formatted(stream, pass));
  }

  Recording begin(About about, int pass, Instant startedAt, RecordingHeader.Request request) {
    Dialect dialect = about.dialect();
    if (dialect == null) {
      throw new IllegalArgumentException("A stream without a dialect has no bytes to record");
    }
    var header =
        new RecordingHeader(
            dialect,
            about.provider(),
            about.model(),
            startedAt,
            /* timed= */ true,
            DecodeOptions.DEFAULT,
            request);
    return new Recording(path(about.id(), pass), header);
  }

  /** Deletes what is kept of a stream. */
  void delete(String stream) throws IOException {
    for (int pass = 0; Files.deleteIfExists(path(stream, pass)); pass++) {
      LOG.log(Level.DEBUG, "Recording {0} of stream {1} has expired", pass, stream);
    }
  }

  @Override
  public void close() {
    closing = true;
    thread.interrupt();
    try {
      thread.join(5_000);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @FunctionalInterface
  private interface Step {
    void run(RecordingWriter writer) throws IOException;
  }

  /** One file being written. What is called on one thread is done, in order, on another. */
  final class Recording {
    private final Path file;
    private @Nullable RecordingWriter writer;
    private final AtomicLong waitingHere = new AtomicLong();
    private volatile boolean isGivenUp;

    private Recording(Path file, RecordingHeader header) {
      this.file = file;
      later(
          0,
          () -> {
            try {
              // An earlier try came to nothing that anyone saw.
              Files.deleteIfExists(file);
              writer = RecordingWriter.create(file, header, null, secrets);
            } catch (IOException failed) {
              giveUp(failed);
            }
          });
    }

    void reached(Milestone milestone, long atMicros) {
      write(0, out -> out.reached(milestone, atMicros));
    }

    void arrived(byte[] slice, long atMicros) {
      write(slice.length, out -> out.arrived(slice, atMicros));
    }

    void ended(Ending ending, long atMicros) {
      write(
          0,
          out -> {
            try (out) {
              out.ended(ending, atMicros);
            }
          });
    }

    private void write(int bytes, Step step) {
      later(
          bytes,
          () -> {
            RecordingWriter out = writer;
            if (out != null && !isGivenUp) {
              try {
                step.run(out);
              } catch (IOException failed) {
                giveUp(failed);
              }
            }
          });
    }

    private void later(int bytes, Runnable step) {
      if (isGivenUp) {
        return;
      }
      long inAll = waitingBytes.addAndGet(bytes);
      long here = waitingHere.addAndGet(bytes);
      boolean fits = inAll <= MAX_WAITING_BYTES && here <= MAX_WAITING_BYTES_EACH;
      Runnable counted =
          () -> {
            written(bytes);
            step.run();
          };
      if (!fits || !waiting.offer(counted)) {
        written(bytes);
        isGivenUp = true;
        LOG.log(Level.WARNING, "The disk is behind; recording {0} is given up", file);
      }
    }

    private void written(int bytes) {
      waitingBytes.addAndGet(-bytes);
      waitingHere.addAndGet(-bytes);
    }

    private void giveUp(IOException why) {
      isGivenUp = true;
      LOG.log(Level.WARNING, "Recording %s is given up".formatted(file), why);
    }
  }
}
