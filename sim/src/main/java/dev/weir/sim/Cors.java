package dev.weir.sim;

import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.reply.Reply;
import java.util.Optional;

/** Lets pages of any origin ask, in a browser. */
final class Cors {
  private Cors() {}

  /** What a browser hears when it asks whether it may ask; empty if it does not. */
  static Optional<Reply> preflight(HttpAsk ask) {
    String method = ask.header("access-control-request-method");
    if (!ask.method().equals("OPTIONS") || method.isEmpty()) {
      return Optional.empty();
    }
    Reply yes =
        Reply.body(/* status= */ 200, "text/plain", "")
            .withHeader("access-control-allow-methods", method)
            .withHeader("access-control-max-age", "600");
    String headers = ask.header("access-control-request-headers");
    return Optional.of(
        allow(headers.isEmpty() ? yes : yes.withHeader("access-control-allow-headers", headers)));
  }

  /** A reply that a page may read, with all its headers. */
  static Reply allow(Reply reply) {
    return reply
        .withHeader("access-control-allow-origin", "*")
        .withHeader("access-control-expose-headers", "*");
  }
}
