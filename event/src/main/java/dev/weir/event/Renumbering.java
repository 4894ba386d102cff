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
import java.util.Map;
import java.util.TreeMap;

/**
 * Moves what a pass says of blocks and outputs to other numbers: up where it becomes a part of a
 * turn, down where it becomes its own stream again.
 */
record Renumbering(int blocks, int outputs) {
  static final Renumbering NONE = new Renumbering(0, 0);

  /** The inverse. */
  Renumbering back() {
    return new Renumbering(-blocks, -outputs);
  }

  StreamEvent moved(StreamEvent event) {
    if (blocks == 0 && outputs == 0) {
      // Most events belong to a first pass, which keeps its numbers.
      return event;
    }
    return switch (event) {
      case BlockStart e ->
          new BlockStart(moved(e.block()), e.kind(), e.id(), e.name(), e.synthetic(), e.origin());
      case BlockDelta e -> new BlockDelta(moved(e.block()), e.part(), e.text());
      case BlockEnd e ->
          new BlockEnd(
              moved(e.block()),
              e.complete(),
              e.reasoning(),
              e.arguments(),
              e.signature(),
              e.source());
      case Annotation e -> new Annotation(moved(e.block()), e.kind(), e.json());
      case ToolProgress e -> new ToolProgress(moved(e.block()), e.status());
      case BlockRepair e -> new BlockRepair(moved(e.block()), e.part(), e.text());
      case UnrepairedGap e -> {
        BlockId block = e.block();
        yield new UnrepairedGap(
            e.expected(), e.actual(), block == null ? null : moved(block), e.part(), e.at());
      }
      case Seam e -> e.moved(moved(e.block()));
      case FailedTry same -> same;
      case OutputEnd e -> new OutputEnd(e.output() + outputs, e.reason(), e.word());
      case PassEnd e ->
          new PassEnd(e.verdict(), e.word(), e.usage(), e.passUsage(), moved(e.reasoning()));
      case ResponseEnd e ->
          new ResponseEnd(e.verdict(), e.word(), e.usage(), e.passUsage(), moved(e.reasoning()));
      case ResponseStart same -> same;
      case ResponseProgress same -> same;
      case UsageUpdate same -> same;
      case SequenceGap same -> same;
      case Unrecognized same -> same;
      case Fault same -> same;
      case PassStart same -> same;
    };
  }

  private BlockId moved(BlockId block) {
    return new BlockId(block.output() + outputs, block.block() + blocks);
  }

  Map<Integer, Reasoning> moved(Map<Integer, Reasoning> reasoning) {
    Map<Integer, Reasoning> moved = new TreeMap<>();
    reasoning.forEach((block, said) -> moved.put(block + blocks, said));
    return moved;
  }
}
