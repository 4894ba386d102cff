package dev.weir.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.stream.Format;
import dev.weir.gateway.stream.Reading;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.Subscriber;
import dev.weir.gateway.stream.Summary;
import io.vertx.core.buffer.Buffer;
import java.net.URLDecoder;
import java.util.Optional;

/**
 * Conversations that front ends keep, to whose answers they come back by their own names: a page
 * that was loaded again knows no name of ours.
 */
final class KeptConversations {
  private final Format format;
  private final Streams streams;
  private final GatewayMetrics metrics;

  KeptConversations(Format format, Streams streams, GatewayMetrics metrics) {
    this.format = format;
    this.streams = streams;
    this.metrics = metrics;
  }

  /**
   * The answer that is live, from its first frame on; nothing if none is. Who says which frame it
   * has gets the rest, also when the answer has ended meanwhile.
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
          () ->
              after == 0
                  ? streams.findLive(name, exchange.owner())
                  : streams.findLast(name, exchange.owner()),
          found ->
              found.ifPresentOrElse(
                  stream -> rest(exchange, stream, after), () -> nothing(exchange)));
    };
  }

  private void rest(Answering exchange, Summary stream, long after) {
    if (exchange.isHead()) {
      Subscriber.describe(exchange.response(), stream.about().id(), format.form());
      var unused = exchange.response().end();
      return;
    }
    var reading =
        Reading.resumable(format, frames -> StreamEndpoints.ahead(exchange, after, frames));
    var subscriber =
        new Subscriber(exchange.vertx(), exchange.request(), stream.about().id(), reading, metrics);
    streams.subscribe(stream, subscriber, format, after, /* snapshot= */ false);
  }

  /**
   * Stops the answer that is live: closing a connection does not, it may be a page that reloads.
   */
  Endpoint cancel() {
    return exchange -> {
      Optional<Summary> found = streams.findLive(name(exchange), exchange.owner());
      found.ifPresent(streams::cancel);
      nothing(exchange);
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
