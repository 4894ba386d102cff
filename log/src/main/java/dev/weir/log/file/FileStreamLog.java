package dev.weir.log.file;

import dev.weir.event.StreamEvent;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.NotRecordedException;
import dev.weir.log.StreamLog;
import dev.weir.log.file.GroupWriter.Pending;
import dev.weir.log.file.LogRecord.Kind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
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
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final LogOptions options;
  private final Clock clock;
  private final Segments segments;
  private final GroupWriter writer;
  private final Map<String, StoredStream> streams = new ConcurrentHashMap<>();
  private final List<Damage> damage = new ArrayList<>();

  /** Streams of earlier runs that miss something. One that has expired may well. */
  private final Map<String, Damage> holes = new LinkedHashMap<>();

  private volatile boolean closed;

  private FileStreamLog(LogFiles files, LogOptions options, Clock clock) throws IOException {
    this.options = options;
    this.clock = clock;
    this.segments = new Segments(files, options);
    try {
      segments.recover(this::recovered);
    } catch (IOException | RuntimeException failed) {
      segments.close();
      throw failed;
    }
    damage.addAll(segments.damage());
    damage.addAll(holes.values());
    streams.values().forEach(stream -> stream.cut(null));
    this.writer = new GroupWriter(segments, options);
  }

  /** Opens the log of a folder, which is made if it is missing. One process may hold it. */
  public static FileStreamLog open(Path folder) throws IOException {
    return open(folder, LogOptions.DEFAULT);
  }

  public static FileStreamLog open(Path folder, LogOptions options) throws IOException {
    return open(new DiskFiles(folder), options, Clock.systemUTC());
  }

  static FileStreamLog open(LogFiles files, LogOptions options, Clock clock) throws IOException {
    var log = new FileStreamLog(files, options, clock);
    log.writer.start();
    return log;
  }

  private void recovered(LogRecord.Decoded record, long location) {
    Kind kind = record.kind();
    if (kind == null || kind == Kind.VOID) {
      return;
    }
    if (kind == Kind.EXPIRE) {
      streams.remove(record.stream());
      holes.remove(record.stream());
      return;
    }
    StoredStream stream =
        streams.computeIfAbsent(record.stream(), n -> new StoredStream(n, options.tailEvents()));
    if (!stream.recovered(record, location)) {
      holes.put(
          record.stream(),
          new Damage(
              Segments.name(Segments.segment(location)),
              Segments.offset(location),
              0,
              "stream \"%s\" goes on at event %,d, but only %,d before it are valid; it is cut there"
                  .formatted(record.stream(), record.position(), stream.keptEvents())));
    }
  }

  /** What was not valid when the log was opened, and was left out. */
  public List<Damage> damage() {
    return List.copyOf(damage);
  }

  @Override
  public CompletableFuture<Long> append(String stream, List<StreamEvent> events) {
    return append(stream, clock.millis(), events);
  }

  @Override
  public CompletableFuture<Long> append(String stream, long atMillis, List<StreamEvent> events) {
    return add(stream, Kind.EVENTS, atMillis, some(events), null);
  }

  @Override
  public List<CompletableFuture<Long>> appendAll(List<Addition> additions) {
    List<Pending> group = new ArrayList<>(additions.size());
    List<CompletableFuture<Long>> futures = new ArrayList<>(additions.size());
    for (Addition addition : additions) {
      try {
        List<StreamEvent> events = some(addition.events());
        Pending pending =
            pending(addition.stream(), Kind.EVENTS, addition.atMillis(), events, null);
        group.add(pending);
        futures.add(pending.future());
      } catch (IllegalArgumentException wrong) {
        // The others must not suffer from it.
        futures.add(CompletableFuture.failedFuture(wrong));
      }
    }
    writer.add(group);
    return futures;
  }

  private static List<StreamEvent> some(List<StreamEvent> events) {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("An append holds at least one event, saw none");
    }
    return List.copyOf(events);
  }

  @Override
  public CompletableFuture<Long> note(String stream, String name, String text) {
    checkName("A note's name", name);
    return add(stream, Kind.NOTE, clock.millis(), List.of(), new LogRecord.Note(name, text));
  }

  @Override
  public @Nullable String readNote(String name, String noteName) throws IOException {
    StoredStream stream = find(name);
    Long location = stream.note(noteName);
    if (stream.isExpired()) {
      throw new NoSuchStreamException(name);
    }
    if (location == null) {
      return null;
    }
    LogRecord.Note note = segments.read(location).note();
    return note == null ? null : note.text();
  }

  @Override
  public CompletableFuture<Long> end(String stream) {
    return add(stream, Kind.END, clock.millis(), List.of(), null);
  }

  private static void checkName(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "%s is 1 to 64 of A–Z a–z 0–9 . _ -, saw \"%s\"".formatted(what, name));
    }
  }

  private CompletableFuture<Long> add(
      String name,
      Kind kind,
      long atMillis,
      List<StreamEvent> events,
      LogRecord.@Nullable Note note) {
    Pending pending = pending(name, kind, atMillis, events, note);
    writer.add(List.of(pending));
    return pending.future();
  }

  /** A record with its place in its stream; one that is refused has failed already. */
  private Pending pending(
      String name,
      Kind kind,
      long atMillis,
      List<StreamEvent> events,
      LogRecord.@Nullable Note note) {
    StoredStream known = streams.get(name);
    if (known == null) {
      checkName("A stream's name", name);
      known = streams.computeIfAbsent(name, n -> new StoredStream(n, options.tailEvents()));
    }
    StoredStream stream = known;
    return stream.locked(() -> {
      StoredStream.Refusal refusal = stream.refusal();
      long position = refusal == null ? stream.assign(events.size()) : 0;
      var record = new LogRecord(kind, atMillis, position, name, events, note);
      try {
        return new Pending(
            stream, record, refusal == null ? new CompletableFuture<>() : refused(name, refusal));
      } catch (IllegalArgumentException tooLarge) {
        // It has a place that stays empty: nothing may follow.
        stream.cut(tooLarge);
        throw tooLarge;
      }
    });
  }

  private static CompletableFuture<Long> refused(String name, StoredStream.Refusal refusal) {
    return CompletableFuture.failedFuture(
        new NotRecordedException(
            "Stream \"%s\" takes no more events: it %s"
                .formatted(
                    name,
                    refusal.state() == State.ENDED
                        ? "has ended"
                        : refusal.cause() == null
                            ? "was cut when its writer went away; begin another"
                            : "was cut: " + refusal.cause().getMessage()),
            refusal.cause()));
  }

  @Override
  public Page read(String name, long position, int maxEvents) throws IOException {
    return read(find(name), position, maxEvents);
  }

  private StoredStream find(String name) throws NoSuchStreamException {
    StoredStream stream = streams.get(name);
    if (stream == null || stream.isVain()) {
      throw new NoSuchStreamException(name);
    }
    return stream;
  }

  private Page read(StoredStream stream, long position, int maxEvents) throws IOException {
    if (position < 0 || maxEvents < 1) {
      throw new IllegalArgumentException(
          "Expected a position from 0 and at least one event, saw %,d and %,d"
              .formatted(position, maxEvents));
    }
    List<LoggedEvent> events = new ArrayList<>();
    long at = position;
    while (true) {
      int missing = maxEvents - events.size();
      StoredStream.View view = stream.view(at, missing);
      if (view.expired()) {
        throw new NoSuchStreamException(stream.name);
      }
      if (position > view.kept()) {
        throw new IllegalArgumentException(
            "Stream \"%s\" has %,d events; asked from %,d on"
                .formatted(stream.name, view.kept(), position));
      }
      if (missing == 0 || at == view.kept()) {
        boolean last = at == view.kept() && view.state() != State.OPEN;
        return new Page(events, at, last);
      }
      List<LoggedEvent> found =
          view.location() < 0 ? view.events() : stored(stream, view.location(), at, missing);
      events.addAll(found);
      at += found.size();
    }
  }

  private List<LoggedEvent> stored(StoredStream stream, long location, long position, int max)
      throws IOException {
    LogRecord.Decoded record = segments.read(location);
    int from = (int) (position - record.position());
    if (!record.stream().equals(stream.name) || from < 0 || from >= record.count()) {
      throw new IOException(
          "the log holds another record where event %,d of stream \"%s\" was"
              .formatted(position, stream.name));
    }
    return record.events().subList(from, Math.min(record.count(), from + max)).stream()
        .map(event -> new LoggedEvent(event, record.timeMillis()))
        .toList();
  }

  @Override
  public Following follow(String name, long position, Follower follower)
      throws NoSuchStreamException {
    var following = new RunningFollower(find(name), position, follower);
    following.start();
    return following;
  }

  @Override
  public List<StreamInfo> list() {
    return streams.values().stream()
        .filter(stream -> !stream.isVain() && !stream.isExpired())
        .map(StoredStream::info)
        .sorted(Comparator.comparing(StreamInfo::stream))
        .toList();
  }

  @Override
  public List<String> expire(Instant before) throws IOException {
    streams.values().removeIf(StoredStream::isVain);
    // What comes meanwhile is in files that are not older than the newest is now.
    int newest = segments.newest();
    List<StoredStream> old =
        streams.values().stream().filter(stream -> stream.isDoneSince(before)).toList();
    try {
      declareExpired(old);
    } catch (IOException full) {
      makeRoom(old, newest, full);
      declareExpired(old);
    }
    old.forEach(stream -> streams.remove(stream.name, stream));
    deleteFiles(newest);
    return old.stream().map(stream -> stream.name).sorted().toList();
  }

  /** An old file may hold what a newer one declares expired: files go from the oldest on only. */
  private void deleteFiles(int newest) {
    try {
      segments.deleteBefore(Math.min(firstNeeded(streams.values()), newest));
    } catch (IOException failed) {
      // The streams are gone all the same, and the next expiry tries again.
      LOG.log(Level.WARNING, "A file of the log could not be deleted: {0}", failed.getMessage());
    }
  }

  /**
   * Deletes the oldest file if all in it is to expire: a full disk does not even take the word that
   * something has expired.
   */
  private void makeRoom(List<StoredStream> old, int newest, IOException full) throws IOException {
    Set<StoredStream> others = new HashSet<>(streams.values());
    old.forEach(others::remove);
    int needed = Math.min(firstNeeded(others), newest);
    int oldest = firstNeeded(old);
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
    List<Pending> words = new ArrayList<>();
    for (StoredStream stream : old) {
      var record = new LogRecord(Kind.EXPIRE, clock.millis(), 0, stream.name, List.of(), null);
      words.add(new Pending(stream, record, new CompletableFuture<>()));
    }
    writer.add(words);
    for (Pending word : words) {
      await(word.future());
    }
  }

  private static void await(CompletableFuture<Long> acknowledgement) throws IOException {
    try {
      acknowledgement.get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException known ? known : new IOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the disk was busy");
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    writer.close();
    streams.values().forEach(StoredStream::wake);
    segments.close();
  }

  /** Reads pages and hands their events over, until the stream or the follower is done. */
  private final class RunningFollower implements Following {
    private static final int PAGE_EVENTS = 256;

    private final StoredStream stream;
    private final Follower follower;
    private long position;
    private volatile boolean stopped;

    RunningFollower(StoredStream stream, long position, Follower follower) {
      this.stream = stream;
      this.position = position;
      this.follower = follower;
    }

    void start() {
      Thread.ofVirtual().name("weir-follow-" + stream.name).start(this::run);
    }

    private void run() {
      @Nullable IOException problem = null;
      try {
        problem = pages();
      } catch (IOException failed) {
        problem = failed;
      }
      if (!stopped) {
        follower.done(problem);
      }
    }

    private @Nullable IOException pages() throws IOException {
      while (!isStopped()) {
        Page page = read(stream, position, PAGE_EVENTS);
        for (LoggedEvent logged : page.logged()) {
          if (isStopped()) {
            break;
          }
          follower.event(position++, logged.event(), logged.atMillis());
        }
        if (page.isLast() && position == page.next()) {
          return stream.info().state() == State.CUT
              ? new IOException("stream \"%s\" was cut".formatted(stream.name))
              : null;
        }
        stream.await(position, this::isStopped);
      }
      return new IOException("the log was closed");
    }

    private boolean isStopped() {
      return stopped || closed;
    }

    @Override
    public void close() {
      stopped = true;
      stream.wake();
    }
  }
}
