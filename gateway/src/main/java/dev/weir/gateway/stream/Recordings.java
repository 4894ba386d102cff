package dev.weir.gateway.stream;

import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.event.StreamEnding;
import dev.weir.log.PrivateFiles;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.Secrets;
import dev.weir.log.recording.StreamRecorder;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The recordings of all streams, one file for each pass, written by one thread so that no event
 * loop waits for a disk. A recording that the disk cannot keep up with is given up, never its
 * stream.
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
  private final Queue<StreamRecorder> givenUp = new ConcurrentLinkedQueue<>();
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
        for (var left = givenUp.poll(); left != null; left = givenUp.poll()) {
          left.abandon();
        }
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

  /** The recording of a pass, which begins again at each of its tries. */
  Recording of(String stream, int pass) {
    // A pass is one event of the conversation: its answer.
    return new Recording(
        path(stream, pass), ConversationOwners.ofAll("%s/%d".formatted(stream, pass)));
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

  /** One file being written. What one thread calls is done, in order, on another. */
  final class Recording {
    private final Path file;
    private final StreamRecorder recorder;
    private final AtomicLong waitingHere = new AtomicLong();
    private volatile boolean isGivenUp;

    private Recording(Path file, ConversationOwners owners) {
      this.file = file;
      this.recorder = new StreamRecorder(file, owners, secrets, this::failed);
    }

    void begin(RecordingHeader header) {
      later(0, () -> recorder.begin(header));
    }

    void reached(Milestone milestone, long atMicros) {
      later(0, () -> recorder.reached(milestone, atMicros));
    }

    void arrived(byte[] slice, long atMicros) {
      later(slice.length, () -> recorder.arrived(slice, atMicros));
    }

    void ended(StreamEnding ending, long atMicros) {
      later(0, () -> recorder.ended(ending, atMicros));
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
        // There may be no room left in the queue, and its file must be closed nevertheless.
        givenUp.add(recorder);
        LOG.log(Level.WARNING, "The disk is behind; recording {0} is given up", file);
      }
    }

    private void written(int bytes) {
      waitingBytes.addAndGet(-bytes);
      waitingHere.addAndGet(-bytes);
    }

    private void failed(IOException why) {
      isGivenUp = true;
      LOG.log(Level.WARNING, "Recording %s is given up".formatted(file), why);
    }
  }
}
