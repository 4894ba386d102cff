package dev.weir.sim;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.reply.Place;
import dev.weir.sim.reply.Reply;

/** Whose client it is that asks at a path which no dialect answers at. */
final class PathDialect {
  private PathDialect() {}

  /** The dialect that the path and the headers suggest; OpenAI's, which most clients know. */
  static Dialect of(HttpAsk ask) {
    String path = ask.path();
    if (path.contains("/v1/messages") || !ask.header("anthropic-version").isEmpty()) {
      return Dialects.ANTHROPIC;
    }
    if (path.contains("/v1beta") || path.contains("/publishers/google/")) {
      return Dialects.GEMINI;
    }
    // Some services put OpenAI's paths below /api/v1.
    if (path.startsWith("/api/") && !path.startsWith("/api/v1/")) {
      return Dialects.OLLAMA;
    }
    if (path.startsWith("/model/")) {
      return Dialects.BEDROCK;
    }
    return path.startsWith("/v2/") ? Dialects.COHERE : Dialects.OPENAI_CHAT;
  }

  /** A call that failed, as that dialect reports it. */
  static Reply error(HttpAsk ask, int status, String message) {
    ServerSide server = of(ask).serverSide().orElseThrow();
    return Place.error(server, status, message);
  }
}
