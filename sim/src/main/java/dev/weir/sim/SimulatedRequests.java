package dev.weir.sim;

import dev.weir.codec.request.Request;
import dev.weir.sim.http.HttpAsk;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last requests that came, so that tests can look at them. */
final class SimulatedRequests {
  /** A load test must not fill the memory. */
  private static final int KEPT = 1_000;

  private final Deque<SimulatedRequest> requests = new ArrayDeque<>();

  synchronized void add(HttpAsk ask, Request request) {
    if (requests.size() == KEPT) {
      requests.removeFirst();
    }
    requests.addLast(
        new SimulatedRequest(
            ask.method(), ask.path(), ask.query(), ask.headers(), ask.body().toString(), request));
  }

  synchronized List<SimulatedRequest> list() {
    return List.copyOf(requests);
  }

  synchronized void clear() {
    requests.clear();
  }
}
