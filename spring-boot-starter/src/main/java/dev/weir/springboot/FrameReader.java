package dev.weir.springboot;

import dev.weir.codec.Frame;
import dev.weir.event.StreamEvent;
import dev.weir.log.MissingEnd;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog;
import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.FluxSink;

/**
 * Reads a stream of the log for one client: folds it from its beginning, and hands over the frames
 * after the last that the client has. It reads no further than the client asks.
 */
final class FrameReader implements StreamLog.Follower {
  private static final ServerSentEvent<String> BEAT =
      ServerSentEvent.<String>builder().comment("").build();

  private final FluxSink<ServerSentEvent<String>> client;
  private final long after;
  private final StreamLog log;
  private final String stream;
  private final StreamFormat.Fold fold;
  private final MissingEnd missingEnd =
      new MissingEnd(
          "application_stopped",
          "The application stopped, or could not record, before the response ended; what came is"
              + " kept. Ask again");

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long frames;
  private long lastMillis;
  private boolean isGone;

  /**
   * @param after the number of the last frame that the client has; 0 for none
   */
  FrameReader(
      FluxSink<ServerSentEvent<String>> client,
      StreamLog log,
      String stream,
      StreamFormat format,
      long after) {
    this.client = client;
    this.log = log;
    this.stream = stream;
    this.after = after;
    this.fold = format.fold(stream, this::hand);
  }

  @Override
  public void event(long position, StreamEvent event, long atMillis) {
    lastMillis = atMillis;
    missingEnd.accept(event);
    fold.accept(event, atMillis);
  }

  @Override
  public void done(@Nullable IOException problem) {
    switch (problem) {
      case null -> end();
      case NoSuchStreamException unknown ->
          client.error(
              new ResponseStatusException(
                  HttpStatus.NOT_FOUND, "There is no such stream, or it has expired; ask again"));
      case IOException failed -> {
        if (isCut()) {
          end();
        } else {
          client.error(failed);
        }
      }
    }
  }

  /** Whether nothing more comes because the writer is gone. */
  private boolean isCut() {
    try {
      return StreamLog.await(log.info(stream)).state() == StreamLog.State.CUT;
    } catch (IOException unreadable) {
      return false;
    }
  }

  private void end() {
    missingEnd.events().forEach(event -> fold.accept(event, lastMillis));
    if (frames < after) {
      client.error(
          new ResponseStatusException(
              HttpStatus.CONFLICT,
              "The stream has %,d frames, and the last event id says %,d; read it from the beginning"
                  .formatted(frames, after)));
    } else {
      client.complete();
    }
  }

  private void hand(Frame frame) {
    // The mark that nothing follows has no number.
    if (!frame.isDone() && ++frames <= after) {
      return;
    }
    if (frames >= after && awaitDemand()) {
      client.next(toEvent(frame));
    }
  }

  private static ServerSentEvent<String> toEvent(Frame frame) {
    var event = ServerSentEvent.builder(frame.data().toString());
    if (!frame.id().isEmpty()) {
      event.id(frame.id());
    }
    if (!frame.event().isEmpty()) {
      event.event(frame.event());
    }
    return event.build();
  }

  /** Waits until the client wants more; returns whether it does. */
  private boolean awaitDemand() {
    lock.lock();
    try {
      while (!isGone && client.requestedFromDownstream() == 0) {
        changed.awaitUninterruptibly();
      }
      return !isGone;
    } finally {
      lock.unlock();
    }
  }

  /** The client wants more. */
  void wanted() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The client is gone, or has everything. */
  void leave() {
    lock.lock();
    try {
      isGone = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Lets a client that waits hear something. */
  void beat() {
    if (client.requestedFromDownstream() > 0) {
      client.next(BEAT);
    }
  }
}
