package dev.weir.gateway.stream;

import dev.weir.log.StreamLog;
import io.vertx.core.Handler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts what the streams of one event loop received into the log together. A loop first reads all
 * connections that have something, then runs what was left for later: so one write takes in what
 * one round of the loop brought. Belongs to that loop.
 */
final class LoopAppends {
  private static final Logger LOG = System.getLogger(LoopAppends.class.getName());

  private final StreamLog log;
  private final Handler<Void> appendingAll = v -> append();
  private List<LiveStream> waiting = new ArrayList<>();

  /** These are used again in every round, and empty between two. */
  private List<LiveStream> round = new ArrayList<>();

  private final List<LiveStream> appending = new ArrayList<>();
  private final List<Arrival> arrivals = new ArrayList<>();

  LoopAppends(StreamLog log) {
    this.log = log;
  }

  /** A stream of this loop has events for the log. */
  void add(LiveStream stream, Loop loop) {
    if (waiting.isEmpty()) {
      loop.later(appendingAll);
    }
    waiting.add(stream);
  }

  private void append() {
    List<LiveStream> streams = waiting;
    waiting = round;
    round = streams;
    try {
      append(streams);
    } finally {
      streams.clear();
      appending.clear();
      arrivals.clear();
    }
  }

  private void append(List<LiveStream> streams) {
    for (int i = 0; i < streams.size(); i++) {
      LiveStream stream = streams.get(i);
      Arrival arrival = stream.takeArrival();
      if (arrival != null) {
        appending.add(stream);
        arrivals.add(arrival);
      }
    }
    if (arrivals.isEmpty()) {
      return;
    }
    log.add(arrivals);
    for (int i = 0; i < appending.size(); i++) {
      try {
        appending.get(i).appended(arrivals.get(i));
      } catch (RuntimeException unexpected) {
        // The other streams of the loop must not suffer from it.
        String id = appending.get(i).about().id();
        LOG.log(Level.ERROR, "Stream %s could not be delivered".formatted(id), unexpected);
      }
    }
  }
}
