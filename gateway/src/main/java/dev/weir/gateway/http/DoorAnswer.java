package dev.weir.gateway.http;

import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.gateway.door.DoorRequest;
import dev.weir.gateway.door.Failure;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.settings.DoorOptions;
import dev.weir.gateway.stream.DialectFormat;
import dev.weir.gateway.stream.LostFields;
import dev.weir.gateway.stream.Outcome;
import dev.weir.gateway.stream.Reading;
import dev.weir.gateway.stream.StreamDescription;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.Subscriber;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One answer at a door, as the stream that was asked for or whole. */
final class DoorAnswer {
  private final Answering exchange;
  private final DoorRequest asked;
  private final StreamDescription about;
  private final DialectFormat format;
  private final Streams streams;
  private final @Nullable Subscriber subscriber;
  private volatile @Nullable Outcome outcome;

  DoorAnswer(
      Answering exchange,
      DoorRequest asked,
      StreamDescription about,
      DialectFormat format,
      Streams streams,
      DoorOptions options,
      GatewayMetrics metrics) {
    this.exchange = exchange;
    this.asked = asked;
    this.about = about;
    this.format = format;
    this.streams = streams;
    Runnable leaving =
        asked.isInBackground() ? () -> {} : () -> streams.abandon(about.id(), options.grace());
    if (asked.isStreamed()) {
      var reading = Reading.once(format.form(), this::headers, this::hasFailed, leaving);
      subscriber =
          new Subscriber(exchange.beats(), exchange.request(), about.id(), reading, metrics);
    } else {
      subscriber = null;
      exchange.onLeave(leaving);
    }
  }

  /** Who takes the frames; absent if the answer is wanted whole. */
  @Nullable Subscriber subscriber() {
    return subscriber;
  }

  /** The stream has begun: a client that comes back for the answer is told where. */
  void begun() {
    if (subscriber == null && asked.isInBackground()) {
      exchange.json(
          200, format.whole(about, List.of(new ResponseStart(null, asked.choice().modelName()))));
    }
  }

  /** The stream has ended, before its last frames go out. */
  void ended(Outcome end) {
    outcome = end;
    if (subscriber == null && end.verdict() != null && !asked.isInBackground()) {
      exchange.context().runOnContext(v -> tellWhole());
    }
  }

  /** What is to be said about the way to the provider. */
  private Map<String, String> headers() {
    Outcome end = outcome;
    List<RequestLoss> lost = end == null ? streams.facts().lostLive(about.id()) : end.lost();
    return lost.isEmpty() ? Map.of() : Map.of("Weir-Loss", LostFields.inHeader(lost));
  }

  /** Half an answer is not an answer: a client that asked for the whole is told that it failed. */
  private void tellWhole() {
    if (!hasFailed()) {
      headers().forEach(exchange.response()::putHeader);
      exchange.blocking(
          () -> format.whole(about, streams.facts().events(about)),
          json -> exchange.json(200, json));
    }
  }

  /** Reports a failure with a status, while nothing else was sent; returns whether there is one. */
  private boolean hasFailed() {
    Outcome end = outcome;
    if (end == null || end.isWhole()) {
      return false;
    }
    ErrorAnswer error = Failure.of(asked.server(), end, asked.dialect().equals(end.dialect()));
    headers().forEach(exchange.response()::putHeader);
    error.headers().forEach(exchange.response()::putHeader);
    exchange.json(error.status(), error.body());
    return true;
  }
}
