package dev.weir.event;

import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseStart;

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
    if (event instanceof BlockStart start) {
      outputs = Math.max(outputs, start.block().output() + 1);
    } else if (event instanceof OutputEnd end) {
      outputs = Math.max(outputs, end.output() + 1);
    } else if (event instanceof ResponseStart start) {
      startPass(start.alternatives());
    } else if (event instanceof PassStart start) {
      startPass(start.alternatives());
    } else if (event instanceof PassEnd) {
      // What the client's tools give between two passes is never an alternative.
      alternatives = false;
    }
  }

  /** Whether an output of the pass under way is part of the first answer. */
  public boolean has(int output) {
    return !alternatives || output == firstOutput;
  }

  /** Whether the pass under way may have other outputs that are alternatives. */
  public boolean offersAlternatives() {
    return alternatives;
  }

  private void startPass(boolean hasAlternatives) {
    firstOutput = outputs;
    alternatives = hasAlternatives;
  }
}
