package dev.weir.log.file;

import dev.weir.log.StreamLog.Appending;
import dev.weir.log.StreamLog.State;
import dev.weir.log.StreamLog.StreamInfo;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the log knows of one stream: whose it is, where its records are. */
final class StoredStream {
  final String name;
  private final ReentrantLock lock = new ReentrantLock();

  /** Where somebody waits for more; absent as long as nobody has. */
  private @Nullable Condition changed;

  /** Whose it is, and where in the owner's list; absent until that is known. */
  private @Nullable Ownership ownership;

  private Ownership.@Nullable Place place;

  /** Where the log says what the stream is about; negative if nowhere. */
  private long about = -1;

  /** Once it is not open it never is again. */
  private volatile State state = State.OPEN;

  private @Nullable String outcome;
  private boolean expired;
  private boolean hasHole;
  private @Nullable Throwable cause;

  /** Events that were handed in, and events that are certainly kept. */
  private long assigned;

  private long kept;
  private long bytes;
  private long lastMillis;

  private final RecordIndex index = new RecordIndex();
  private long firstLocation = Long.MAX_VALUE;

  /** Where its notes are. A stream has few, and is known for long after its end. */
  private Map<String, Long> notes = Map.of();

  /**
   * @param owner whose it is, if that is known before anything of it is kept
   */
  StoredStream(String name, @Nullable Ownership owner) {
    this.name = name;
    this.ownership = owner;
  }

  /** Why no more may be added. */
  record Refusal(State state, @Nullable Throwable cause) {}

  /** Keeps others from it, so that the order of appends is one for all. */
  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  /** Runs a step under this stream's lock. */
  <T> T locked(Supplier<T> step) {
    lock.lock();
    try {
      return step.get();
    } finally {
      lock.unlock();
    }
  }

  @Nullable Refusal refusal() {
    if (state == State.OPEN) {
      return null;
    }
    lock.lock();
    try {
      return new Refusal(state, cause);
    } finally {
      lock.unlock();
    }
  }

  /** The position of the next event that is handed in; to be called under the lock. */
  long next() {
    return assigned;
  }

  /** Takes the next positions; to be called under the lock. */
  void assign(int events) {
    assigned += events;
  }

  /** It is certain whose it is and, at a location, what it is about. */
  void begun(Ownership owner, long atMillis, long location) {
    lock.lock();
    try {
      if (place == null) {
        owner.grow(bytes);
      }
      var where = new Ownership.Place(atMillis, name);
      owner.add(where, this);
      ownership = owner;
      place = where;
      about = location;
    } finally {
      lock.unlock();
    }
  }

  /** Its owner no longer has it. */
  void disown() {
    lock.lock();
    try {
      if (ownership != null && place != null) {
        ownership.remove(place);
        ownership.grow(-bytes);
        place = null;
      }
    } finally {
      lock.unlock();
    }
  }

  private void noted(String note, long location) {
    Map<String, Long> all = new HashMap<>(notes);
    all.put(note, location);
    notes = Map.copyOf(all);
  }

  private void grow(int more) {
    bytes += more;
    if (ownership != null && place != null) {
      ownership.grow(more);
    }
  }

  /** Events of this stream are certainly kept. */
  void kept(Appending appending, long location, int recordBytes) {
    lock.lock();
    try {
      kept(appending.atMillis(), location, recordBytes);
      index.add(appending.position(), location);
      kept = appending.position() + appending.events().size();
      wakeAll();
    } finally {
      lock.unlock();
    }
  }

  /** Words of this stream are certainly kept. */
  void kept(LogRecord record, long location, int recordBytes) {
    if (record.kind() == LogRecord.Kind.REMARK) {
      remarked(record.words().getFirst(), location, recordBytes);
      return;
    }
    lock.lock();
    try {
      kept(record.timeMillis(), location, recordBytes);
      switch (record.kind()) {
        case BEGIN -> {
          if (ownership != null) {
            begun(ownership, record.timeMillis(), location);
          }
        }
        case NOTE -> noted(record.words().getFirst(), location);
        case END -> {
          state = State.ENDED;
          outcome = record.words().getFirst();
        }
        case CUT -> state = State.CUT;
        case EXPIRE -> {
          expired = true;
          state = State.CUT;
        }
        case EVENTS -> throw new IllegalArgumentException("Events are no words");
        case VOID -> throw new IllegalArgumentException("A file is void, not a stream");
        case REMARK -> throw new IllegalArgumentException("A remark changes nothing but itself");
      }
      wakeAll();
    } finally {
      lock.unlock();
    }
  }

