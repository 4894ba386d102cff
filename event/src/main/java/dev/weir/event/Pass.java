package dev.weir.event;

import java.util.List;

/**
 * One response of a provider inside a turn, and what the client's tools gave to its calls.
 *
 * @param events as the provider's own stream said them, with the numbers, usage and end of its own;
 *     without an end while it is under way
 * @param outputs in the order in which they were there
 */
public record Pass(List<StreamEvent> events, List<ClientToolOutput> outputs) {
  public Pass {
    events = List.copyOf(events);
    outputs = List.copyOf(outputs);
  }

  /** What the pass amounts to, without what the tools gave. */
  public Response response() {
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    return assembler.response();
  }
}
