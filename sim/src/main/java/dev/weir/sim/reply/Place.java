package dev.weir.sim.reply;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.sim.dialect.SimulatedDialects;
import java.util.List;
import java.util.Optional;

/** Where a request came in: a dialect, the server's side of it, and what the path asks for. */
public record Place(Dialect dialect, ServerSide server, Endpoint endpoint) {

  /** The place of a path; empty if none of the dialects has it. */
  public static Optional<Place> of(List<Dialect> dialects, String path, String query) {
    for (Dialect dialect : dialects) {
      Optional<Place> place =
          SimulatedDialects.server(dialect)
              .flatMap(server ->
                  server.endpoint(path, query).map(asked -> new Place(dialect, server, asked)));
      if (place.isPresent()) {
        return place;
      }
    }
    return Optional.empty();
  }

  /** A call that failed, as the dialect reports it. */
  public Reply error(int status, String message) {
    return error(server, status, message);
  }

  /** A call that failed, as a dialect's server reports it. */
  public static Reply error(ServerSide server, int status, String message) {
    ErrorAnswer error = server.error(status, message);
    Reply reply = Reply.json(error.status(), error.body());
    for (var header : error.headers().entrySet()) {
      reply = reply.withHeader(header.getKey(), header.getValue());
    }
    return reply;
  }
}
