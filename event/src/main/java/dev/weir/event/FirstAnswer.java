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

/**
 * Which outputs make up the first answer: the first output of each pass where outputs are
 * alternatives, else all of them. Belongs to one stream and one thread at a time.
 */
public final class FirstAnswer {
  private int firstOutput;
  private int outputs;
  private boolean alternatives;

  /** Takes the next event, before anything is asked about it. */
  public void accept(StreamEvent event) {
    switch (event) {
      case BlockStart start -> outputs = Math.max(outputs, start.block().output() + 1);
      case OutputEnd end -> outputs = Math.max(outputs, end.output() + 1);
      case ResponseStart start -> startPass(start.alternatives());
      case PassStart start -> startPass(start.alternatives());
      case PassEnd end -> {
        // What the client's tools return between two passes is never an alternative.
        alternatives = false;
      }
      case ResponseProgress passing -> {}
      case BlockDelta passing -> {}
      case BlockEnd passing -> {}
      case Annotation passing -> {}
      case ToolProgress passing -> {}
      case UsageUpdate passing -> {}
      case SequenceGap passing -> {}
      case BlockRepair passing -> {}
      case UnrepairedGap passing -> {}
      case FailedTry passing -> {}
      case Seam passing -> {}
      case Unrecognized passing -> {}
      case Fault passing -> {}
      case ResponseEnd passing -> {}
    }
  }

  /** Whether an output of the pass under way is part of the first answer. */
  public boolean has(int output) {
    return !alternatives || output == firstOutput;
  }

  /** Whether the outputs of the pass under way are alternatives. */
  public boolean offersAlternatives() {
    return alternatives;
  }

  private void startPass(boolean hasAlternatives) {
    firstOutput = outputs;
    alternatives = hasAlternatives;
  }
}
