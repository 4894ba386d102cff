package dev.weir.event.status;

import dev.weir.event.BlockKind;
import dev.weir.event.FirstAnswer;
import dev.weir.event.ReasoningParts;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.number.ByNumber;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Folds the events of a stream into what the model is busy with while it thinks: for whoever shows
 * statuses, on a terminal or a page.
 *
 * <p>Thinking begins with the first delta of reasoning and goes on until the model speaks, calls a
 * tool or ends; reasoning after that is new thinking, with statuses of its own. Only the first
 * answer counts where a provider gives several. Belongs to one stream and one thread at a time.
 */
public final class StatusTracker {
  private final Consumer<? super Status> out;
  private final FirstAnswer firstAnswer = new FirstAnswer();
  private final ByNumber<BlockStart> open = new ByNumber<>(start -> start.block().block());
  private ReasoningParts parts = new ReasoningParts();

  /** Those of the thinking under way; absent while nobody thinks. */
  private @Nullable StatusPhrases phrases;

  /** A block that is being spoken while nobody thinks: no delta of it says anything here. */
  private int spoken = -1;

  /**
   * @param out takes each status as soon as it is finished
   */
  public StatusTracker(Consumer<? super Status> out) {
    this.out = out;
  }

  /** Whether the model is thinking; if not, the last status is over. */
  public boolean isThinking() {
    return phrases != null;
  }

  /** Takes the next event of the stream. */
  public void accept(StreamEvent event) {
    firstAnswer.accept(event);
    switch (event) {
      case BlockStart start -> blockStart(start);
      case BlockDelta delta -> blockDelta(delta);
      case OutputEnd end -> {
        // Where outputs are steps of one answer, the end of one is not the end of the thinking.
        if (firstAnswer.offersAlternatives() && firstAnswer.has(end.output())) {
          endThinking();
        }
      }
      case BlockEnd end -> open.remove(end.block().block());
      case PassEnd end -> endPass();
      case ResponseEnd end -> endPass();
      case Fault fault -> {
        if (fault.fault().isFinal()) {
          endThinking();
        }
      }
      case ResponseStart passing -> {}
      case PassStart passing -> {}
      case ResponseProgress passing -> {}
      case BlockRepair passing -> {}
      case Annotation passing -> {}
      case ToolProgress passing -> {}
      case UsageUpdate passing -> {}
      case SequenceGap passing -> {}
      case UnrepairedGap passing -> {}
      case StreamEvent.FailedTry passing -> {}
      case StreamEvent.Seam passing -> {}
      case Unrecognized passing -> {}
    }
  }

  private void blockStart(BlockStart start) {
    spoken = -1;
    // What was made for the provider alone is not shown.
    boolean isShown =
        firstAnswer.has(start.block().output())
            && (!start.synthetic() || start.kind() == BlockKind.REASONING);
    if (!isShown) {
      return;
    }
    switch (start.kind()) {
      // A block of text may stay empty: it counts when it says something.
      case REASONING, TEXT, REFUSAL -> open.put(start);
      case TOOL_CALL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> endThinking();
    }
  }

  private void blockDelta(BlockDelta delta) {
    int block = delta.block().block();
    if (block == spoken || delta.text().isEmpty()) {
      return;
    }
    BlockStart start = open.get(block);
    if (start != null && start.kind() == BlockKind.REASONING) {
      thought(delta);
    } else if (!isThinking()) {
      spoken = block;
    } else if (start != null && !delta.text().isBlank()) {
      endThinking();
    }
  }

  private void thought(BlockDelta delta) {
    StatusPhrases thinking = phrases;
    if (thinking == null) {
      thinking = new StatusPhrases(out);
      phrases = thinking;
      parts = new ReasoningParts();
    }
    spoken = -1;
    if (parts.begins(delta)) {
      thinking.newPart();
    }
    thinking.feed(delta.text());
  }

  private void endPass() {
    endThinking();
    open.clear();
  }

  /** Ends the thinking if it still goes on, and with it the phrase that is still open. */
  public void endThinking() {
    StatusPhrases thinking = phrases;
    if (thinking != null) {
      phrases = null;
      thinking.end();
    }
  }
}
