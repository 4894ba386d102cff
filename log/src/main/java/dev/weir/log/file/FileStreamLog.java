package dev.weir.log.file;

import dev.weir.codec.GrowingBytes;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.NotRecordedException;
import dev.weir.log.StreamLog;
import dev.weir.log.file.LogRecord.Kind;
import dev.weir.log.file.Pending.Events;
import dev.weir.log.file.Pending.Words;
import dev.weir.log.file.SpareRooms.Room;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A log in files of one folder.
 *
 * <p>What is acknowledged survives {@code kill -9} and, unless {@link LogOptions.Durability#OS} was
 * chosen, power loss: it has been through an {@code fsync}. When a log is opened, every stream is
 * what its valid records make of it; streams that had not ended are cut, because whoever wrote them
 * is gone. Described in {@code docs/log.md}.
 */
public final class FileStreamLog implements StreamLog {
  private static final Logger LOG = System.getLogger(FileStreamLog.class.getName());
  private static final int MAX_OWNER = 200;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final Clock clock;
  private final Segments segments;
  private final StreamIndex streams;
  private final GroupWriter writer;
  private final LogReader reader;
  private final Expiry expiry;
  private final List<Damage> damage = new ArrayList<>();
  private volatile boolean closed;

  private final SpareRooms rooms = new SpareRooms();

  private FileStreamLog(LogFiles files, LogOptions options, Clock clock, LongSupplier nanoClock)
      throws IOException {
    this.clock = clock;
    this.segments = new Segments(files, options);
    this.streams = new StreamIndex();
    try {
      List<Damage> holes = streams.recover(segments);
      damage.addAll(segments.damage());
      damage.addAll(holes);
    } catch (IOException | RuntimeException failed) {
      segments.close();
      throw failed;
    }
    this.writer = new GroupWriter(segments, options, nanoClock);
    this.reader = new LogReader(streams, segments);
    this.expiry = new Expiry(streams, segments, writer, clock);
  }

  /** Opens the log of a folder, which is created if it is missing. Only one process may hold it. */
  public static FileStreamLog open(Path folder) throws IOException {
    return open(folder, LogOptions.DEFAULT);
  }

  /**
   * Opens the log of a folder, which is made if it is not there.
   *
   * @throws IOException if it cannot be read or written, or somebody else has it open
   */
  public static FileStreamLog open(Path folder, LogOptions options) throws IOException {
    FileStreamLog log = open(new DiskFiles(folder), options, Clock.systemUTC(), System::nanoTime);
    for (Damage damage : log.damage) {
      LOG.log(Level.WARNING, "The log is damaged: {0}", damage);
    }
    return log;
  }

  static FileStreamLog open(LogFiles files, LogOptions options, Clock clock, LongSupplier nanoClock)
      throws IOException {
    var log = new FileStreamLog(files, options, clock, nanoClock);
    log.writer.start();
    return log;
  }

  /** What was invalid when the log was opened, and was left out. */
  public List<Damage> damage() {
    return List.copyOf(damage);
  }

  @Override
  public CompletableFuture<Long> begin(String name, String owner, String about) {
    checkName("A stream's name", name);
    if (owner.length() > MAX_OWNER) {
      throw new IllegalArgumentException(
          "An owner has at most %d characters, saw %,d".formatted(MAX_OWNER, owner.length()));
    }
    StoredStream stream = streams.add(name, owner);
    if (stream == null) {
      return CompletableFuture.failedFuture(
          new NotRecordedException(
              "There is a stream \"%s\" already; choose another name".formatted(name), null));
    }
    return add(name, Kind.BEGIN, List.of(owner, about))
        .whenComplete((position, failed) -> {
          if (failed != null) {
            streams.forget(stream);
          }
        });
  }

  @Override
  public void add(List<? extends Appending> all) {
    Room room = rooms.take();
    for (int i = 0; i < all.size(); i++) {
      Appending appending = all.get(i);
      try {
        add(appending, room);
      } catch (IllegalArgumentException | NotRecordedException wrong) {
        // The others must not suffer from it.
        appending.completeExceptionally(wrong);
      }
    }
    if (writer.add(room.group())) {
      rooms.leave(room);
    }
  }

  private void add(Appending appending, Room room) throws NotRecordedException {
    int count = appending.events().size();
    if (count == 0) {
      throw new IllegalArgumentException("An append holds at least one event, saw none");
    }
    StoredStream stream = begun(appending.stream());
    // By hand, as everything that is done with every event: a step would be made for each.
    stream.lock();
    try {
      NotRecordedException refused = refused(stream, appending.position(), "events");
      if (refused != null) {
        throw refused;
      }
      stream.assign(count);
      room.group().add(encoded(stream, () -> Events.of(stream, appending, room)));
    } finally {
      stream.unlock();
    }
  }

  @Override
  public CompletableFuture<Long> note(String stream, String name, String text) {
    checkName("A note's name", name);
    return add(stream, Kind.NOTE, List.of(name, text));
  }

  @Override
  public CompletableFuture<Long> remark(String name, String remark, String text) {
    checkName("A remark's name", remark);
    StoredStream stream = streams.get(name);
    if (stream == null || !stream.isKept()) {
      return CompletableFuture.failedFuture(new NoSuchStreamException(name));
    }
    var record =
        new LogRecord(
            Kind.REMARK, clock.millis(), stream.keptEvents(), name, List.of(remark, text));
    return written(bytes -> Words.of(stream, record, bytes));
  }

  @Override
  public CompletableFuture<Long> end(String name, long position, String outcome) {
    return add(name, Kind.END, List.of(outcome), stream -> position);
  }

  @Override
  public CompletableFuture<Long> cut(String name) {
    StoredStream stream = streams.get(name);
    if (stream == null) {
      return CompletableFuture.failedFuture(new NoSuchStreamException(name));
    }
    if (stream.state() != State.OPEN) {
      return CompletableFuture.completedFuture(stream.keptEvents());
    }
    return add(name, Kind.CUT, List.of())
        .exceptionallyCompose(failed ->
            // It may have ended meanwhile; and one that the disk refuses to record is cut anyway.
            stream.state() == State.OPEN
                ? CompletableFuture.failedFuture(failed)
                : CompletableFuture.completedFuture(stream.keptEvents()));
  }

  private static void checkName(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "%s is 1 to 64 of A–Z a–z 0–9 . _ -, saw \"%s\"".formatted(what, name));
    }
  }

  /** Adds words to a stream where it stands. */
  private CompletableFuture<Long> add(String name, Kind kind, List<String> words) {
    return add(name, kind, words, StoredStream::next);
  }

  /**
   * Adds words to a stream that is open.
   *
   * @param position where it has to stand
   */
  private CompletableFuture<Long> add(
      String name, Kind kind, List<String> words, ToLongFunction<StoredStream> position) {
    try {
      StoredStream stream = begun(name);
      return written(bytes ->
          stream.locked(() -> {
            long at = position.applyAsLong(stream);
            return words(stream, new LogRecord(kind, clock.millis(), at, name, words), bytes);
          }));
    } catch (NotRecordedException unknown) {
      return CompletableFuture.failedFuture(unknown);
    }
  }

  /** Words for their stream; those that are refused have already failed. Under its lock. */
  private static Words words(StoredStream stream, LogRecord record, GrowingBytes bytes) {
    NotRecordedException refused = refused(stream, record.position(), "an end");
    return refused == null
        ? encoded(stream, () -> Words.of(stream, record, bytes))
        : Words.failed(stream, record, bytes, refused);
  }

  private CompletableFuture<Long> written(Function<GrowingBytes, Words> one) {
    Room room = rooms.take();
    Words words = one.apply(room.bytes());
    room.group().add(words);
    if (words.future().isDone() || writer.add(room.group())) {
      rooms.leave(room);
    }
    return words.future();
  }

  private StoredStream begun(String name) throws NotRecordedException {
    StoredStream stream = streams.get(name);
    if (stream == null) {
      throw new NotRecordedException(
          "Stream \"%s\" takes no events: it was not begun, or has expired".formatted(name), null);
    }
    return stream;
  }

  /** A record as it was encoded. One that is too large leaves its place empty. */
  private static <T> T encoded(StoredStream stream, Supplier<T> encoding) {
    try {
      return encoding.get();
    } catch (IllegalArgumentException tooLarge) {
      // Nothing may follow.
      stream.cut(tooLarge);
      throw tooLarge;
    }
  }

  /**
   * Why a stream does not take what is to stand at a position; absent if it does. Under its lock.
   */
  private static @Nullable NotRecordedException refused(
      StoredStream stream, long position, String what) {
    StoredStream.Refusal refusal = stream.refusal();
    if (refusal != null) {
      return new NotRecordedException(
          "Stream \"%s\" takes no more events: it %s".formatted(stream.name, reason(refusal)),
          refusal.cause());
    }
    if (position != stream.next()) {
      return new NotRecordedException(
          "Stream \"%s\" stands at event %,d; %s at %,d would leave a hole or come twice"
              .formatted(stream.name, stream.next(), what, position),
          null);
    }
    return null;
  }

  private static String reason(StoredStream.Refusal refusal) {
    if (refusal.state() == State.ENDED) {
      return "has ended";
    }
    return refusal.cause() == null
        ? "was cut when its writer went away; begin another"
        : "was cut: " + refusal.cause().getMessage();
  }

  @Override
  public CompletableFuture<Page> read(String name, long position, int maxEvents) {
    return aside(() -> reader.read(reader.find(name), position, maxEvents));
  }

  @Override
  public CompletableFuture<@Nullable String> readNote(String name, String noteName) {
    return aside(() -> reader.note(reader.find(name), noteName));
  }

  @Override
  public CompletableFuture<StreamInfo> info(String name) {
    return aside(() -> reader.info(reader.find(name)));
  }

  @Override
  public CompletableFuture<Listing> list(String owner, @Nullable String from, int most) {
    Ownership.Place place = from == null ? null : Ownership.Place.parse(from);
    return aside(() -> reader.list(owner, place, most));
  }

  @Override
  public CompletableFuture<Long> bytes(String owner) {
    return CompletableFuture.completedFuture(streams.bytes(owner));
  }

  @Override
  public CompletableFuture<List<String>> expire(Instant before) {
    return aside(() -> expiry.expire(before));
  }

  @Override
  public CompletableFuture<Long> delete(String name) {
    return aside(() -> expiry.delete(reader.find(name)));
  }

  /** What waits for the disk. */
  private interface Task<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /** Runs a task where it may block: here if this thread is virtual, else on one that is. */
  private static <T extends @Nullable Object> CompletableFuture<T> aside(Task<T> task) {
    var answer = new CompletableFuture<T>();
    Runnable work =
        () -> {
          try {
            answer.complete(task.run());
          } catch (IOException | RuntimeException | OutOfMemoryError failed) {
            // Whoever asked waits for the answer, on another thread.
            answer.completeExceptionally(failed);
          }
        };
    if (Thread.currentThread().isVirtual()) {
      work.run();
    } else {
      Thread.ofVirtual().start(work);
    }
    return answer;
  }

  @Override
  public Following follow(String name, long position, Follower follower) {
    var following = new LogFollower(reader, name, position, follower, () -> closed);
    following.start();
    return following;
  }

  /** The names of all streams, sorted. */
  List<String> names() {
    return streams.all().stream()
        .filter(StoredStream::isKept)
        .map(stream -> stream.name)
        .sorted()
        .toList();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    writer.close();
    streams.all().forEach(StoredStream::wake);
    segments.close();
  }
}
