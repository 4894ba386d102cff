package dev.weir.springboot;

import dev.weir.client.EventStream;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Verdict;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.recording.EventSieve;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** An answer on its way into the log. It needs no reader, and does not end with one. */
final class LiveAnswer {
  private static final Logger LOG = System.getLogger(LiveAnswer.class.getName());

  /** How many events the log may not have acknowledged before the provider has to wait. */
  private static final int MOST_WAITING = 500;

  private final String id;
  private final StreamLog log;
  private final EventStream events;
  private final EventSieve sieve;
  private final CompletableFuture<Long> begun;
  private final Queue<CompletableFuture<Long>> waiting = new ArrayDeque<>();
  private final AtomicInteger readers = new AtomicInteger();
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private long position;
  private Verdict verdict = Verdict.TRUNCATED;

  LiveAnswer(String id, StreamLog log, EventStream events, EventSieve sieve) {
    this.id = id;
    this.log = log;
    this.events = events;
    this.sieve = sieve;
    this.begun = log.begin(id, /* owner= */ "", /* about= */ "");
  }

  /** Completes when the log knows the stream. */
  CompletableFuture<Long> begun() {
    return begun;
  }

  /** Completes when the stream has ended, and the log knows it or never will. */
  CompletableFuture<Void> over() {
    return over;
  }

  void cancel() {
    events.cancel();
  }

  void joined() {
    readers.incrementAndGet();
  }

  /** Returns whether nobody reads any more. */
  boolean left() {
    return readers.decrementAndGet() == 0;
  }

  boolean isRead() {
    return readers.get() > 0;
  }

  /** Brings all of it into the log. Blocks; for a virtual thread. */
  void fetch() {
    try (events) {
      for (StreamEvent event : events) {
        sieve.feed(event, this::append);
        awaitAcknowledged(MOST_WAITING);
      }
      awaitAcknowledged(0);
      StreamLog.await(log.end(id, position, verdict.name()));
    } catch (IOException notRecorded) {
      LOG.log(Level.ERROR, "Stream %s is no longer recorded".formatted(id), notRecorded);
      cut();
    } finally {
      over.complete(null);
    }
  }

  private void append(StreamEvent event) {
    if (event instanceof ResponseEnd end) {
      verdict = end.verdict();
    }
    waiting.add(
        log.append(new Addition(id, position++, System.currentTimeMillis(), List.of(event))));
  }

  private void awaitAcknowledged(int most) throws IOException {
    while (waiting.size() > most) {
      StreamLog.await(waiting.remove());
    }
  }

  private void cut() {
    try {
      StreamLog.await(log.cut(id));
    } catch (IOException unreachable) {
      LOG.log(Level.ERROR, "Stream %s is not cut in the log".formatted(id), unreachable);
    }
  }
}
