package dev.weir.gateway.http;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.stream.DialectFormat;
import dev.weir.gateway.stream.Formats;
import dev.weir.gateway.stream.Reading;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.Subscriber;
import dev.weir.gateway.stream.Summary;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Responses to which clients of a dialect come back by their ids: a stream each. */
final class KeptResponses {
  private final ServerSide server;
  private final DialectFormat format;
  private final Streams streams;
  private final GatewayMetrics metrics;

  KeptResponses(Dialect dialect, Streams streams, Formats formats, GatewayMetrics metrics) {
    this.server = dialect.serverSide().orElseThrow();
    this.format = formats.of(dialect, dialect.streamForm());
    this.streams = streams;
    this.metrics = metrics;
  }

  /** The response as it is now, or the rest of its stream. */
  Endpoint get() {
    return found((exchange, stream) -> {
      if ("true".equals(exchange.parameter("stream"))) {
        rest(exchange, stream);
      } else {
        exchange.blocking(() -> whole(stream), json -> exchange.json(200, json));
      }
    });
  }

  Endpoint cancel() {
    return found((exchange, stream) ->
        exchange.blocking(
            () -> {
              streams.cancelAndWait(stream);
              return whole(again(stream));
            },
            json -> exchange.json(200, json)));
  }

  private Summary again(Summary stream) throws IOException {
    return streams.index().find(stream.about().id(), stream.about().owner()).orElse(stream);
  }

  private String whole(Summary stream) throws IOException {
    return format.whole(stream.about(), streams.facts().events(stream));
  }

  /** The frames after one; the dialect counts them from 0. */
  private void rest(Answering exchange, Summary stream) {
    String parameter = exchange.parameter("starting_after");
    Long last = parameter == null ? Long.valueOf(-1) : number(parameter);
    if (last == null) {
      exchange.fail(
          400,
          "wrong_request",
          "starting_after must be a sequence_number, saw \"" + parameter + "\"");
      return;
    }
    Reading reading =
        Reading.resumable(
            format,
            frames ->
                exchange.fail(
                    400,
                    "ahead_of_log",
                    "This response has %,d events; starting_after is %,d".formatted(frames, last)));
    var subscriber =
        new Subscriber(exchange.beats(), exchange.request(), stream.about().id(), reading, metrics);
    streams.subscribe(stream, subscriber, format, last + 1, /* snapshot= */ false);
  }

  private static @Nullable Long number(String text) {
    boolean isNumber =
        !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? Long.valueOf(text) : null;
  }

  private Endpoint found(BiConsumer<Answering, Summary> answer) {
    return new Endpoint() {
      @Override
      public ErrorBody errors() {
        return ErrorBody.of(server);
      }

      @Override
      public void answer(Answering exchange) {
        exchange.blocking(
            () -> find(exchange.name(), exchange.owner()),
            found ->
                found.ifPresentOrElse(
                    stream -> answer.accept(exchange, stream),
                    () ->
                        exchange.fail(
                            404,
                            "not_found",
                            "You have no response \"%s\"; it may have expired"
                                .formatted(exchange.name()))));
      }
    };
  }

  private Optional<Summary> find(String id, String owner) throws IOException {
    Optional<String> key = server.responseKey(id);
    return key.isEmpty() ? Optional.empty() : streams.index().find(key.get(), owner);
  }
}
