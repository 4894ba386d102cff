package dev.weir.client;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.codec.request.Request;
import dev.weir.event.PhaseTracker;
import org.jspecify.annotations.Nullable;

/** Feeds a tracker, and cancels the request once nobody wants more. */
final class PhaseCall implements CallSink {
  private final PhaseTracker tracker;
  private volatile boolean enough;
  private volatile @Nullable StreamCall call;

  private PhaseCall(PhaseTracker tracker) {
    this.tracker = tracker;
  }

  static StreamCall open(Upstream upstream, Request request, PhaseTracker tracker) {
    var sink = new PhaseCall(tracker);
    StreamCall opened = upstream.open(request, sink);
    sink.call = opened;
    if (sink.enough) {
      opened.cancel();
    }
    return opened;
  }

  @Override
  public void accept(CallEvent event) {
    if (enough || !(event instanceof CallEvent.Streamed streamed)) {
      return;
    }
    enough = !tracker.accept(streamed.event());
    StreamCall opened = call;
    if (enough && opened != null) {
      opened.cancel();
    }
  }
}
