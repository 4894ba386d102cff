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
import dev.weir.event.number.ByNumber;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Joins the passes of a turn, and what its tools returned, into one stream that keeps the grammar.
 * {@link PassSplitter} is its inverse: it gives back exactly the passes that were joined.
 *
 * <p>The grammar asks for one start, one end, block numbers that rise from zero without a hole, and
 * outputs that end at most once. Each pass keeps it with numbers of its own. Between two passes no
 * block is open, so a pass is moved as a whole: its blocks by the number of blocks before it, its
 * outputs by the number of outputs before it. What a tool returned is one block in the next free
 * output.
 *
 * <pre>
 * a pass says                    the turn says
 * response_start                 itself in the first pass, then pass_start
 * response_end, the turn goes on pass_end
 * response_end, it does not      response_end
 * usage, also of an end          that of all passes so far, and beside it the pass's own
 * what names a block or output   the same under the moved number
 * anything else                  the same
 * </pre>
 *
 * <p>A turn of one pass is that pass, event for event. Blocks that are open when the turn is cut
 * are ended first, as cut. After the end nothing is said.
 *
 * <p>Pure; belongs to one turn and one thread at a time.
 */
public final class PassJoiner {
  private final Consumer<? super StreamEvent> out;
  private final ByNumber<BlockId> open = new ByNumber<>(BlockId::block);
  private final NextNumbers numbers = new NextNumbers();
  private Renumbering renumbering = Renumbering.NONE;
  private Usage earlierPasses = Usage.NONE;
  private Usage thisPass = Usage.NONE;
  private int passes;
  private boolean inPass;
  private boolean isEnded;
  private @Nullable ResponseEnd passEnd;

  /** Joins passes into one stream that goes there. */
  public PassJoiner(Consumer<? super StreamEvent> out) {
    this.out = out;
  }

  /**
   * Takes the next event of a pass. Its end is only noted: {@link #passEnded} or {@link #end}
   * passes it on.
   *
   * @throws IllegalArgumentException if it is an event that only a turn has
   */
  public void accept(StreamEvent event) {
    switch (event) {
      case ResponseStart start -> start(start);
      case UsageUpdate update -> {
        thisPass = thisPass.updatedBy(update.usage());
        say(isFurther() ? new UsageUpdate(total(), update.usage()) : update);
      }
      case ResponseEnd end -> {
        Usage last = end.usage();
        thisPass = last == null ? thisPass : thisPass.updatedBy(last);
        passEnd = end;
      }
      case BlockStart e -> say(renumbering.moved(e));
      case BlockDelta e -> say(renumbering.moved(e));
      case BlockEnd e -> say(renumbering.moved(e));
      case Annotation e -> say(renumbering.moved(e));
      case ToolProgress e -> say(renumbering.moved(e));
      case BlockRepair e -> say(renumbering.moved(e));
      case UnrepairedGap e -> say(renumbering.moved(e));
      case FailedTry e -> say(e);
      case Seam e -> say(renumbering.moved(e));
      case OutputEnd e -> say(renumbering.moved(e));
      case ResponseProgress e -> say(e);
      case SequenceGap e -> say(e);
      case Unrecognized e -> say(e);
      case Fault e -> say(e);
      case PassStart e -> throw notOfAPass(e);
      case PassEnd e -> throw notOfAPass(e);
    }
  }

  /** The pass that has ended is not the last: tools run now, or the provider is asked to go on. */
  public void passEnded() {
    ResponseEnd end = takePassEnd();
    say(
        new PassEnd(
            end.verdict(),
            end.word(),
            usage(end),
            isFurther() ? end.usage() : null,
            renumbering.moved(end.reasoning())));
  }

  /** Adds what a tool returned, after the end of the pass that called it. */
  public void toolOutput(ClientToolOutput output) {
    BlockId id = numbers.block();
    say(
        new BlockStart(
            id,
            BlockKind.TOOL_OUTPUT,
            output.callId(),
            output.toolName(),
            /* synthetic= */ false,
            output.origin()));
    if (!output.text().isEmpty()) {
      say(new BlockDelta(id, output.text()));
    }
    say(new BlockEnd(id, /* complete= */ true, null, null, null, output.source()));
  }

  /** Ends the turn as its last pass ended. */
  public void end() {
    ResponseEnd end = takePassEnd();
    say(
        new ResponseEnd(
            end.verdict(),
            end.word(),
            usage(end),
            isFurther() ? end.usage() : null,
            renumbering.moved(end.reasoning())));
    isEnded = true;
  }

  /** Ends the turn where it is: between two passes, or inside one. */
  public void cut(Verdict verdict, @Nullable String word) {
    for (BlockId cut : open.values()) {
      say(new BlockEnd(cut, /* complete= */ false, null, null, null, null));
    }
    boolean hasOwn = inPass && isFurther();
    say(new ResponseEnd(verdict, word, known(total()), hasOwn ? known(thisPass) : null, Map.of()));
    isEnded = true;
  }

  private void start(ResponseStart start) {
    passes++;
    inPass = true;
    renumbering = numbers.ofNextPass();
    earlierPasses = isFurther() ? total() : Usage.NONE;
    thisPass = Usage.NONE;
    say(
        isFurther()
            ? new PassStart(start.responseId(), start.modelName(), start.alternatives())
            : start);
  }

  private ResponseEnd takePassEnd() {
    ResponseEnd end = passEnd;
    if (end == null) {
      throw new IllegalStateException(
          "The pass has not ended; give its response_end first, or cut the turn");
    }
    passEnd = null;
    inPass = false;
    return end;
  }

  private boolean isFurther() {
    return passes > 1;
  }

  private @Nullable Usage usage(ResponseEnd end) {
    return isFurther() ? known(total()) : end.usage();
  }

  private static @Nullable Usage known(Usage usage) {
    return usage.equals(Usage.NONE) ? null : usage;
  }

  private Usage total() {
    return earlierPasses.plus(thisPass);
  }

  private static IllegalArgumentException notOfAPass(StreamEvent event) {
    return new IllegalArgumentException(
        "Expected an event of one pass, saw %s: a turn cannot be a pass of another"
            .formatted(event.typeName()));
  }

  private void say(StreamEvent event) {
    if (isEnded) {
      return;
    }
    numbers.see(event);
    if (event instanceof BlockStart start) {
      open.put(start.block());
    } else if (event instanceof BlockEnd end) {
      open.remove(end.block().block());
    }
    out.accept(event);
  }
}
