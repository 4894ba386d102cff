package dev.weir.client.route;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Joins a continuation to the text block that broke off: its first text goes on with that block,
 * everything else gets numbers that are still free. Until the {@link Overlap} proves the place,
 * nothing of it is shown.
 *
 * <p>Its start and its names are omitted, because the response has begun and has its names; the
 * {@link Seam} tells who goes on. Belongs to one try and one thread at a time.
 */
final class Joint {
  private final BlockId broken;
  private final Overlap overlap;
  private final Runnable seam;
  private final Consumer<StreamEvent> out;
  private final List<StreamEvent> held = new ArrayList<>();
  private final Map<Integer, BlockId> blocks = new HashMap<>();
  private final Map<Integer, Integer> outputs = new HashMap<>();
  private @Nullable BlockId text;
  private int nextBlock;
  private int nextOutput;
  private boolean isRefuted;

  /**
   * @param broken the block that goes on
   * @param said its text
   * @param nextBlock the first block number that is free
   * @param seam builds the event that says where the joint is, once that is proven
   * @param out takes what is shown after that
   */
  Joint(
      BlockId broken,
      String said,
      int nextBlock,
      int nextOutput,
      Runnable seam,
      Consumer<StreamEvent> out) {
    this.broken = broken;
    this.overlap = new Overlap(said);
    this.nextBlock = nextBlock;
    this.nextOutput = nextOutput;
    this.seam = seam;
    this.out = out;
  }

  boolean isProven() {
    return overlap.state() == Overlap.State.PROVEN && !isRefuted;
  }

  /** Whether this certainly does not go on with what was said. */
  boolean isRefuted() {
    return isRefuted || overlap.state() == Overlap.State.REFUTED;
  }

  int repeated() {
    return overlap.length();
  }

  /** Takes the next event of the continuation, except its end. */
  void accept(StreamEvent event) {
    if (isRefuted()) {
      return;
    }
    if (isProven()) {
      show(event);
      return;
    }
    switch (event) {
      case BlockStart start -> {
        if (start.kind() == BlockKind.TEXT && text == null) {
          text = start.block();
          held.add(start);
        } else if (start.kind() == BlockKind.REASONING || start.synthetic()) {
          held.add(start);
        } else {
          isRefuted = true;
        }
      }
      case BlockDelta delta -> {
        if (delta.block().equals(text)) {
          prove(delta);
        } else {
          held.add(delta);
        }
      }
      case BlockEnd end -> {
        // The text is over without reaching where the other stopped.
        isRefuted = end.block().equals(text);
        held.add(end);
      }
      case OutputEnd end -> {
        isRefuted = text != null && text.output() == end.output();
        held.add(end);
      }
      case BlockRepair repair -> isRefuted = true;
      case UnrepairedGap gap -> isRefuted = true;
      case Annotation e -> held.add(e);
      case ToolProgress e -> held.add(e);
      case UsageUpdate e -> held.add(e);
      case SequenceGap e -> held.add(e);
      case Unrecognized e -> held.add(e);
      case Fault e -> held.add(e);
      case FailedTry e -> held.add(e);
      case ResponseStart e -> {}
      case ResponseProgress e -> {}
      case Seam e -> {}
      case PassStart e -> {}
      case PassEnd e -> {}
      case ResponseEnd e -> {}
    }
  }

  private void prove(BlockDelta delta) {
    String rest = overlap.feed(delta.text());
    if (isProven()) {
      seam.run();
      held.forEach(this::show);
      held.clear();
      if (!rest.isEmpty()) {
        out.accept(new BlockDelta(broken, rest));
      }
    }
  }

  private void show(StreamEvent event) {
    switch (event) {
      case BlockStart e -> {
        if (!e.block().equals(text)) {
          out.accept(
              new BlockStart(
                  begun(e.block()), e.kind(), e.id(), e.name(), e.synthetic(), e.origin()));
        }
      }
      case BlockDelta e -> out.accept(new BlockDelta(moved(e.block()), e.part(), e.text()));
      case BlockEnd e -> {
        // What the provider says of the whole block concerns its own words alone.
        boolean isJoined = e.block().equals(text);
        out.accept(
            new BlockEnd(
                moved(e.block()),
                e.complete(),
                e.reasoning(),
                e.arguments(),
                isJoined ? null : e.signature(),
                isJoined ? null : e.source()));
      }
      case Annotation e -> out.accept(new Annotation(moved(e.block()), e.kind(), e.json()));
      case ToolProgress e -> out.accept(new ToolProgress(moved(e.block()), e.status()));
      case BlockRepair e -> {
        // It describes the text of this try alone, not the joined text.
        if (!e.block().equals(text)) {
          out.accept(new BlockRepair(moved(e.block()), e.part(), e.text()));
        }
      }
      case UnrepairedGap e -> {
        BlockId block = e.block();
        out.accept(
            new UnrepairedGap(
                e.expected(), e.actual(), block == null ? null : moved(block), e.part(), e.at()));
      }
      case OutputEnd e -> out.accept(new OutputEnd(output(e.output()), e.reason(), e.word()));
      case UsageUpdate e -> out.accept(e);
      case SequenceGap e -> out.accept(e);
      case Unrecognized e -> out.accept(e);
      case Fault e -> out.accept(e);
      case FailedTry e -> out.accept(e);
      case ResponseStart e -> {}
      case ResponseProgress e -> {}
      case Seam e -> {}
      case PassStart e -> {}
      case PassEnd e -> {}
      case ResponseEnd e -> {}
    }
  }

  /** The end of the continuation, as the end of the whole. */
  ResponseEnd moved(ResponseEnd end) {
    Map<Integer, Reasoning> reasoning = new TreeMap<>();
    end.reasoning()
        .forEach((block, late) -> {
          BlockId known = blocks.get(block);
          if (known != null) {
            reasoning.put(known.block(), late);
          }
        });
    return new ResponseEnd(end.verdict(), end.word(), end.usage(), reasoning);
  }

  private BlockId begun(BlockId block) {
    var moved = new BlockId(output(block.output()), nextBlock++);
    blocks.put(block.block(), moved);
    return moved;
  }

  private BlockId moved(BlockId block) {
    return block.equals(text) ? broken : blocks.getOrDefault(block.block(), broken);
  }

  private int output(int output) {
    BlockId joined = text;
    return joined != null && joined.output() == output
        ? broken.output()
        : outputs.computeIfAbsent(output, o -> nextOutput++);
  }
}
