package dev.weir.gateway.http;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.BadRequestException;
import dev.weir.gateway.stream.DialectFormat;
import dev.weir.gateway.stream.Formats;
import dev.weir.gateway.stream.StreamDescription;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.Summary;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Conversations that clients continue by the id of a response: put together from the log, so that
 * any provider can answer. Blocks.
 */
final class ContinuedResponses {
  private final Dialect dialect;
  private final ServerSide server;
  private final Streams streams;
  private final DialectFormat format;

  ContinuedResponses(Dialect dialect, Streams streams, Formats formats) {
    this.dialect = dialect;
    this.server = dialect.serverSide().orElseThrow();
    this.streams = streams;
    this.format = formats.of(dialect, dialect.streamForm());
  }

  /** A response of that owner, asked for at the same door. */
  Optional<Summary> find(String id, String owner) throws IOException {
    Optional<String> key = server.responseKey(id);
    Optional<Summary> found =
        key.isEmpty() ? Optional.empty() : streams.index().find(key.get(), owner);
    return found.filter(stream -> {
      StreamDescription.Door door = stream.about().door();
      return door != null && door.dialect().equals(dialect.word());
    });
  }

  /**
   * The request with all that was asked and answered before.
   *
   * @param room is told how many bytes that is before it is read; what it throws is thrown
   */
  Json whole(Json body, Summary before, LongConsumer room) throws IOException {
    if (before.state() == Summary.State.LIVE) {
      throw new BadRequestException(
          "previous_response_id", "that response is not finished; wait for it or cancel it");
    }
    Json asked = streams.facts().about(before, room).messages();
    Json answered =
        ProviderJson.parse(format.whole(before.about(), streams.facts().events(before)));
    return server.continued(body, asked, answered == null ? Json.Null.NULL : answered);
  }
}
