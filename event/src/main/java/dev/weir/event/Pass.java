package dev.weir.event;

import java.util.List;

/**
 * One response of a provider within a turn, and what the client's tools returned for its calls.
 *
 * @param events as the provider's own stream said them, with its own numbers, usage and end;
 *     without an end while it is under way
 * @param outputs in the order in which they were ready
 */
public record Pass(List<StreamEvent> events, List<ClientToolOutput> outputs) {
  public Pass {
    events = List.copyOf(events);
    outputs = List.copyOf(outputs);
  }

  /** What the pass amounts to, without what the tools returned. */
  public Response response() {
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    return assembler.response();
  }
}
