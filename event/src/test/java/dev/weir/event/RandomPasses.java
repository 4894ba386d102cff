package dev.weir.event;

import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UsageUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Passes as providers might send them, from a seed. */
final class RandomPasses {
  private final Random random;

  RandomPasses(long seed) {
    this.random = new Random(seed);
  }

  boolean yes() {
    return random.nextBoolean();
  }

  /** One to four passes, each followed by what up to three tools gave. */
  List<Pass> turn() {
    List<Pass> passes = new ArrayList<>();
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      List<ClientToolOutput> outputs = new ArrayList<>();
      for (int tools = left == 1 && yes() ? 0 : random.nextInt(4); tools > 0; tools--) {
        outputs.add(output());
      }
      passes.add(new Pass(pass(), outputs));
    }
    return passes;
  }

  private ClientToolOutput output() {
    return new ClientToolOutput(
        maybe("call_" + random.nextInt(3)),
        "tool",
        yes(),
        maybe("web_search"),
        yes() ? "" : "gave",
        maybe("{}"));
  }

  private List<StreamEvent> pass() {
    List<StreamEvent> events = new ArrayList<>();
    events.add(new ResponseStart(maybe("r"), maybe("m"), yes()));
    int outputs = 1 + random.nextInt(3);
    List<BlockId> open = new ArrayList<>();
    int blocks = 0;
    for (int step = random.nextInt(40); step > 0; step--) {
      int what = random.nextInt(10);
      if (open.isEmpty() || what == 0) {
        var id = new BlockId(random.nextInt(outputs), blocks++);
        open.add(id);
        events.add(new BlockStart(id, kind(), maybe("b"), maybe("n"), yes(), Map.of()));
      } else if (what < 7) {
        events.add(inside(open.get(random.nextInt(open.size()))));
      } else if (what == 7) {
        events.add(end(open.remove(random.nextInt(open.size()))));
      } else {
        events.add(remark());
      }
    }
    open.forEach(id -> events.add(end(id)));
    for (int output = 0; output < outputs; output++) {
      if (yes()) {
        // Also of an output in which no block was.
        events.add(new OutputEnd(output, FinishReason.STOP, maybe("stop")));
      }
    }
    events.add(new ResponseEnd(verdict(), maybe("w"), maybe(usage()), lateReasoning(blocks)));
    return events;
  }

  private StreamEvent inside(BlockId block) {
    return switch (random.nextInt(7)) {
      case 5 -> new StreamEvent.Seam(block, 3, "a", "m", "b", "n", "prefill", 2, null);
      case 6 -> new StreamEvent.FailedTry("a", "m", "503", "down", "b", "n", 1);
      case 3 -> new StreamEvent.BlockRepair(block, random.nextInt(2), "right");
      case 4 -> new StreamEvent.UnrepairedGap(1, 3, yes() ? block : null, 0, 2);
      case 0 -> new Annotation(block, "citation", "{}");
      case 1 -> new ToolProgress(block, "searching");
      default -> new BlockDelta(block, random.nextInt(2), "x");
    };
  }

  private BlockEnd end(BlockId block) {
    boolean isWhole = random.nextInt(4) > 0;
    return new BlockEnd(
        block, isWhole, maybe(reasoning()), maybe("{}"), maybe("sig"), maybe("{\"a\":1}"));
  }

  private StreamEvent remark() {
    return switch (random.nextInt(6)) {
      case 0 -> new SequenceGap(1, 3);
      case 1 -> new Unrecognized("news", "{}", 2);
      case 2 -> new Fault(new StreamFault(StreamFault.Kind.MALFORMED, null, "odd"));
      // Words of a provider, which once were words of ours.
      case 3 -> new ResponseProgress(yes() ? "paused" : "running_tools", maybe("r2"), null);
      default -> new UsageUpdate(usage());
    };
  }

  private Map<Integer, Reasoning> lateReasoning(int blocks) {
    Map<Integer, Reasoning> late = new TreeMap<>();
    for (int block = 0; block < blocks; block++) {
      if (random.nextInt(3) == 0) {
        late.put(block, reasoning());
      }
    }
    return late;
  }

  private Reasoning reasoning() {
    return new Reasoning(maybe("id"), List.of("s"), "sealed" + random.nextInt(9), null, yes());
  }

  /** Any number may be absent or zero. */
  private Usage usage() {
    return new Usage(count(), count(), count(), count(), count());
  }

  private @Nullable Long count() {
    return maybe((long) random.nextInt(3));
  }

  private BlockKind kind() {
    return one(List.of(BlockKind.values()));
  }

  private Verdict verdict() {
    return one(List.of(Verdict.values()));
  }

  private <T> T one(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private <T> @Nullable T maybe(T value) {
    return yes() ? value : null;
  }
}
