package dev.weir.sim.http;

import dev.weir.sim.reply.Reply;

/** Says what is sent in answer to a request. Must not block: it is asked on an event loop. */
@FunctionalInterface
public interface Responder {
  /** What is answered. */
  Reply reply(HttpAsk ask);
}