  private void kept(long atMillis, long location, int recordBytes) {
    grow(recordBytes);
    lastMillis = atMillis;
    firstLocation = Math.min(firstLocation, location);
  }

  /** A remark is certainly kept. It may come when the stream is over, and makes it no younger. */
  void remarked(String remark, long location, int recordBytes) {
    lock.lock();
    try {
      grow(recordBytes);
      noted(remark, location);
    } finally {
      lock.unlock();
    }
  }

  /** Takes a record of an earlier run; returns false at the first that would leave a hole. */
  boolean recovered(LogRecord.Decoded record, long location) {
    if (hasHole) {
      return true;
    }
    if (record.position() != kept || state != State.OPEN) {
      hasHole = true;
      return false;
    }
    kept(record.timeMillis(), location, record.bytes());
    switch (record.kind()) {
      case EVENTS -> {
        index.add(record.position(), location);
        kept += record.count();
        assigned = kept;
      }
      case NOTE -> noted(record.word(0), location);
      case END -> {
        state = State.ENDED;
        outcome = record.words().isEmpty() ? null : record.word(0);
      }
      case CUT -> state = State.CUT;
      case BEGIN, EXPIRE, VOID, REMARK -> {}
      case null -> {}
    }
    return true;
  }

  /** Nothing more is taken: events are missing, or the writer is gone. */
  void cut(@Nullable Throwable why) {
    lock.lock();
    try {
      if (state == State.OPEN) {
        state = State.CUT;
        cause = why;
        wakeAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Where a note is; absent if there is none. */
  @Nullable Long note(String noteName) {
    return locked(() -> notes.get(noteName));
  }

  boolean isExpired() {
    return locked(() -> expired);
  }

  /**
   * What a reader at a position finds.
   *
   * @param location where the record with that position is; negative if there is none yet
   */
  record View(State state, boolean expired, long kept, long location) {}

  View view(long position) {
    return locked(
        () -> new View(state, expired, kept, position < kept ? index.location(position) : -1));
  }

  /** Waits until a position has an event, or never will, or another thread wakes it. */
  void await(long position, BooleanSupplier stopped) {
    lock.lock();
    try {
      Condition more = changed == null ? lock.newCondition() : changed;
      changed = more;
      while (kept <= position && state == State.OPEN && !stopped.getAsBoolean()) {
        more.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  void wake() {
    lock.lock();
    try {
      wakeAll();
    } finally {
      lock.unlock();
    }
  }

  private void wakeAll() {
    if (changed != null) {
      changed.signalAll();
    }
  }

  /** The first segment that holds something of this stream; the largest number if none does. */
  int firstSegment() {
    return locked(() ->
        firstLocation == Long.MAX_VALUE ? Integer.MAX_VALUE : Segments.segment(firstLocation));
  }

  /**
   * Whether it has ended or was cut, and nothing was added since that moment. An open stream never
   * expires: its writer may be silent for long, and clocks can be changed.
   */
  boolean isDoneSince(Instant moment) {
    return locked(() -> state != State.OPEN && lastMillis < moment.toEpochMilli());
  }

  /** Whether anything of it is certainly kept. */
  boolean isKept() {
    return locked(() -> firstLocation != Long.MAX_VALUE);
  }

  /** Lets nobody read it from now on. */
  void expire() {
    lock.lock();
    try {
      expired = true;
      wakeAll();
    } finally {
      lock.unlock();
    }
  }

  long keptEvents() {
    return locked(() -> kept);
  }

  State state() {
    return locked(() -> state);
  }

  /** Where the log says what the stream is about; negative if nowhere. */
  long aboutLocation() {
    return locked(() -> about);
  }

  /**
   * @param aboutText what it is about, which is not in memory
   */
  StreamInfo info(String aboutText) {
    return locked(() -> {
      String owner = ownership == null ? "" : ownership.owner();
      return new StreamInfo(name, owner, aboutText, kept, state, outcome);
    });
  }
}
