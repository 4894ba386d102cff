package dev.weir.gateway.http;

import dev.weir.codec.dialect.ServerSide;

/** What clients may ask of a dialect's own provider, and the gateway does not offer. */
final class UnofferedEndpoint implements Endpoint {
  private final ServerSide server;

  UnofferedEndpoint(ServerSide server) {
    this.server = server;
  }

  @Override
  public ErrorBody errors() {
    return ErrorBody.of(server);
  }

  @Override
  public void answer(Answering exchange) {
    exchange.fail(
        400,
        "not_offered",
        "Weir does not offer %s: only the provider itself could read what it gives. Send the conversation, or its id"
            .formatted(exchange.request().path()));
  }
}
