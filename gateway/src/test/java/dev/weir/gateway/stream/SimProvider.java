package dev.weir.gateway.stream;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.redis.SimWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a provider answers to one request, in virtual time: it waits for nobody. */
final class SimProvider implements StreamCall {
  private final SimWorld world;
  private final SimWorld.SimLoop loop;
  private final CallSink sink;
  private final long openedMillis;
  private final List<StreamEvent> script;
  private final List<StreamEvent> said = new ArrayList<>();
  private boolean isPaused;
  private boolean isOver;

  /**
   * @param loop on which the answer comes
   */
  SimProvider(SimWorld world, SimWorld.SimLoop loop, String name, CallSink sink) {
    this.world = world;
    this.loop = loop;
    this.sink = sink;
    this.openedMillis = world.millis();
    this.script = script(name, 1 + world.random.nextInt(40));
    loop.after(world.between(1, 300), this::say);
  }

  private static List<StreamEvent> script(String name, int words) {
    List<StreamEvent> script = new ArrayList<>();
    script.add(new StreamEvent.ResponseStart(name, "model"));
    for (int number = 0; number < 2; number++) {
      var block = new BlockId(0, number);
      BlockKind kind = number == 0 ? BlockKind.REASONING : BlockKind.TEXT;
      script.add(new StreamEvent.BlockStart(block, kind, null, null, false, Map.of()));
      for (int i = 0; i < words; i++) {
        script.add(new StreamEvent.BlockDelta(block, "%s says %d, ".formatted(name, i)));
      }
      script.add(new StreamEvent.BlockEnd(block, true, null, null, null, null));
    }
    script.add(new StreamEvent.OutputEnd(0, FinishReason.STOP, "stop"));
    script.add(new StreamEvent.ResponseEnd(Verdict.COMPLETE, "stop", null));
    return script;
  }

  /** All that came of it, in its order. */
  List<StreamEvent> said() {
    return said;
  }

  /** All that would come of it. */
  int length() {
    return script.size();
  }

  private void say() {
    if (isOver) {
      return;
    }
    int more = isPaused ? 0 : 1 + world.random.nextInt(4);
    for (int i = 0; i < more && !isOver; i++) {
      tell(script.get(said.size()));
    }
    loop.after(world.between(1, 250), this::say);
  }

  private void tell(StreamEvent event) {
    said.add(event);
    isOver = event instanceof StreamEvent.ResponseEnd;
    sink.accept(new CallEvent.Streamed(event, (world.millis() - openedMillis) * 1_000));
  }

  @Override
  public void cancel() {
    loop.run(() -> {
      if (!isOver) {
        @Nullable BlockId open = openBlock();
        if (open != null) {
          tell(new StreamEvent.BlockEnd(open, false, null, null, null, null));
        }
        tell(new StreamEvent.ResponseEnd(Verdict.CANCELLED, "cancelled", null));
      }
    });
  }

  private @Nullable BlockId openBlock() {
    BlockId open = null;
    for (StreamEvent event : said) {
      if (event instanceof StreamEvent.BlockStart start) {
        open = start.block();
      } else if (event instanceof StreamEvent.BlockEnd) {
        open = null;
      }
    }
    return open;
  }

  @Override
  public void pause() {
    loop.run(() -> isPaused = true);
  }

  @Override
  public void resume() {
    loop.run(() -> isPaused = false);
  }
}
