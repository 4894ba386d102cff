package dev.weir.gateway.http;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.ResponseJson;
import dev.weir.event.Response;
import dev.weir.event.Verdict;
import dev.weir.gateway.door.UsedTokens;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.stream.Format;
import dev.weir.gateway.stream.Formats;
import dev.weir.gateway.stream.LostFields;
import dev.weir.gateway.stream.Reading;
import dev.weir.gateway.stream.StreamIndex;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.Subscriber;
import dev.weir.gateway.stream.Summary;
import dev.weir.gateway.stream.Waiting;
import dev.weir.log.metrics.MetricsJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** {@code /v1/streams}: what became of streams, for their owner. */
final class StreamEndpoints {
  static final String WRONG_AFTER =
      "Last-Event-ID and \"after\" must be the number of a frame, from 0";

  static final String WRONG_FROM = "\"from\" must be the \"next\" of an earlier list";

  private static final int MOST_LISTED = 200;
  static final String WRONG_LIMIT =
      "\"limit\" must be a number from 1 to %d".formatted(MOST_LISTED);

  private final Streams streams;
  private final Formats formats;
  private final GatewayMetrics metrics;

  StreamEndpoints(Streams streams, Formats formats, GatewayMetrics metrics) {
    this.streams = streams;
    this.formats = formats;
    this.metrics = metrics;
  }

  /** An endpoint for a stream that the asking owner has. */
  private Endpoint found(BiConsumer<Answering, Summary> answer) {
    return exchange ->
        exchange.blocking(
            () -> streams.index().find(exchange.name(), exchange.owner()),
            found ->
                found.ifPresentOrElse(
                    stream -> answer.accept(exchange, stream), exchange::notFound));
  }

  Endpoint list() {
    return exchange -> {
      Integer most = limit(exchange);
      if (most == null) {
        exchange.fail(400, "wrong_request", WRONG_LIMIT);
        return;
      }
      exchange.blocking(
          () -> list(exchange.owner(), exchange.parameter("from"), most),
          json ->
              json.ifPresentOrElse(
                  text -> exchange.json(200, text),
                  () -> exchange.fail(400, "wrong_request", WRONG_FROM)));
    };
  }

  /** How many entries of a list are wanted; absent if that is not an allowed number. */
  static @Nullable Integer limit(Answering exchange) {
    Long wanted = number(exchange.parameter("limit"));
    if (wanted == null || wanted > MOST_LISTED) {
      return null;
    }
    return wanted == 0 ? MOST_LISTED : wanted.intValue();
  }

  /** A page of an owner's streams; nothing if no page begins there. */
  private Optional<String> list(String owner, @Nullable String from, int most) throws IOException {
    StreamIndex.Listed listed;
    try {
      listed = streams.index().list(owner, from, most);
    } catch (IllegalArgumentException nowhere) {
      return Optional.empty();
    }
    var json = new JsonText().beginObject().name("streams").beginArray();
    for (Summary stream : listed.streams()) {
      json.beginObject();
      summary(json, stream);
      json.endObject();
    }
    return Optional.of(json.endArray().fieldIfAny("next", listed.next()).endObject().toString());
  }

  Endpoint one() {
    return found((exchange, stream) ->
        exchange.blocking(
            () -> {
              Response response = streams.facts().response(stream);
              var json = new JsonText().beginObject();
              summary(json, stream);
              json.name("passes").beginArray();
              streams.facts().tries(stream).forEach(tries -> MetricsJson.tries(json, tries));
              json.endArray();
              waiting(json, streams.facts().waiting(stream));
              json.fieldIfAny("retryAt", streams.facts().retryAtMillis(stream));
              LostFields.write(json, streams.facts().lost(stream.about().id()));
              Json asked = streams.facts().about(stream).messages();
              UsedTokens.write(json, response, asked);
              json.name("asked").value(asked);
              json.name("message").beginObject();
              Dialect dialect = stream.about().dialect();
              ResponseJson.write(
                  json, dialect == null ? Dialects.OPENAI_RESPONSES : dialect, response);
              return json.endObject().endObject().toString();
            },
            json -> exchange.json(200, json)));
  }

  private static void waiting(JsonText json, @Nullable Waiting waiting) {
    if (waiting != null) {
      json.name("waiting").beginObject();
      if (waiting.status() != null) {
        json.field("status", waiting.status());
      }
      json.field("code", waiting.code())
          .field("message", waiting.message())
          .field("nextTryAt", waiting.nextTryAtMillis())
          .endObject();
    }
  }

