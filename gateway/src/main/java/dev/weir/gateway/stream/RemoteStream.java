package dev.weir.gateway.stream;

import dev.weir.event.StreamEvent;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.LoggedEvent;
import dev.weir.log.StreamLog.State;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A stream that another node fetches, as long as somebody reads it here: it is followed once, for
 * all of them, and told in the same folds as one of our own.
 *
 * <p>The log calls on a thread of its own; everything else happens on one event loop, that of the
 * first reader, on which it is made.
 */
final class RemoteStream implements StreamLog.Follower {
  private static final Logger LOG = System.getLogger(RemoteStream.class.getName());

  private final StreamDescription about;
  private final Loop loop;
  private final StreamLog log;
  private final LiveReaders readers;
  private final Runnable onOver;

  private final ReentrantLock lock = new ReentrantLock();
  private List<LoggedEvent> gathered = new ArrayList<>();

  private StreamLog.@Nullable Following following;
  private List<Runnable> waiting = new ArrayList<>();
  private boolean isOver;

  /**
   * @param position how many events it had when it was looked at last
   * @param onOver what to do, once, when nobody reads it any longer or nothing more comes
   */
  RemoteStream(StreamDescription about, Loop loop, StreamLog log, long position, Runnable onOver) {
    this.about = about;
    this.loop = loop;
    this.log = log;
    this.readers = new LiveReaders(about, log, loop, position, /* onCaughtUp= */ () -> {});
    this.onOver = onOver;
  }

  /** Begins to follow. */
  void start() {
    following = log.follow(about.id(), readers.delivered(), this);
  }

  /**
   * Adds a client, as soon as all has come here that the log had when it asked: another node may
   * have told it more than this one knows yet.
   *
   * @param position how many events the log had
   * @param otherwise what to do if it is no longer followed
   */
  void subscribe(
      Subscriber subscriber, Format format, CatchUp.Wish wish, long position, Runnable otherwise) {
    loop.later(() -> join(subscriber, format, wish, position, otherwise));
  }

  private void join(
      Subscriber subscriber, Format format, CatchUp.Wish wish, long position, Runnable otherwise) {
    if (isOver) {
      otherwise.run();
    } else if (readers.delivered() < position) {
      waiting.add(() -> join(subscriber, format, wish, position, otherwise));
    } else if (readers.join(subscriber, format, wish, this::left)) {
      subscriber.begin();
    }
  }

  /** Those who waited for what has come now. */
  private void wake() {
    List<Runnable> ready = waiting;
    waiting = new ArrayList<>();
    ready.forEach(Runnable::run);
  }

  private void left() {
    if (!isOver && waiting.isEmpty() && !readers.isRead()) {
      over();
    }
  }

  private void over() {
    isOver = true;
    StreamLog.Following running = following;
    if (running != null) {
      running.close();
    }
    onOver.run();
  }

  @Override
  public void event(long position, StreamEvent event, long atMillis) {
    boolean isFirst;
    lock.lock();
    try {
      isFirst = gathered.isEmpty();
      gathered.add(new LoggedEvent(event, atMillis));
    } finally {
      lock.unlock();
    }
    if (isFirst) {
      loop.later(this::deliver);
    }
  }

  /** Delivers what has gathered. */
  private void deliver() {
    List<LoggedEvent> events;
    lock.lock();
    try {
      events = gathered;
      gathered = new ArrayList<>();
    } finally {
      lock.unlock();
    }
    if (!isOver) {
      readers.deliver(events);
      wake();
    }
  }

  @Override
  public void done(@Nullable IOException problem) {
    List<LoggedEvent> missing = new ArrayList<>();
    boolean isKnown = false;
    try {
      if (StreamLog.await(log.info(about.id())).state() != State.OPEN) {
        missing.addAll(KeptStream.missingEnd(log, about));
        isKnown = true;
      }
    } catch (IOException unreadable) {
      LOG.log(Level.DEBUG, "Stream {0} cannot be read: {1}", about.id(), unreadable.getMessage());
    }
    boolean hasEnd = isKnown;
    loop.later(() -> end(missing, hasEnd));
  }

  /** Nothing more comes: the end follows from the log, and without the log nobody knows it. */
  private void end(List<LoggedEvent> missing, boolean isKnown) {
    deliver();
    if (isOver) {
      return;
    }
    over();
    wake();
    if (isKnown) {
      readers.deliver(missing);
    } else {
      LOG.log(Level.INFO, "Stream {0} cannot be followed; its readers are dropped", about.id());
      readers.drop();
    }
  }
}
