package dev.weir.event;

import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamEvent.UsageUpdate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Takes a turn apart again: {@code split(join(passes)) = passes}, where {@link PassJoiner} joins
 * and {@link PassEvents} gives each event as its pass said it.
 *
 * <p>What stands between two passes without being a tool's output, such as the fault that broke the
 * turn, belongs to none of them. What the end of a turn later says of reasoning in earlier passes,
 * as it did before passes had ends of their own, goes to the pass that has the block.
 *
 * <p>Pure; belongs to one stream and one thread at a time.
 */
public final class PassSplitter {
  private final PassEvents passEvents = new PassEvents();
  private final List<GrowingPass> passes = new ArrayList<>();
  private final Map<BlockId, OpenOutput> openOutputs = new HashMap<>();

  private record GrowingPass(
      int firstBlock, List<StreamEvent> events, List<ClientToolOutput> outputs) {}

  private record OpenOutput(BlockStart start, StringBuilder text) {}

  /** The passes of a whole turn; just one if the stream is not a turn. */
  public static List<Pass> split(List<StreamEvent> events) {
    var splitter = new PassSplitter();
    events.forEach(splitter::accept);
    return splitter.passes();
  }

  /** Takes the next event of the joined stream. */
  public void accept(StreamEvent event) {
    StreamEvent own = passEvents.own(event);
    if (own instanceof ResponseStart) {
      passes.add(new GrowingPass(passEvents.firstBlock(), new ArrayList<>(), new ArrayList<>()));
    }
    if (own != null) {
      passes.getLast().events().add(own);
    } else {
      between(event);
    }
    if (event instanceof ResponseEnd end) {
      end.reasoning().forEach(this::addToEarlier);
    }
  }

  /** The passes so far. */
  public List<Pass> passes() {
    return passes.stream().map(pass -> new Pass(pass.events(), pass.outputs())).toList();
  }

  private void between(StreamEvent event) {
    switch (event) {
      case BlockStart start ->
          openOutputs.put(start.block(), new OpenOutput(start, new StringBuilder()));
      case BlockDelta delta -> {
        OpenOutput output = openOutputs.get(delta.block());
        if (output != null) {
          output.text().append(delta.text());
        }
      }
      case BlockEnd end -> {
        OpenOutput output = openOutputs.remove(end.block());
        if (output != null && end.complete()) {
          passes
              .getLast()
              .outputs()
              .add(ClientToolOutput.of(output.start(), output.text().toString(), end.source()));
        }
      }
      case ResponseStart passing -> {}
      case ResponseProgress passing -> {}
      case Annotation passing -> {}
      case ToolProgress passing -> {}
      case UsageUpdate passing -> {}
      case SequenceGap passing -> {}
      case BlockRepair passing -> {}
      case UnrepairedGap passing -> {}
      case FailedTry passing -> {}
      case Seam passing -> {}
      case OutputEnd passing -> {}
      case Unrecognized passing -> {}
      case Fault passing -> {}
      case PassStart passing -> {}
      case PassEnd passing -> {}
      case ResponseEnd passing -> {}
    }
  }

  private void addToEarlier(int block, Reasoning later) {
    for (GrowingPass pass : passes.reversed()) {
      if (block < pass.firstBlock()) {
        continue;
      }
      if (pass.events().getLast() instanceof ResponseEnd end) {
        Map<Integer, Reasoning> reasoning = new TreeMap<>(end.reasoning());
        reasoning.put(block - pass.firstBlock(), later);
        pass.events()
            .set(
                pass.events().size() - 1,
                new ResponseEnd(end.verdict(), end.word(), end.usage(), reasoning));
      }
      return;
    }
  }
}
