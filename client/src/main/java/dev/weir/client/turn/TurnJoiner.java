package dev.weir.client.turn;

import dev.weir.client.tool.ToolResult;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Joins the streams of a turn, and what its tools gave, into one stream that keeps the grammar.
 *
 * <p>The grammar asks for one start, one end, block numbers that rise from zero without a hole, and
 * outputs that end at most once. Each pass keeps it with numbers of its own. Between two passes no
 * block is open, so a pass is moved as a whole: its blocks by the number of blocks before it, its
 * outputs by the number of outputs before it. What a tool gave is one block in the next free
 * output.
 *
 * <pre>
 * a pass says                    the turn says
 * response_start                 itself in the first pass, then response_progress{continued}
 * response_end, tools run next   response_progress{running_tools}
 * response_end, it only paused   response_progress{paused}
 * response_end, nothing runs     response_end: its verdict and word, all passes' usage
 * usage                          usage: this pass's and that of all before it
 * what names a block or output   the same under the moved number
 * anything else                  the same
 * </pre>
 *
 * <p>What a pass's end says of reasoning anew is kept, moved, for the end of the turn. Blocks that
 * are open when the turn is ended are ended first, as cut. After the end nothing is said.
 *
 * <p>Pure; belongs to one turn and one thread at a time.
 */
final class TurnJoiner {
  private final Consumer<? super StreamEvent> out;
  private final Map<Integer, BlockId> open = new TreeMap<>();
  private final Map<Integer, Reasoning> lateReasoning = new TreeMap<>();

  /** How many blocks and outputs there are so far: the next free numbers. */
  private int blocks;

  private int outputs;

  /** By how much the numbers of this pass are moved. */
  private int blockShift;

  private int outputShift;

  private Usage earlierPasses = Usage.NONE;
  private Usage thisPass = Usage.NONE;
  private Usage said = Usage.NONE;
  private boolean isStarted;
  private boolean isEnded;

  TurnJoiner(Consumer<? super StreamEvent> out) {
    this.out = out;
  }

  /**
   * Takes the next event of a pass. Its end is only noted: what follows is said by {@link
   * #runTools}, {@link #paused} or {@link #end}.
   */
  void accept(StreamEvent event) {
    switch (event) {
      case ResponseStart start -> start(start);
      case BlockStart start -> {
        BlockId id = moved(start.block());
        blocks = Math.max(blocks, id.block() + 1);
        open.put(id.block(), id);
        say(
            new BlockStart(
                id, start.kind(), start.id(), start.name(), start.synthetic(), start.origin()));
      }
      case BlockDelta delta -> {
        BlockId id = moved(delta.block());
        // Most deltas are of a first pass, where nothing is moved.
        say(id.equals(delta.block()) ? delta : new BlockDelta(id, delta.part(), delta.text()));
      }
      case Annotation mark -> say(new Annotation(moved(mark.block()), mark.kind(), mark.json()));
      case ToolProgress progress ->
          say(new ToolProgress(moved(progress.block()), progress.status()));
      case BlockEnd end -> {
        open.remove(end.block().block() + blockShift);
        say(
            new BlockEnd(
                moved(end.block()),
                end.complete(),
                end.reasoning(),
                end.arguments(),
                end.signature(),
                end.source()));
      }
      case OutputEnd end -> say(new OutputEnd(moved(end.output()), end.reason(), end.word()));
      case UsageUpdate update -> {
        thisPass = thisPass.updatedBy(update.usage());
        sayUsage();
      }
      case ResponseEnd end -> {
        Usage last = end.usage();
        thisPass = last == null ? thisPass : thisPass.updatedBy(last);
        end.reasoning().forEach((block, later) -> lateReasoning.put(block + blockShift, later));
      }
      case ResponseProgress same -> say(same);
      case SequenceGap same -> say(same);
      case BlockRepair repair ->
          say(new BlockRepair(moved(repair.block()), repair.part(), repair.text()));
      case UnrepairedGap gap -> {
        BlockId block = gap.block();
        BlockId id = block == null ? null : moved(block);
        say(new UnrepairedGap(gap.expected(), gap.actual(), id, gap.part(), gap.at()));
      }
      case Unrecognized same -> say(same);
      case Fault same -> say(same);
    }
  }

  /** The pass has ended with calls, which run now. */
  void runTools() {
    between(ResponseProgress.RUNNING_TOOLS);
  }

  /** The pass has ended in the middle of the answer, and another goes on with it. */
  void paused() {
    between(ResponseProgress.PAUSED);
  }

  private void between(String status) {
    sayUsage();
    say(new ResponseProgress(status, null, null));
  }

  /** What a tool gave. */
  void toolResult(@Nullable String callId, String toolName, ToolResult result) {
    var id = new BlockId(outputs++, blocks++);
    Map<String, String> origin = new LinkedHashMap<>();
    origin.put("by", "client");
    origin.put("success", Boolean.toString(result.success()));
    if (result.shown() != ToolResult.Kind.PLAIN) {
      origin.put("shown", result.shown().name().toLowerCase(Locale.ROOT));
    }
    say(
        new BlockStart(
            id, BlockKind.TOOL_OUTPUT, callId, toolName, /* synthetic= */ false, origin));
    if (!result.text().isEmpty()) {
      say(new BlockDelta(id, result.text()));
    }
    Json data = result.data();
    String source = data.isNull() ? null : data.toText();
    say(new BlockEnd(id, /* complete= */ true, null, null, null, source));
  }

  /** The turn is over, however far it came. */
  void end(Verdict verdict, @Nullable String word) {
    for (BlockId cut : List.copyOf(open.values())) {
      say(new BlockEnd(cut, /* complete= */ false, null, null, null, null));
    }
    Usage all = total();
    say(new ResponseEnd(verdict, word, all.equals(Usage.NONE) ? null : all, lateReasoning));
    isEnded = true;
  }

  private void start(ResponseStart start) {
    if (isStarted) {
      say(new ResponseProgress(ResponseProgress.CONTINUED, start.responseId(), start.modelName()));
      blockShift = blocks;
      outputShift = outputs;
      earlierPasses = total();
      thisPass = Usage.NONE;
    } else {
      isStarted = true;
      say(start);
    }
  }

  private BlockId moved(BlockId block) {
    int output = moved(block.output());
    return blockShift == 0 && outputShift == 0
        ? block
        : new BlockId(output, block.block() + blockShift);
  }

  private int moved(int output) {
    outputs = Math.max(outputs, output + outputShift + 1);
    return output + outputShift;
  }

  private Usage total() {
    return earlierPasses.plus(thisPass);
  }

  private void sayUsage() {
    if (!total().equals(said)) {
      said = total();
      say(new UsageUpdate(said));
    }
  }

  private void say(StreamEvent event) {
    if (!isEnded) {
      out.accept(event);
    }
  }
}
