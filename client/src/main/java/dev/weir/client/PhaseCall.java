package dev.weir.client;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.SafeSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.codec.request.Request;
import dev.weir.event.CompletionPolicy;
import dev.weir.event.PhaseEvent;
import dev.weir.event.PhaseSink;
import dev.weir.event.PhaseTracker;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a tracker, and cancels the request once nobody wants more. Callbacks that threw are still
 * told the end, but without the tracker, which they left in an unfinished state.
 */
final class PhaseCall implements CallSink {
  private final PhaseSink callbacks;
  private final PhaseTracker tracker;
  private boolean hasThrown;
  private boolean endIsTold;
  private volatile boolean enough;
  private volatile @Nullable StreamCall call;

  private PhaseCall(PhaseSink callbacks, CompletionPolicy policy) {
    this.callbacks = callbacks;
    this.tracker = new PhaseTracker(this::tell, policy);
  }

  static StreamCall open(
      Upstream upstream, Request request, PhaseSink callbacks, CompletionPolicy policy) {
    var sink = new PhaseCall(callbacks, policy);
    StreamCall opened = upstream.open(request, sink);
    sink.call = opened;
    if (sink.enough) {
      opened.cancel();
    }
    return opened;
  }

  private boolean tell(PhaseEvent event) {
    endIsTold |= event instanceof PhaseEvent.End;
    return callbacks.accept(event);
  }

  @Override
  public void accept(CallEvent event) {
    if (!enough && event instanceof CallEvent.Streamed streamed) {
      take(streamed.event());
      StreamCall opened = call;
      if (enough && opened != null) {
        opened.cancel();
      }
    }
  }

  private void take(StreamEvent event) {
    try {
      if (!hasThrown) {
        enough = !tracker.accept(event);
      }
    } catch (Throwable thrown) {
      // Callbacks are foreign code: one that threw is not called again.
      hasThrown = true;
      throw thrown;
    } finally {
      if (hasThrown && !endIsTold && event instanceof ResponseEnd end) {
        tellEnd(end);
      }
    }
  }

  private void tellEnd(ResponseEnd end) {
    try {
      tell(new PhaseEvent.Failure(Verdict.CANCELLED, null));
    } finally {
      tell(new PhaseEvent.End(Verdict.CANCELLED, SafeSink.CONSUMER_FAILED, end.usage()));
    }
  }
}
