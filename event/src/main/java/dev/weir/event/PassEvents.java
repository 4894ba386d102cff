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
import org.jspecify.annotations.Nullable;

/**
 * Turns each event of a turn back into what the stream of its own pass said: with the numbers,
 * usage, start and end of that pass alone. The inverse of {@link PassJoiner}.
 *
 * <p>What a further pass itself reported stands beside the turn's usage; older streams lack it, and
 * then the pass has no usage.
 *
 * <p>Pure; belongs to one stream and one thread at a time.
 */
final class PassEvents {
  private final NextNumbers numbers = new NextNumbers();
  private Renumbering renumbering = Renumbering.NONE;
  private Renumbering back = Renumbering.NONE;
  private boolean inPass;
  private boolean isFurther;

  /**
   * The event as its pass said it; absent if it belongs to no pass: what a tool returned, or
   * anything else between two passes.
   */
  @Nullable StreamEvent own(StreamEvent event) {
    StreamEvent own =
        switch (event) {
          case ResponseStart start -> start(start);
          case PassStart start -> {
            isFurther = true;
            yield start(
                new ResponseStart(start.responseId(), start.modelName(), start.alternatives()));
          }
          case PassEnd e -> end(e.verdict(), e.word(), e.usage(), e.passUsage(), e.reasoning());
          case ResponseEnd e -> end(e.verdict(), e.word(), e.usage(), e.passUsage(), e.reasoning());
          case UsageUpdate update -> {
            Usage reported = own(update.usage(), update.passUsage());
            yield reported == null ? null : ofPass(new UsageUpdate(reported));
          }
          case BlockStart e -> ofPass(e);
          case BlockDelta e -> ofPass(e);
          case BlockEnd e -> ofPass(e);
          case Annotation e -> ofPass(e);
          case ToolProgress e -> ofPass(e);
          case BlockRepair e -> ofPass(e);
          case UnrepairedGap e -> ofPass(e);
          case FailedTry e -> ofPass(e);
          case Seam e -> ofPass(e);
          case OutputEnd e -> ofPass(e);
          case ResponseProgress e -> ofPass(e);
          case SequenceGap e -> ofPass(e);
          case Unrecognized e -> ofPass(e);
          case Fault e -> ofPass(e);
        };
    numbers.see(event);
    return own;
  }

  /** The number that the turn gave to the first block of the pass under way. */
  int firstBlock() {
    return renumbering.blocks();
  }

  private StreamEvent start(ResponseStart start) {
    renumbering = numbers.ofNextPass();
    back = renumbering.back();
    inPass = true;
    return start;
  }

  private @Nullable StreamEvent end(
      Verdict verdict,
      @Nullable String word,
      @Nullable Usage usage,
      @Nullable Usage passUsage,
      Map<Integer, Reasoning> reasoning) {
    Map<Integer, Reasoning> late = new TreeMap<>(reasoning);
    late.keySet().removeIf(block -> block < firstBlock());
    StreamEvent end = ofPass(new ResponseEnd(verdict, word, own(usage, passUsage), late));
    inPass = false;
    return end;
  }

  private @Nullable Usage own(@Nullable Usage usage, @Nullable Usage passUsage) {
    return isFurther ? passUsage : usage;
  }

  private @Nullable StreamEvent ofPass(StreamEvent event) {
    return inPass ? back.moved(event) : null;
  }
}
