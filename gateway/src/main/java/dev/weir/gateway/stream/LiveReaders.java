package dev.weir.gateway.stream;

import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.LoggedEvent;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All who read a stream as it comes, with one fold for each format. Belongs to the stream's event
 * loop.
 */
final class LiveReaders {
  private static final Logger LOG = System.getLogger(LiveReaders.class.getName());

  private final StreamDescription about;
  private final StreamLog log;
  private final Loop loop;
  private final List<LiveFold> folds = new ArrayList<>(1);

  private final Runnable onCaughtUp;
  private long delivered;

  /**
   * @param delivered how many events came before those that will be delivered here
   * @param onCaughtUp what to do, on the loop, when a reader has caught up or left
   */
  LiveReaders(
      StreamDescription about, StreamLog log, Loop loop, long delivered, Runnable onCaughtUp) {
    this.onCaughtUp = onCaughtUp;
    this.about = about;
    this.log = log;
    this.loop = loop;
    this.delivered = delivered;
  }

  /** How many events of the stream all readers have. */
  long delivered() {
    return delivered;
  }

  boolean isRead() {
    return folds.stream().anyMatch(LiveFold::isRead);
  }

  /** Takes an arrival. Returns whether some reader keeps up, or there is none. */
  boolean deliver(Arrival arrival) {
    delivered += arrival.events().size();
    boolean keepsUp = folds.isEmpty();
    for (int i = 0; i < folds.size(); i++) {
      keepsUp |= folds.get(i).deliver(arrival);
    }
    return keepsUp;
  }

  /** The same for events as the log has them; those that came together have one time. */
  void deliver(List<LoggedEvent> events) {
    int from = 0;
    while (from < events.size()) {
      long at = events.get(from).atMillis();
      int to = from;
      while (to < events.size() && events.get(to).atMillis() == at) {
        to++;
      }
      var unused =
          deliver(
              new Arrival(
                  about.id(),
                  delivered,
                  events.subList(from, to).stream().map(LoggedEvent::event).toList(),
                  at,
                  System.nanoTime()));
      from = to;
    }
  }

  /** Nobody can know what comes, or whether: all lose their connections, and may come back. */
  void drop() {
    folds.forEach(LiveFold::drop);
  }

  /**
   * Adds a client, which first gets what it lacks. Returns whether it lacks nothing so far.
   *
   * @param onLeave what to do when it has left, on the loop
   */
  boolean join(Subscriber subscriber, Format format, CatchUp.Wish wish, Runnable onLeave) {
    LiveFold fold = fold(format);
    if (fold == null) {
      fold = new LiveFold(about, format, loop.room(), /* isReady= */ delivered == 0);
      folds.add(fold);
      if (delivered > 0) {
        foldBeginning(fold, delivered);
      }
    }
    LiveFold joined = fold;
    joined.add(subscriber, delivered);
    subscriber.onCaughtUp(() -> loop.later(onCaughtUp));
    subscriber.onLeave(() ->
        loop.later(() -> {
          joined.remove(subscriber);
          onLeave.run();
        }));
    if (delivered == 0 && wish.equals(CatchUp.Wish.ALL)) {
      subscriber.goLive();
      return true;
    }
    var catchUp = new CatchUp(log, about, format, wish, subscriber);
    long position = delivered;
    Thread.ofVirtual()
        .start(() -> {
          if (catchUp.to(position)) {
            loop.later(() -> {
              subscriber.begin();
              subscriber.goLive();
            });
          }
        });
    return false;
  }

  private @Nullable LiveFold fold(Format format) {
    for (LiveFold fold : folds) {
      if (fold.format().equals(format)) {
        return fold;
      }
    }
    return null;
  }

  private void foldBeginning(LiveFold fold, long position) {
    Thread.ofVirtual()
        .start(() -> {
          try {
            KeptStream.readTo(log, about.id(), position, fold::begin);
            loop.later(() -> fold.ready());
          } catch (IOException unreadable) {
            LOG.log(Level.ERROR, "Stream %s cannot be read".formatted(about.id()), unreadable);
            loop.later(() -> {
              // Whoever comes next would wait for ever for a fold that lacks its beginning.
              folds.remove(fold);
              fold.drop();
            });
          }
        });
  }
}
