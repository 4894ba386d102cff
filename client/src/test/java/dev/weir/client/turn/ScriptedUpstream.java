package dev.weir.client.turn;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Plays written events, one list for each pass, on a thread of its own. */
public final class ScriptedUpstream implements Upstream {
  public final List<Request> requests = new ArrayList<>();
  private final Deque<List<StreamEvent>> passes = new ArrayDeque<>();
  private final Dialect dialect;
  final CountDownLatch held = new CountDownLatch(1);

  public ScriptedUpstream(Dialect dialect) {
    this.dialect = dialect;
  }

  /** The next pass; one without its end waits to be cancelled. */
  public ScriptedUpstream pass(List<StreamEvent> events) {
    passes.add(events);
    return this;
  }

  @Override
  public String name() {
    return "script";
  }

  @Override
  public @Nullable Dialect dialect() {
    return dialect;
  }

  @Override
  public synchronized StreamCall open(Request request, CallSink sink) {
    requests.add(request);
    if (passes.isEmpty()) {
      throw new IllegalArgumentException("no pass is left in the script");
    }
    List<StreamEvent> events = passes.remove();
    var cancelled = new CountDownLatch(1);
    Thread.ofVirtual().start(() -> play(events, sink, cancelled));
    return new StreamCall() {
      @Override
      public void cancel() {
        cancelled.countDown();
      }

      @Override
      public void pause() {}

      @Override
      public void resume() {}
    };
  }

  private static void tell(StreamEvent event, CallSink sink) {
    sink.accept(new CallEvent.Streamed(event, /* atMicros= */ 1));
  }

  private void play(List<StreamEvent> events, CallSink sink, CountDownLatch cancelled) {
    events.forEach(event -> tell(event, sink));
    if (events.getLast() instanceof ResponseEnd) {
      return;
    }
    held.countDown();
    try {
      cancelled.await();
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
    Usage none = null;
    tell(new ResponseEnd(Verdict.CANCELLED, null, none), sink);
  }
}
