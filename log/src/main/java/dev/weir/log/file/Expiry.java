package dev.weir.log.file;

import dev.weir.codec.GrowingBytes;
import dev.weir.log.NotRecordedException;
import dev.weir.log.StreamLog;
import dev.weir.log.file.LogRecord.Kind;
import dev.weir.log.file.Pending.Words;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Forgets old streams and deletes the files that nobody needs. Blocks. */
final class Expiry {
  private static final Logger LOG = System.getLogger(Expiry.class.getName());

  /** What a record without words takes at most. */
  private static final int RECORD_BYTES = 128;

  private final StreamIndex streams;
  private final Segments segments;
  private final GroupWriter writer;
  private final Clock clock;

  Expiry(StreamIndex streams, Segments segments, GroupWriter writer, Clock clock) {
    this.streams = streams;
    this.segments = segments;
    this.writer = writer;
    this.clock = clock;
  }

  List<String> expire(Instant before) throws IOException {
    // What comes meanwhile goes to files that are no older than the newest is now.
    int newest = segments.newest();
    List<StoredStream> old =
        streams.all().stream().filter(stream -> stream.isDoneSince(before)).toList();
    for (boolean isSaid = false; !isSaid; ) {
      try {
        declareExpired(old);
        isSaid = true;
      } catch (IOException full) {
        makeRoom(old, newest, full);
      }
    }
    old.forEach(streams::forget);
    deleteFiles(newest);
    return old.stream().map(stream -> stream.name).sorted().toList();
  }

  /** Forgets one stream, whatever its age; returns how many events it had. */
  long delete(StoredStream stream) throws IOException {
    int newest = segments.newest();
    if (stream.state() == StreamLog.State.OPEN) {
      throw new NotRecordedException(
          "Stream \"%s\" is open and cannot be deleted; end or cut it first".formatted(stream.name),
          null);
    }
    declareExpired(List.of(stream));
    streams.forget(stream);
    deleteFiles(newest);
    return stream.keptEvents();
  }

  /** Deletes only from the oldest on: an older file may hold what a newer one declares expired. */
  private void deleteFiles(int newest) {
    try {
      segments.deleteBefore(Math.min(firstNeeded(streams.all()), newest));
    } catch (IOException failed) {
      // The streams are gone anyway, and the next expiry tries again.
      LOG.log(Level.WARNING, "A file of the log could not be deleted: {0}", failed.getMessage());
    }
  }

  /**
   * Deletes the oldest file if everything in it is to expire: a full disk cannot even take the
   * record that something has expired.
   *
   * @throws IOException what the full disk said, if there is no such file
   */
  private void makeRoom(List<StoredStream> old, int newest, IOException full) throws IOException {
    Set<StoredStream> others = new HashSet<>(streams.all());
    old.forEach(others::remove);
    int needed = Math.min(firstNeeded(others), newest);
    int oldest = firstNeeded(old.stream().filter(stream -> !stream.isExpired()).toList());
    if (oldest >= needed) {
      throw full;
    }
    for (StoredStream stream : old) {
      if (stream.firstSegment() == oldest) {
        stream.expire();
      }
    }
    segments.deleteBefore(oldest + 1);
  }

  private static int firstNeeded(Collection<StoredStream> streams) {
    return streams.stream().mapToInt(StoredStream::firstSegment).min().orElse(Integer.MAX_VALUE);
  }

  private void declareExpired(List<StoredStream> old) throws IOException {
    List<Words> words = new ArrayList<>();
    var bytes = new GrowingBytes(RECORD_BYTES * old.size());
    for (StoredStream stream : old) {
      var record = new LogRecord(Kind.EXPIRE, clock.millis(), 0, stream.name, List.of());
      words.add(Words.of(stream, record, bytes));
    }
    var unused = writer.add(new ArrayList<>(words));
    for (Words word : words) {
      StreamLog.await(word.future());
    }
  }
}
