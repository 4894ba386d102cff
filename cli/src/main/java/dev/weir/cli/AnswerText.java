package dev.weir.cli;

import dev.weir.event.BlockKind;
import dev.weir.event.FirstAnswer;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What the model says to the person who asked, as it comes. Where several blocks are open at the
 * same time, the later one waits for the end of the earlier, so that no sentence is torn.
 */
final class AnswerText {
  private final FirstAnswer firstAnswer = new FirstAnswer();
  private final Consumer<String> out;
  private final Map<Integer, Said> blocks = new LinkedHashMap<>();
  private final List<Said> order = new ArrayList<>();

  /** Which block is being said; those before it are said to their end. */
  private int current;

  private boolean stale;

  /** A block, and how much of it has been handed over. */
  private static final class Said {
    final StringBuilder text = new StringBuilder();
    int handedOver;
    boolean ended;
  }

  AnswerText(Consumer<String> out) {
    this.out = out;
  }

  void accept(StreamEvent event) {
    firstAnswer.accept(event);
    switch (event) {
      case BlockStart start -> start(start);
      case BlockDelta delta -> {
        Said said = blocks.get(delta.block().block());
        if (said != null) {
          said.text.append(delta.text());
          release();
        }
      }
      case BlockEnd end -> {
        Said said = blocks.get(end.block().block());
        if (said != null) {
          said.ended = true;
          release();
        }
      }
      case BlockRepair repair -> repair(repair);
      case StreamEvent other -> {}
    }
  }

  /** Whether something was handed over that was corrected afterwards. */
  boolean isStale() {
    return stale;
  }

  private void start(BlockStart start) {
    boolean isSaid = start.kind() == BlockKind.TEXT || start.kind() == BlockKind.REFUSAL;
    if (isSaid && firstAnswer.has(start.block().output())) {
      var said = new Said();
      blocks.put(start.block().block(), said);
      order.add(said);
    }
  }

  private void repair(BlockRepair repair) {
    Said said = blocks.get(repair.block().block());
    if (said == null || repair.part() > 0) {
      return;
    }
    boolean continues =
        repair.text().startsWith(said.text.substring(0, said.handedOver))
            && order.indexOf(said) >= Math.min(current, order.size() - 1);
    if (!continues) {
      stale = true;
      return;
    }
    said.text.setLength(0);
    said.text.append(repair.text());
    current = Math.min(current, order.indexOf(said));
    release();
  }

  /** Hands over what no earlier block holds back. */
  private void release() {
    while (current < order.size()) {
      Said first = order.get(current);
      if (first.handedOver < first.text.length()) {
        out.accept(first.text.substring(first.handedOver));
        first.handedOver = first.text.length();
      }
      if (!first.ended) {
        return;
      }
      current++;
    }
  }
}
