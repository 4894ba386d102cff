package dev.weir.gateway;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamMeter;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A provider that says what a test tells it to, when it tells it. */
public final class ScriptedUpstream implements Upstream {
  private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public Dialect dialect() {
    return Dialects.ANTHROPIC;
  }

  @Override
  public StreamCall open(Request request, CallSink sink) {
    var call = new Call(request, sink);
    calls.add(call);
    return call;
  }

  /** The next call that is opened. */
  public Call next() throws InterruptedException {
    Call call = calls.poll(20, TimeUnit.SECONDS);
    if (call == null) {
      throw new AssertionError("nobody asked");
    }
    return call;
  }

  /** One call. */
  public static final class Call implements StreamCall {
    public final Request request;
    private final CallSink sink;
    private final StreamMeter meter = new StreamMeter(/* timed= */ true);
    private long micros = 1_000_000;
    private boolean isOver;
    private volatile boolean isPaused;

    public Call(Request request, CallSink sink) {
      this.request = request;
      this.sink = sink;
    }

    public synchronized void say(StreamEvent... events) {
      for (StreamEvent event : events) {
        if (!isOver) {
          micros += 7_000;
          isOver = event instanceof ResponseEnd;
          meter.accept(event, micros);
          if (isOver) {
            sink.accept(
                new CallEvent.Measured(meter.metrics(), new StreamEnding.EndOfInput(), micros));
          }
          sink.accept(new CallEvent.Streamed(event, micros));
        }
      }
    }

    public void say(List<StreamEvent> events) {
      events.forEach(this::say);
    }

    @Override
    public void cancel() {
      say(new ResponseEnd(Verdict.CANCELLED, null, null));
    }

    @Override
    public void pause() {
      isPaused = true;
    }

    @Override
    public void resume() {
      isPaused = false;
    }

    /** Whether it was asked to wait. */
    public boolean isPaused() {
      return isPaused;
    }
  }

  /** An answer with thinking and text; of odd characters too. */
  public static List<StreamEvent> answer(String... words) {
    var thinking = new BlockId(0, 0);
    var text = new BlockId(0, 1);
    List<StreamEvent> events = new ArrayList<>();
    events.add(new ResponseStart("resp-1", "model-1"));
    events.add(start(thinking, BlockKind.REASONING));
    events.add(new BlockDelta(thinking, "Let me look at the two files. "));
    events.add(new BlockDelta(thinking, "Grüße, 世界 🌊\r\n\u2028"));
    events.add(end(thinking));
    events.add(start(text, BlockKind.TEXT));
    for (String word : words) {
      events.add(new BlockDelta(text, word));
    }
    events.add(end(text));
    events.add(new ResponseEnd(Verdict.COMPLETE, "end_turn", null));
    return events;
  }

  public static BlockStart start(BlockId block, BlockKind kind) {
    return new BlockStart(block, kind, null, null, /* synthetic= */ false, Map.of());
  }

  public static BlockEnd end(BlockId block) {
    return new BlockEnd(block, /* complete= */ true, null, null, null, null);
  }
}
