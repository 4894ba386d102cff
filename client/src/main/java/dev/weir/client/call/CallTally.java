package dev.weir.client.call;

import dev.weir.event.StreamMetrics;
import dev.weir.event.StreamMetrics.Problem;
import dev.weir.event.StreamMetrics.Tries;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts what it takes to get one response: a fold over the events of its call. */
public final class CallTally {
  private int tries;
  private int resumes;
  private @Nullable String requestId;
  private List<Problem> problems = List.of();

  /** Counts what happened. */
  public void accept(CallEvent event) {
    switch (event) {
      case CallEvent.Trying e -> {
        tries++;
        requestId = null;
      }
      case CallEvent.Headers e -> requestId = e.requestId();
      case CallEvent.Problem e -> {
        ProviderError error = e.error();
        requestId = error.requestId() == null ? requestId : error.requestId();
        problems = problems.isEmpty() ? new ArrayList<>() : problems;
        problems.add(new Problem(error.code(), error.status(), error.requestId()));
      }
      case CallEvent.Resuming e -> resumes++;
      case CallEvent.Asking e -> {}
      case CallEvent.Tried e -> {}
      case CallEvent.Streamed e -> {}
      case CallEvent.Connected e -> {}
      case CallEvent.Arrived e -> {}
      case CallEvent.Refused e -> {}
      case CallEvent.Measured e -> {}
    }
  }

  /** What it has taken so far, in the form of {@link StreamMetrics}. */
  public Tries tries() {
    return new Tries(tries, resumes, requestId, problems);
  }
}
