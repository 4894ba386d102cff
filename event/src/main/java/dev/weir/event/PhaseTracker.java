package dev.weir.event;

import dev.weir.event.PhaseEvent.Call;
import dev.weir.event.PhaseEvent.Citation;
import dev.weir.event.PhaseEvent.ClientToolCall;
import dev.weir.event.PhaseEvent.ContentComplete;
import dev.weir.event.PhaseEvent.ContentDelta;
import dev.weir.event.PhaseEvent.ContentStart;
import dev.weir.event.PhaseEvent.End;
import dev.weir.event.PhaseEvent.Failure;
import dev.weir.event.PhaseEvent.Finish;
import dev.weir.event.PhaseEvent.ReasoningComplete;
import dev.weir.event.PhaseEvent.ReasoningDelta;
import dev.weir.event.PhaseEvent.ReasoningStart;
import dev.weir.event.PhaseEvent.Received;
import dev.weir.event.PhaseEvent.ServerToolCall;
import dev.weir.event.PhaseEvent.UsageReport;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Folds events into what each output is busy with, and says when that changes.
 *
 * <p>Content is what the reader is meant to read: text, and a refusal. Tool calls and media are
 * neither reasoning nor content; an output of calls only has no phase to complete. Reasoning and
 * content that share a chunk come as separate events, reasoning first, so they are said in that
 * order.
 *
 * <p>Feed the next event only after {@link #accept} has returned: this is how a slow sink slows the
 * stream down. Belongs to one stream and one thread at a time.
 */
public final class PhaseTracker {
  private final CompletionPolicy policy;
  private final PhaseSink sink;
  private final Map<Integer, BlockStart> openBlocks = new HashMap<>();
  private final TreeMap<Integer, Output> outputs = new TreeMap<>();

  /** Outputs with deltas whose completion has not been said. */
  private final TreeMap<Integer, Output> due = new TreeMap<>();

  private int highest = -1;
  private boolean alternatives;
  private boolean wantsMore = true;
  private @Nullable StreamFault fault;

  /** Reports a phase complete as soon as the next begins. */
  public PhaseTracker(PhaseSink sink) {
    this(sink, CompletionPolicy.ON_TRANSITION);
  }

  /** Reports phases as the policy says. */
  public PhaseTracker(PhaseSink sink, CompletionPolicy policy) {
    this.sink = sink;
    this.policy = policy;
  }

  /**
   * Takes the next event and hands over what follows from it.
   *
   * @return whether the sink wants more
   * @throws IllegalArgumentException if the event names a block that was never started
   */
  public boolean accept(StreamEvent event) {
    say(new Received(event));
    switch (event) {
      case BlockStart start -> {
        openBlocks.put(start.block().block(), start);
        see(start.block().output());
      }
      case BlockDelta delta -> delta(delta);
      case BlockEnd end -> blockEnd(end);
      case Annotation mark -> say(new Citation(mark.block().output(), mark.kind(), mark.json()));
      case UsageUpdate update -> say(new UsageReport(update.usage()));
      case OutputEnd end -> finish(end);
      case Fault wrong -> remember(wrong.fault());
      case ResponseEnd end -> end(end);
      case ResponseStart start -> alternatives = start.alternatives();
      case PassStart start -> {
        transition(Integer.MAX_VALUE);
        alternatives = start.alternatives();
      }
      case PassEnd passing -> {}
      case ResponseProgress passing -> {}
      case ToolProgress passing -> {}
      case SequenceGap passing -> {}
      case BlockRepair passing -> {}
      case UnrepairedGap passing -> {}
      case FailedTry passing -> {}
      case Seam passing -> {}
      case Unrecognized passing -> {}
    }
    return wantsMore;
  }

  /** What an output has received; nothing if it has not been seen. */
  public OutputStats stats(int output) {
    Output seen = outputs.get(output);
    return seen == null ? OutputStats.of(output) : seen.stats;
  }

  /** What each output seen so far has received, in order of their numbers. */
  public List<OutputStats> stats() {
    return outputs.values().stream().map(o -> o.stats).toList();
  }

  private Output see(int number) {
    Output output = outputs.get(number);
    if (output == null) {
      output = new Output(number);
      outputs.put(number, output);
      if (number > highest) {
        highest = number;
        if (!alternatives) {
          transition(number);
        }
      }
    }
    return output;
  }

  private void delta(BlockDelta delta) {
    Output output = see(delta.block().output());
    if (delta.text().isEmpty()) {
      return;
    }
    switch (open(delta.block()).kind()) {
      case REASONING -> output.reasoning(delta.text());
      case TEXT, REFUSAL -> output.content(delta.text());
      case TOOL_CALL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> {}
    }
  }

  private void blockEnd(BlockEnd end) {
    BlockStart start = open(end.block());
    openBlocks.remove(end.block().block());
    String arguments = end.arguments();
    Call call =
        new Call(
            end.block().output(),
            start.id(),
            start.name(),
            arguments == null ? "" : arguments,
            end.complete());
    switch (start.kind()) {
      case TOOL_CALL -> say(new ClientToolCall(call));
      case SERVER_TOOL -> {
        if (!start.synthetic()) {
          say(new ServerToolCall(call));
        }
      }
      case TEXT, REASONING, TOOL_OUTPUT, REFUSAL, MEDIA -> {}
    }
  }

  private void finish(OutputEnd end) {
    Output output = see(end.output());
    output.merge(new OutputStats(end.output(), 0, 0, end.reason()));
    say(new Finish(output.stats));
    if (policy == CompletionPolicy.ON_PHASE_END) {
      output.complete();
    }
  }

  private void remember(StreamFault wrong) {
    boolean better =
        wrong.kind() == StreamFault.Kind.PROVIDER_ERROR
            && (fault == null || fault.kind() != StreamFault.Kind.PROVIDER_ERROR);
    if (fault == null || better) {
      fault = wrong;
    }
  }

  private void end(ResponseEnd end) {
    completeBelow(Integer.MAX_VALUE);
    if (!end.verdict().isNatural()) {
      say(new Failure(end.verdict(), fault));
    }
    say(new End(end.verdict(), end.word(), end.usage()));
  }

  private void transition(int number) {
    if (policy == CompletionPolicy.ON_TRANSITION) {
      completeBelow(number);
    }
  }

  private void completeBelow(int number) {
    for (Output output : List.copyOf(due.headMap(number).values())) {
      output.complete();
    }
  }

  private BlockStart open(BlockId block) {
    BlockStart start = openBlocks.get(block.block());
    if (start == null) {
      throw new IllegalArgumentException(
          "Block %s is not open; check the events with GrammarChecker".formatted(block));
    }
    return start;
  }

  private void say(PhaseEvent event) {
    if (wantsMore) {
      wantsMore = sink.accept(event);
    }
  }

  /** One output: its stats, and what has been said of it. */
  private final class Output {
    OutputStats stats;
    private boolean reasoningSaid;
    private boolean contentSaid;

    Output(int number) {
      stats = OutputStats.of(number);
    }

    void merge(OutputStats later) {
      stats = stats.merge(later);
    }

    void reasoning(String text) {
      merge(new OutputStats(stats.output(), 1, 0, null));
      note(reasoningSaid);
      if (stats.reasoningDeltas() == 1) {
        say(new ReasoningStart(stats));
      }
      say(new ReasoningDelta(stats, text));
    }

    void content(String text) {
      merge(new OutputStats(stats.output(), 0, 1, null));
      if (policy == CompletionPolicy.ON_PHASE_END) {
        completeReasoning();
      }
      note(contentSaid);
      if (stats.contentDeltas() == 1) {
        say(new ContentStart(stats));
      }
      say(new ContentDelta(stats, text));
    }

    private void note(boolean said) {
      if (!said) {
        due.put(stats.output(), this);
      }
    }

    void complete() {
      completeReasoning();
      if (!contentSaid && stats.contentDeltas() > 0) {
        contentSaid = true;
        say(new ContentComplete(stats));
      }
      due.remove(stats.output());
    }

    private void completeReasoning() {
      if (!reasoningSaid && stats.reasoningDeltas() > 0) {
        reasoningSaid = true;
        say(new ReasoningComplete(stats));
      }
    }
  }
}
