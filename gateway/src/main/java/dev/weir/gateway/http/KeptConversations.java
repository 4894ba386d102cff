package dev.weir.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.frontend.FrontEnd;
import dev.weir.codec.frontend.LateJoin;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.stream.Format;
import dev.weir.gateway.stream.Formats;
import dev.weir.gateway.stream.Reading;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.Subscriber;
import dev.weir.gateway.stream.Summary;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URLDecoder;
import java.util.Optional;

/**
 * Conversations that front ends keep, and to whose answers they come back by their own names: a
 * page that was reloaded knows none of ours.
 */
final class KeptConversations {
  private final FrontEnd frontEnd;
  private final Format format;
  private final Streams streams;
  private final GatewayMetrics metrics;

  KeptConversations(FrontEnd frontEnd, Formats formats, Streams streams, GatewayMetrics metrics) {
    this.frontEnd = frontEnd;
    this.format = formats.of(frontEnd);
    this.streams = streams;
    this.metrics = metrics;
  }

  /** An answer, and what sums it up for a reader that joins late; absent if nothing does. */
  private record Found(Summary stream, Optional<LateJoin> join) {}

  /**
   * The answer that is live, from its first frame on or summed up; nothing if none is. A client
   * that says which frame it has gets the rest, even if the answer has ended meanwhile.
   */
  Endpoint resume() {
    return exchange -> {
      Long after = StreamEndpoints.after(exchange);
      if (after == null) {
        exchange.fail(400, "wrong_request", StreamEndpoints.WRONG_AFTER);
        return;
      }
      String name = name(exchange);
      exchange.blocking(
          () -> find(name, exchange.owner(), after),
          found ->
              found.ifPresentOrElse(
                  answer -> rest(exchange, answer, after), () -> nothing(exchange)));
    };
  }

  private Optional<Found> find(String name, String owner, long after) throws IOException {
    // Of an answer that ended a page may have all; of one that was cut it has no end.
    Optional<Summary> found =
        streams
            .index()
            .findLast(name, owner)
            .filter(stream -> after > 0 || stream.state() != Summary.State.ENDED);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Summary stream = found.get();
    return Optional.of(
        new Found(
            stream,
            after == 0
                ? frontEnd.lateJoin(streams.facts().about(stream).messages())
                : Optional.empty()));
  }

  private void rest(Answering exchange, Found found, long after) {
    Summary stream = found.stream();
    if (exchange.isHead()) {
      Subscriber.describe(exchange.response(), stream.about().id(), format.form());
      var unused = exchange.response().end();
      return;
    }
    var reading =
        Reading.resumable(format, frames -> StreamEndpoints.ahead(exchange, after, frames));
    var subscriber =
        new Subscriber(exchange.beats(), exchange.request(), stream.about().id(), reading, metrics);
    found
        .join()
        .ifPresentOrElse(
            join -> streams.join(stream, subscriber, format, join),
            () -> streams.subscribe(stream, subscriber, format, after, /* snapshot= */ false));
  }

  /**
   * Stops the answer that is live: closing a connection does not, since it may be a page that
   * reloads.
   */
  Endpoint cancel() {
    return exchange -> {
      String name = name(exchange);
      exchange.blocking(
          () -> {
            Optional<Summary> found = streams.index().findLive(name, exchange.owner());
            if (found.isPresent()) {
              streams.cancel(found.get());
            }
            return found;
          },
          done -> nothing(exchange));
    };
  }

  private static String name(Answering exchange) {
    try {
      return URLDecoder.decode(exchange.name(), UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return exchange.name();
    }
  }

  private static void nothing(Answering exchange) {
    exchange.send(204, "text/plain", Buffer.buffer());
  }
}
