package dev.weir.redis;

import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Follower;
import dev.weir.log.StreamLog.Following;
import dev.weir.log.StreamLog.LoggedEvent;
import dev.weir.log.StreamLog.State;
import dev.weir.log.UnreachableLogException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Hands the events of one stream to one follower, on a virtual thread: first from the log, then as
 * messages tell them, and from the log again whenever those do not fit or are silent.
 */
final class LogFollowing implements Following {
  private static final int PAGE_EVENTS = 256;
  private static final int MAX_NEWS = 256;
  private static final long SILENCE_MILLIS = 2_000;
  private static final long PAUSE_MILLIS = 200;

  /** The log, as this one needs it. */
  interface Source {
    /** Whose time it is. */
    Loop loop();

    CompletableFuture<Reading.Found> read(String stream, long position, int maxEvents);

    /** Lets the messages of a stream come, also if it did so before. */
    void follow(LogFollowing following);

    void leave(LogFollowing following);
  }

  /**
   * What wakes the follower.
   *
   * @param record absent if nothing was heard for long
   */
  private record Heard(@Nullable PositionedRecord record) {}

  private static final Heard SILENCE = new Heard(null);

  final String stream;
  private final Source source;
  private final Follower follower;
  private final Tail tail;
  private final BlockingQueue<Heard> news = new ArrayBlockingQueue<>(MAX_NEWS);

  /** Messages did not fit into the queue: what is in it is not all. */
  private volatile boolean hasMissed;

  private volatile long heardMillis;
  private volatile boolean isOver;

  private volatile boolean isStopped;
  private volatile boolean isLogClosed;
  private volatile @Nullable Thread thread;

  LogFollowing(Source source, String stream, long position, Follower follower) {
    this.source = source;
    this.stream = stream;
    this.tail = new Tail(position);
    this.follower = follower;
  }

  void start() {
    heardMillis = source.loop().millis();
    source.loop().run(this::watch);
    thread = Thread.ofVirtual().name("weir-follow-" + stream).start(this::run);
  }

  /** A record that counts. Any thread. */
  void heard(PositionedRecord record) {
    heardMillis = source.loop().millis();
    if (!news.offer(new Heard(record))) {
      hasMissed = true;
    }
  }

  /** Says so when nothing was heard for long. On the loop, whose time can be simulated. */
  private void watch() {
    if (isOver || isStopped || isLogClosed) {
      return;
    }
    long now = source.loop().millis();
    if (now - heardMillis >= SILENCE_MILLIS) {
      heardMillis = now;
      // Where the queue is full there is no silence.
      var unused = news.offer(SILENCE);
    }
    source.loop().after(heardMillis + SILENCE_MILLIS - now, this::watch);
  }

  private void pause() throws InterruptedException {
    var due = new CountDownLatch(1);
    source.loop().after(PAUSE_MILLIS, due::countDown);
    due.await();
  }

  private void run() {
    @Nullable IOException problem = null;
    source.follow(this);
    try {
      problem = follow();
    } catch (IOException failed) {
      problem = failed;
    } catch (InterruptedException stopped) {
      problem = new IOException("the log was closed");
    } finally {
      isOver = true;
      source.leave(this);
    }
    if (!isStopped) {
      follower.done(isLogClosed ? new IOException("the log was closed") : problem);
    }
  }

  private @Nullable IOException follow() throws IOException, InterruptedException {
    long unreachableSince = -1;
    while (!isStopped && !isLogClosed) {
      try {
        Reading.Found found = StreamLog.await(source.read(stream, tail.position(), PAGE_EVENTS));
        unreachableSince = -1;
        deliver(found.page().logged(), tail.position());
        tail.read(found.page().next());
        if (found.page().isLast()) {
          return found.fold().state() == State.CUT
              ? new IOException("stream \"%s\" was cut".formatted(stream))
              : null;
        }
        if (found.isAll()) {
          listen();
        }
      } catch (UnreachableLogException | EngineException unreachable) {
        long now = source.loop().millis();
        unreachableSince = unreachableSince < 0 ? now : unreachableSince;
        if (now - unreachableSince > Line.HOLD_MILLIS) {
          throw unreachable;
        }
        pause();
      }
    }
    return new IOException("the log was closed");
  }

  /** Takes messages as long as they continue what is known. */
  private void listen() throws IOException, InterruptedException {
    while (!isStopped && !isLogClosed && !hasMissed) {
      PositionedRecord record = news.take().record();
      if (record == null) {
        source.follow(this);
        return;
      }
      long position = tail.position();
      switch (tail.heard(record)) {
        case TAKE -> deliver(record.logged(position), position);
        case IGNORE -> {}
        case READ -> {
          return;
        }
      }
    }
    news.clear();
    hasMissed = false;
  }

  private void deliver(List<LoggedEvent> events, long from) {
    long position = from;
    for (LoggedEvent logged : events) {
      if (isStopped || isLogClosed) {
        return;
      }
      follower.event(position++, logged.event(), logged.atMillis());
    }
  }

  /** The log is closed. */
  void logClosed() {
    isLogClosed = true;
    wake();
  }

  @Override
  public void close() {
    isStopped = true;
    wake();
  }

  private void wake() {
    Thread running = thread;
    if (running != null && !Thread.currentThread().equals(running)) {
      running.interrupt();
    }
  }
}
