package dev.weir.gateway.http;

/** Answers one kind of request. Called on the event loop of the connection; must not block. */
@FunctionalInterface
interface Endpoint {
  void answer(Answering exchange);

  /** How it reports refusals. */
  default ErrorBody errors() {
    return ErrorBody.OURS;
  }
}
