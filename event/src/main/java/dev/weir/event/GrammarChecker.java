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
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks a sequence of events against the grammar, and names the first violation.
 *
 * <pre>
 * stream  = response_start pass (between pass_start pass)* [between] response_end
 * pass    = (response_progress | block | output_end | remark)*
 * between = pass_end (tool_output of the client | remark)*
 * block   = block_start (block_delta | annotation | tool_progress | seam)* block_end    may interleave
 * remark  = usage | sequence_gap | block_repair | unrepaired_gap | failed_try | unrecognized | fault
 * </pre>
 *
 * <p>Numbers of blocks are used once and rise from zero; a block keeps its output; what is repaired
 * has begun; an output ends at most once; when a pass or the response ends, no block is open.
 * Belongs to one stream and one thread.
 */
public final class GrammarChecker {
  private final Map<Integer, BlockId> open = new TreeMap<>();
  private final BitSet endedOutputs = new BitSet();
  private int blocksStarted;
  private long position;
  private boolean started;
  private boolean inPass;
  private boolean ended;
  private @Nullable String violation;

  /** The first violation in a whole sequence, or empty. */
  public static Optional<String> check(List<StreamEvent> events) {
    var checker = new GrammarChecker();
    events.forEach(checker::accept);
    return checker.end();
  }

  /** Takes the next event; returns whether all events so far fit. */
  public boolean accept(StreamEvent event) {
    if (violation == null) {
      String problem = problem(event);
      if (problem != null) {
        violation = "event %d: %s".formatted(position, problem);
      }
      position++;
    }
    return violation == null;
  }

  /** Ends the sequence: a stream without its {@code response_end} is a violation too. */
  public Optional<String> end() {
    if (violation == null && !ended) {
      violation = "event %d: the stream has no response_end".formatted(position);
    }
    return Optional.ofNullable(violation);
  }

  /** The first violation so far. */
  public Optional<String> violation() {
    return Optional.ofNullable(violation);
  }

  private @Nullable String problem(StreamEvent event) {
    if (ended) {
      return event.getClass().getSimpleName() + " after response_end";
    }
    if (!started && !(event instanceof ResponseStart)) {
      return event.getClass().getSimpleName() + " before response_start";
    }
    return switch (event) {
      case ResponseStart start -> responseStart();
      case PassStart start -> passStart();
      case PassEnd end -> passEnd();
      case BlockStart start -> blockStart(start);
      case BlockDelta delta -> inside("block_delta", delta.block());
      case Annotation annotation -> inside("annotation", annotation.block());
      case ToolProgress progress -> inside("tool_progress", progress.block());
      case BlockEnd end -> blockEnd(end.block());
      case OutputEnd end -> outputEnd(end.output());
      case ResponseEnd end -> responseEnd();
      case ResponseProgress progress -> inPass ? null : "response_progress between two passes";
      case UsageUpdate remark -> null;
      case SequenceGap remark -> null;
      case UnrepairedGap remark -> null;
      case FailedTry remark -> null;
      case Seam remark -> inside("seam", remark.block());
      case BlockRepair repair -> repair(repair.block());
      case Unrecognized remark -> null;
      case Fault remark -> null;
    };
  }

  private @Nullable String responseStart() {
    if (started) {
      return "second response_start";
    }
    started = true;
    inPass = true;
    return null;
  }

  private @Nullable String passStart() {
    if (inPass) {
      return "pass_start before the pass_end of the pass before";
    }
    inPass = true;
    return stillOpen("pass_start");
  }

  private @Nullable String passEnd() {
    if (!inPass) {
      return "second pass_end of a pass";
    }
    inPass = false;
    return stillOpen("pass_end");
  }

  private @Nullable String blockStart(BlockStart start) {
    BlockId block = start.block();
    if (!inPass && !(start.kind() == BlockKind.TOOL_OUTPUT && start.isByClient())) {
      return "block %s started between two passes, where only the client's tools speak"
          .formatted(block);
    }
    if (block.block() != blocksStarted) {
      return "block %s started, expected number %d".formatted(block, blocksStarted);
    }
    blocksStarted++;
    open.put(block.block(), block);
    return null;
  }

  private @Nullable String inside(String what, BlockId block) {
    return block.equals(open.get(block.block()))
        ? null
        : "%s outside block %s, which is not open".formatted(what, block);
  }

  private @Nullable String repair(BlockId block) {
    return block.block() < blocksStarted
        ? null
        : "block_repair of block %s, which never started".formatted(block);
  }

  private @Nullable String blockEnd(BlockId block) {
    String problem = inside("block_end", block);
    open.remove(block.block());
    return problem;
  }

  private @Nullable String outputEnd(int output) {
    if (!inPass) {
      return "output %d ended between two passes".formatted(output);
    }
    if (endedOutputs.get(output)) {
      return "output %d ended twice".formatted(output);
    }
    endedOutputs.set(output);
    return null;
  }

  private @Nullable String responseEnd() {
    ended = true;
    return stillOpen("response_end");
  }

  private @Nullable String stillOpen(String what) {
    return open.isEmpty() ? null : "%s while blocks %s are open".formatted(what, open.values());
  }
}
