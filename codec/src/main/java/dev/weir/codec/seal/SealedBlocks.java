package dev.weir.codec.seal;

import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseStart;
import java.util.List;

/**
 * Blocks with everything that must go back to whoever made them.
 *
 * @param events the start of their response, then from the start of each to its end
 */
record SealedBlocks(SealOwner owner, List<StreamEvent> events) {
  SealedBlocks {
    events = List.copyOf(events);
  }

  /** Whether outputs of the provider are alternatives, so that an answer has one of them. */
  boolean isOfOneOutput() {
    return events.getFirst() instanceof ResponseStart start && start.alternatives();
  }

  List<Response.Block> blocks() {
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    return assembler.response().blocks();
  }
}
