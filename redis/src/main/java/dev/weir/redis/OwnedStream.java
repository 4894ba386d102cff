package dev.weir.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.log.NotRecordedException;
import dev.weir.log.StreamLog.State;
import dev.weir.redis.PositionedRecord.Kind;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A stream as its writer knows it, from its beginning to its end. Belongs to the loop of its line.
 *
 * <p>Every record is added to the list with the length that the list must have then. If the engine
 * says another length, or nothing, the writer does not guess: it reads the list and finds out by
 * the {@link PositionalFold rule} what counts. What is missing it adds again, at the same
 * positions; what somebody else has cut stays cut. It keeps what counted in the last {@value
 * #KEEP_MILLIS} ms in which the engine answered, for one in its place that lacks its tail.
 */
final class OwnedStream {
  static final long KEEP_MILLIS = 2_000;
  private static final long PAUSE_MILLIS = 200;

  /** Hears what becomes of the stream. */
  interface Watcher {
    /** A record counts. */
    void counts(OwnedStream stream, PositionedRecord record, byte[] bytes);

    /** It takes nothing more. */
    void over(OwnedStream stream, Left left);
  }

  /** What is left to be done for a stream that takes nothing more. */
  enum Left {
    NOTHING,
    /** It is over in the engine. */
    TO_PACK,
    /** It is open in the engine, or may be. */
    TO_CUT
  }

  private enum Stage {
    /** Whether the name is free is not known yet: what is added waits. */
    NEW,
    OPEN,
    /** What counts is being found out: what is added waits. */
    ASKING,
    OVER
  }

  private static final class Pending {
    final PositionedRecord record;
    final byte[] bytes;
    final CompletableFuture<Long> answer;
    final long addedMillis;
    long expected;
    long countsSince = -1;

    Pending(PositionedRecord record, CompletableFuture<Long> answer, long addedMillis) {
      this.record = record;
      this.bytes = record.encode();
      this.answer = answer;
      this.addedMillis = addedMillis;
    }

    boolean isOpen() {
      return countsSince < 0;
    }
  }

  final String id;
  final String owner;
  final String about;
  private final String node;
  private final Line line;
  private final LogKeys keys;
  private final byte[] key;
  private final Watcher watcher;
  private final Deque<Pending> kept = new ArrayDeque<>();
  private Stage stage = Stage.NEW;
  private long next;
  private long length;

  /** Replies to what was sent before the list was read say nothing any more. */
  private int round;

  private boolean isEnding;
  private @Nullable String refusal;
  private volatile long counted;
  private volatile boolean isLive;
  private boolean isFollowed;

  OwnedStream(
      String id,
      String owner,
      String about,
      String node,
      Line line,
      LogKeys keys,
      Watcher watcher) {
    this.id = id;
    this.owner = owner;
    this.about = about;
    this.node = node;
    this.line = line;
    this.keys = keys;
    this.key = keys.log(id).getBytes(UTF_8);
    this.watcher = watcher;
  }

  Line line() {
    return line;
  }

  /** How many events the engine has acknowledged. Any thread. */
  long counted() {
    return counted;
  }

  /** Whether the engine has its beginning, and it is not over. Any thread. */
  boolean isLive() {
    return isLive;
  }

  /** Whether somebody on another node wants to hear of every record. */
  boolean isFollowed() {
    return isFollowed;
  }

  void followed(boolean wanted) {
    isFollowed = wanted;
  }

  /** The position at which it will stand when all that was added counts. */
  long next() {
    return next;
  }

  /** Adds a record where it says, or nowhere. */
  void add(PositionedRecord record, CompletableFuture<Long> answer) {
    String why = refusal;
    if (why != null || isEnding) {
      answer.completeExceptionally(
          new NotRecordedException(
              "Stream \"%s\" takes no more events: it %s"
                  .formatted(id, why == null ? "has ended" : why),
              null));
      return;
    }
    if (record.position() != next) {
      answer.completeExceptionally(
          new NotRecordedException(
              "Stream \"%s\" stands at event %,d; %s at %,d would leave a hole or come twice"
                  .formatted(
                      id, next, record.kind() == Kind.END ? "an end" : "events", record.position()),
              null));
      return;
    }
    next = record.next();
    isEnding = record.kind() == Kind.END;
    var pending = new Pending(record, answer, line.loop().millis());
    kept.add(pending);
    if (stage == Stage.OPEN) {
      send(pending);
    }
  }

  /** The name is free. */
  void begin() {
    if (stage == Stage.NEW) {
      stage = Stage.OPEN;
      kept.forEach(this::send);
    }
  }

  /** Nothing may be added: the name is taken, or there is nobody to ask. */
  void refuse(String why, IOException cause) {
    if (stage != Stage.OVER) {
      stage = Stage.OVER;
      refusal = why;
      round++;
      failRest(cause);
      watcher.over(this, Left.NOTHING);
    }
  }

  private void send(Pending pending) {
    pending.expected = ++length;
    int sentIn = round;
    String push = pending.record.kind() == Kind.BEGIN ? "RPUSH" : "RPUSHX";
    line.write(
        Command.ofBytes(push, key, pending.bytes),
        new Line.Sink() {
          @Override
          public void written(Reply reply) {
            if (sentIn == round) {
              if (reply.number() == pending.expected) {
                counts(pending);
              } else {
                ask(/* afterMillis= */ 0);
              }
            }
          }

          @Override
          public void failed(IOException why) {
            if (sentIn == round) {
              ask(PAUSE_MILLIS);
            }
          }
        });
  }

  private void counts(Pending pending) {
    if (!pending.isOpen()) {
      return;
    }
    pending.countsSince = line.loop().millis();
    counted = pending.record.next();
    isLive = true;
    watcher.counts(this, pending.record, pending.bytes);
    if (pending.record.kind() == Kind.END) {
      stage = Stage.OVER;
      isLive = false;
      refusal = "has ended";
      round++;
      watcher.over(this, Left.TO_PACK);
    }
    pending.answer.complete(pending.record.next());
  }

  /** Finds out what counts, as soon as that can be asked. */
  private void ask(long afterMillis) {
    round++;
    stage = Stage.ASKING;
    int askedIn = round;
    if (afterMillis > 0) {
      line.loop().after(afterMillis, () -> askNow(askedIn));
    } else {
      askNow(askedIn);
    }
  }

  private void askNow(int askedIn) {
    if (askedIn != round || stage != Stage.ASKING) {
      return;
    }
    if (!line.isUp()) {
      line.onChange(() -> askNow(askedIn));
      return;
    }
    Answers.when(
        ListedStream.read(line, keys, id),
        (found, failed) -> {
          if (askedIn == round && stage == Stage.ASKING) {
            if (failed == null) {
              settle(found);
            } else {
              ask(PAUSE_MILLIS);
            }
          }
        });
  }

  private void settle(ListedStream found) {
    PositionalFold.Beginning begun = found.fold().beginning();
    if (begun != null && !begun.node().equals(node)) {
      refuse(
          "is that of another",
          new NotRecordedException(
              "There is a stream \"%s\" already; choose another name".formatted(id), null));
      return;
    }
    if (found.fold().isOver()) {
      over(found);
      return;
    }
    // Whoever hears that a record counts may add the next at once: that is missing too.
    for (Pending pending : List.copyOf(kept)) {
      if (pending.isOpen() && found.has(pending.record)) {
        counts(pending);
      }
    }
    if (stage != Stage.ASKING) {
      return;
    }
    List<Pending> missing = kept.stream().filter(pending -> !found.has(pending.record)).toList();
    if (begun == null && (kept.isEmpty() || kept.peek().record.kind() != Kind.BEGIN)) {
      giveUp("was lost by its engine", Left.NOTHING);
      return;
    }
    if (!missing.isEmpty() && missing.getFirst().record.position() != found.next()) {
      giveUp("has a hole that cannot be filled any more", Left.TO_CUT);
      return;
    }
    length = found.listLength();
    stage = Stage.OPEN;
    missing.forEach(this::send);
  }

  /** Somebody has cut it, or its end counts. */
  private void over(ListedStream found) {
    boolean isCut = found.fold().state() == State.CUT;
    for (Pending pending : List.copyOf(kept)) {
      if (pending.isOpen() && found.has(pending.record)) {
        counts(pending);
      }
    }
    if (stage != Stage.OVER) {
      giveUp(
          isCut ? "was cut when its writer was taken for gone; begin another" : "has ended",
          Left.TO_PACK);
    }
  }

  private void giveUp(String why, Left left) {
    stage = Stage.OVER;
    isLive = false;
    round++;
    refusal = why;
    failRest(new NotRecordedException("Stream \"%s\" %s".formatted(id, why), null));
    watcher.over(this, left);
  }

  private void failRest(IOException why) {
    for (Pending pending : kept) {
      if (pending.isOpen()) {
        pending.answer.completeExceptionally(why);
      }
    }
    kept.clear();
  }

  /** It is to be cut where it stands: nothing more is added. */
  void giveUp() {
    if (stage != Stage.OVER) {
      giveUp("was cut", Left.TO_CUT);
    }
  }

  /** Whether it could add something again. */
  boolean keeps() {
    return !kept.isEmpty();
  }

  /** Time passes: what has counted long enough is let go, and what waits too long is given up. */
  void tick() {
    letGo();
    long waitsSince = oldestOpenMillis();
    boolean isLate = waitsSince >= 0 && line.loop().millis() - waitsSince > Line.HOLD_MILLIS;
    if (stage != Stage.OVER && isLate) {
      giveUp("could not be written for %d s".formatted(Line.HOLD_MILLIS / 1000), Left.TO_CUT);
    }
  }

  /** Since when the first waits of those that do not count yet; -1 if all do. */
  private long oldestOpenMillis() {
    long since = -1;
    // What does not count yet came last.
    for (var latest = kept.descendingIterator(); latest.hasNext(); ) {
      Pending pending = latest.next();
      if (!pending.isOpen()) {
        break;
      }
      since = pending.addedMillis;
    }
    return since;
  }

  /**
   * Lets go what the engine has had for long enough. While it says nothing that does not grow
   * older: it may be gone, and another in its place lack it.
   */
  private void letGo() {
    boolean isAsked = stage == Stage.ASKING || !line.isUp();
    while (!isAsked
        && !kept.isEmpty()
        && !kept.peek().isOpen()
        && line.answeredMillis() - kept.peek().countsSince > KEEP_MILLIS) {
      kept.remove();
    }
  }

  /** There is a new connection, maybe to an engine that lacks what another had. */
  void reconnected() {
    if (stage == Stage.OPEN && !kept.isEmpty()) {
      ask(/* afterMillis= */ 0);
    }
  }
}
