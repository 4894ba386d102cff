package dev.weir.codec.seal;

import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseStart;
import java.util.List;

/**
 * A block with everything that must go back to whoever made it.
 *
 * @param events the start of its response, then from its own start to its end
 */
record SealedBlock(SealOwner owner, List<StreamEvent> events) {
  SealedBlock {
    events = List.copyOf(events);
  }

  /** Whether outputs of the provider are alternatives, so that an answer has one of them. */
  boolean isOfOneOutput() {
    return events.getFirst() instanceof ResponseStart start && start.alternatives();
  }

  Response.Block block() {
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    return assembler.response().blocks().getFirst();
  }
}
