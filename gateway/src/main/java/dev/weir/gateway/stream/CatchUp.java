package dev.weir.gateway.stream;

import dev.weir.event.StreamEvent;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.LoggedEvent;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings one subscriber from where it is to where a stream is, at the subscriber's own pace: the
 * log is folded again, which gives the frames that everybody got. Blocks; for a virtual thread.
 */
final class CatchUp {
  private static final Logger LOG = System.getLogger(CatchUp.class.getName());
  private static final int WRITE_CHARS = 32 << 10;

  /**
   * What a client that joins asks for.
   *
   * @param after the number of the last frame that it has; 0 for none
   * @param summing what sums up the frames so far; absent if they are to come themselves
   */
  record Wish(long after, @Nullable Summing summing) {
    static final Wish ALL = new Wish(0, null);
  }

  private final StreamLog log;
  private final StreamDescription about;
  private final Wish wish;
  private final Subscriber subscriber;
  private final FrameText text;
  private final Fold fold;

  CatchUp(StreamLog log, StreamDescription about, Format format, Wish wish, Subscriber subscriber) {
    this.log = log;
    this.about = about;
    this.wish = wish;
    this.subscriber = subscriber;
    this.text = new FrameText(format.form(), wish.after());
    this.fold = format.fold(about, wish.summing() == null ? text : wish.summing());
  }

  /** Catches up with a live stream; returns false if the subscriber got lost on the way. */
  boolean to(long position) {
    try {
      KeptStream.readTo(log, about.id(), position, this::event);
      if (wish.summing() != null) {
        wish.summing().writeTo(text);
      }
      if (text.count() < wish.after()
          && !StreamLog.await(log.read(about.id(), position, 1)).logged().isEmpty()) {
        // Another node has told it what this one is about to: it is not ahead of the log. Even the
        // node that writes the stream may be the last to know.
        throw new IOException("the client is ahead of this node");
      }
      if (isAhead()) {
        return false;
      }
      if (text.length() > 0) {
        write();
      }
      return true;
    } catch (IOException failed) {
      lost(failed);
      return false;
    }
  }

  /** Writes all that is missing of a stream that has ended, and ends the http response. */
  void toEnd() {
    try {
      long began = about.startedAt().toEpochMilli();
      List<LoggedEvent> end = KeptStream.readKept(log, about.id(), began, this::event);
      // The end that a cut stream lacks has frames too, with numbers that other frames may have had
      // before the log lost them: whoever has one of those cannot be told apart.
      if (!end.isEmpty() && wish.summing() == null && isAhead()) {
        return;
      }
      for (LoggedEvent missing : end) {
        event(missing.event(), missing.atMillis());
      }
      if (wish.summing() != null) {
        wish.summing().writeTo(text);
      }
      if (!isAhead()) {
        write();
      }
    } catch (IOException failed) {
      lost(failed);
    }
  }

  /** Whether the client claims frames that do not exist; if so, it is told. */
  private boolean isAhead() {
    boolean isAhead = text.count() < wish.after();
    if (isAhead) {
      subscriber.refuseAhead(text.count());
    }
    return isAhead;
  }

  private void event(StreamEvent event, long atMillis) throws IOException {
    if (subscriber.isGone()) {
      throw new IOException("the client is gone");
    }
    fold.accept(event, atMillis);
    if (text.length() > WRITE_CHARS && !text.isEnded()) {
      write();
    }
  }

  private void write() throws IOException {
    subscriber.writeSlowly(text.batch(/* hasContent= */ true));
    text.forget();
  }

  private void lost(IOException why) {
    LOG.log(Level.DEBUG, "A client of stream {0} is lost: {1}", about.id(), why.getMessage());
    subscriber.drop();
  }
}