  static void summary(JsonText json, Summary stream) {
    Verdict verdict = stream.verdict();
    json.field("id", stream.about().id())
        .field("title", stream.about().title())
        .field("provider", stream.about().provider())
        .fieldOrNull("model", stream.about().model())
        .field("state", stream.state().name().toLowerCase(Locale.ROOT))
        .fieldOrNull("verdict", verdict == null ? null : verdict.name())
        .field("startedAt", stream.about().startedAt().toString())
        .fieldIfAny("after", stream.about().after())
        .fieldIfAny("node", stream.about().node())
        .field("events", stream.events());
  }

  Endpoint events() {
    return found(this::events);
  }

  private void events(Answering exchange, Summary stream) {
    String word = exchange.parameter("format");
    Optional<Format> format = word == null ? Optional.of(Formats.LIFECYCLE) : formats.of(word);
    Long after = after(exchange);
    boolean snapshot = "true".equals(exchange.parameter("snapshot"));
    if (format.isEmpty()) {
      exchange.fail(400, "wrong_request", "\"format\" must be " + formats.words());
    } else if (after == null) {
      exchange.fail(400, "wrong_request", WRONG_AFTER);
    } else if (snapshot && (!format.get().equals(Formats.LIFECYCLE) || after > 0)) {
      exchange.fail(
          400,
          "wrong_request",
          "A snapshot is of the lifecycle from its beginning; omit \"after\"");
    } else if (exchange.isHead()) {
      Subscriber.describe(exchange.response(), stream.about().id(), format.get().form());
      var unused = exchange.response().end();
    } else {
      var subscriber =
          new Subscriber(
              exchange.beats(),
              exchange.request(),
              stream.about().id(),
              Reading.resumable(format.get(), frames -> ahead(exchange, after, frames)),
              metrics);
      streams.subscribe(stream, subscriber, format.get(), after, snapshot);
    }
  }

  /** The last frame that a client has, 0 for none; absent if what it says is not a number. */
  static @Nullable Long after(Answering exchange) {
    // The header is newer than the address: a client that reconnects by itself changes only it.
    String header = exchange.request().getHeader("Last-Event-ID");
    String parameter = exchange.parameter("after");
    return number(header == null || header.isEmpty() ? parameter : header);
  }

  /** A client that got frames which the log has lost must not take what it has for the truth. */
  static void ahead(Answering exchange, long after, long frames) {
    exchange.fail(
        409,
        "ahead_of_log",
        "You have frame %,d, but the log has %,d of this stream in this format; read it from the beginning"
            .formatted(after, frames));
  }

  private static @Nullable Long number(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return 0L;
    }
    boolean isNumber = text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? Long.valueOf(text) : null;
  }

  Endpoint cancel() {
    return found(this::cancel);
  }

  private void cancel(Answering exchange, Summary stream) {
    exchange.blocking(
        () -> {
          streams.cancel(stream);
          return "";
        },
        done -> exchange.nothing());
  }

  /** Deletes what has ended. What is live is cancelled, as it was before there was another verb. */
  Endpoint delete() {
    return found((exchange, stream) -> {
      if (stream.state() == Summary.State.LIVE) {
        cancel(exchange, stream);
      } else {
        exchange.blocking(
            () -> {
              streams.delete(stream);
              return "";
            },
            done -> exchange.nothing());
      }
    });
  }

  Endpoint measured() {
    return found((exchange, stream) ->
        exchange.blocking(
            () -> new Json.Items(streams.facts().metrics(stream)).toText(),
            json -> exchange.json(200, json)));
  }

  Endpoint recording() {
    return found((exchange, stream) -> {
      Long pass = number(exchange.parameter("pass"));
      Path file =
          pass == null || pass > 1000 ? null : streams.facts().recording(stream, pass.intValue());
      if (file == null) {
        exchange.fail(
            404,
            "no_recording",
            "There is no recording of this pass here; gateway.recordings says whether streams are recorded,"
                + " and of several gateways, the one that fetched the stream has it");
        return;
      }
      exchange
          .response()
          .putHeader("Content-Type", "application/jsonl")
          .putHeader("Cache-Control", "no-store")
          .putHeader(
              "Content-Disposition",
              "attachment; filename=\"weir-%s-%d.jsonl\"".formatted(stream.about().id(), pass));
      exchange.file(file);
    });
  }
}
