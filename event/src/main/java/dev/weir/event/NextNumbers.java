package dev.weir.event;

import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;

/** Which numbers of blocks and outputs are free after the events so far. */
final class NextNumbers {
  private int blocks;
  private int outputs;

  void see(StreamEvent event) {
    if (event instanceof BlockStart start) {
      blocks = Math.max(blocks, start.block().block() + 1);
      outputs = Math.max(outputs, start.block().output() + 1);
    } else if (event instanceof OutputEnd end) {
      outputs = Math.max(outputs, end.output() + 1);
    }
  }

  BlockId block() {
    return new BlockId(outputs, blocks);
  }

  /** How the numbers of a pass that begins now are moved. */
  Renumbering ofNextPass() {
    return blocks == 0 && outputs == 0 ? Renumbering.NONE : new Renumbering(blocks, outputs);
  }
}
