package dev.weir.gateway.node;

import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.gateway.ScriptedUpstream;
import java.util.List;

/** A provider that does not come to an end: it says a word now and then until it is cancelled. */
final class TickingUpstream implements Upstream {
  private static final long PAUSE_MILLIS = 40;

  @Override
  public String name() {
    return "ticking";
  }

  @Override
  public Dialect dialect() {
    return Dialects.ANTHROPIC;
  }

  @Override
  public StreamCall open(Request request, CallSink sink) {
    var call = new ScriptedUpstream.Call(request, sink);
    Thread.ofVirtual().start(() -> talk(call));
    return call;
  }

  private static void talk(ScriptedUpstream.Call call) {
    List<StreamEvent> beginning = ScriptedUpstream.answer("One ").subList(0, 7);
    call.say(beginning);
    BlockDelta first = (BlockDelta) beginning.getLast();
    try {
      for (int i = 0; i < 100_000; i++) {
        Thread.sleep(PAUSE_MILLIS);
        call.say(new BlockDelta(first.block(), "word " + i + " "));
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
