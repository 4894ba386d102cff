package dev.weir.gateway.stream;

import dev.weir.codec.render.ClientCalls;
import dev.weir.codec.render.ClientTools;
import dev.weir.event.StreamEvent;

/** Gives a fold the events with the calls of a client's tools as the client knows them. */
final class ClientCallsFold implements Fold {
  private final ClientCalls calls;
  private long atMillis;

  ClientCallsFold(ClientTools tools, Fold fold) {
    calls = new ClientCalls(tools, event -> fold.accept(event, atMillis));
  }

  @Override
  public void accept(StreamEvent event, long at) {
    atMillis = at;
    calls.accept(event);
  }
}
