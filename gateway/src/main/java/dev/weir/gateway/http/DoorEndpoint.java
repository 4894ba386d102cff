package dev.weir.gateway.http;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.request.BadRequestException;
import dev.weir.gateway.door.DoorRequest;
import dev.weir.gateway.door.Recollection;
import dev.weir.gateway.door.UnknownModelException;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.DoorOptions;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.stream.DialectFormat;
import dev.weir.gateway.stream.Formats;
import dev.weir.gateway.stream.StreamDescription;
import dev.weir.gateway.stream.Streams;
import dev.weir.gateway.stream.TooManyStreamsException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A door: asked in a client's own dialect, it answers in it, whole or as a stream, whoever the
 * provider is. All that differs between dialects is asked of the dialect.
 */
final class DoorEndpoint implements Endpoint {
  private final Dialect dialect;
  private final ServerSide server;
  private final Streams streams;
  private final Recollection recollection;
  private final Formats formats;
  private final Catalog catalog;
  private final RequestLimits limits;
  private final DoorOptions options;
  private final BodyBudget budget;
  private final GatewayMetrics metrics;

  DoorEndpoint(
      Dialect dialect,
      Streams streams,
      Formats formats,
      Catalog catalog,
      RequestLimits limits,
      DoorOptions options,
      BodyBudget budget,
      GatewayMetrics metrics) {
    this.dialect = dialect;
    this.server = dialect.serverSide().orElseThrow();
    this.streams = streams;
    this.recollection = new Recollection(streams);
    this.formats = formats;
    this.catalog = catalog;
    this.limits = limits;
    this.options = options;
    this.budget = budget;
    this.metrics = metrics;
  }

  @Override
  public ErrorBody errors() {
    return ErrorBody.of(server);
  }

  @Override
  public void answer(Answering exchange) {
    BodyBudget.Share share = budget.share();
    BodyReader.read(exchange, limits, share, body -> read(exchange, share, body));
  }

  /** What is asked, or why it cannot be. */
  private record Read(@Nullable DoorRequest asked, int status, String code, String message) {}

  private void read(Answering exchange, BodyBudget.Share share, Bytes body) {
    String path = String.valueOf(exchange.request().path());
    String query = exchange.request().query() == null ? "" : exchange.request().query();
    var endpoint = server.endpoint(path, query).orElseThrow();
    var format = formats.of(dialect, endpoint.form());
    Map<String, String> headers = headers(server, exchange);
    if (body.length() > BodyReader.MAX_ON_LOOP) {
      exchange.blocking(
          () -> read(endpoint, body, headers),
          read -> begin(exchange, share, read, format, Thread::startVirtualThread));
      return;
    }
    try {
      begin(exchange, share, read(endpoint, body, headers), format, Runnable::run);
    } catch (OutOfMemoryError full) {
      exchange.noRoom();
    }
  }

  private Read read(
      dev.weir.codec.dialect.Endpoint endpoint, Bytes body, Map<String, String> headers) {
    try {
      DoorRequest asked =
          DoorRequest.read(dialect, endpoint, body, server::asked, headers, catalog, options);
      asked.check();
      return new Read(asked, 200, "", "");
    } catch (UnknownModelException unknown) {
      return new Read(null, 404, "unknown_model", String.valueOf(unknown.getMessage()));
    } catch (BadRequestException | IllegalArgumentException wrong) {
      return new Read(null, 400, "wrong_request", String.valueOf(wrong.getMessage()));
    }
  }

  /** Those that belong to what is asked. */
  static Map<String, String> headers(ServerSide server, Answering exchange) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String name : server.requestHeaders()) {
      String value = exchange.request().getHeader(name);
      if (value != null) {
        headers.put(name, value);
      }
    }
    return headers;
  }

  private void begin(
      Answering exchange,
      BodyBudget.Share share,
      Read read,
      DialectFormat format,
      Executor opening) {
    DoorRequest asked = read.asked();
    if (asked == null) {
      exchange.fail(read.status(), read.code(), read.message());
    } else if (Recollection.isNeeded(asked)) {
      exchange.blocking(
          () -> recollection.of(asked, exchange.owner()),
          whole -> begin(exchange, share, whole, format, opening));
    } else {
      begin(exchange, share, asked, format, opening);
    }
  }

  private void begin(
      Answering exchange,
      BodyBudget.Share share,
      DoorRequest asked,
      DialectFormat format,
      Executor opening) {
    StreamDescription about = asked.about(streams.newId(), exchange.owner(), Instant.now());
    exchange
        .response()
        .putHeader("Weir-Stream-Id", about.id())
        .putHeader("request-id", about.id())
        .putHeader("x-request-id", about.id());
    var answer = new DoorAnswer(exchange, asked, about, format, streams, options, metrics);
    try {
      streams
          .begin(
              exchange.context(),
              about,
              asked::open,
              answer.subscriber(),
              format,
              opening,
              end -> {
                share.close();
                answer.ended(end);
              })
          .onSuccess(known -> share.running())
          .onFailure(exchange::notBegun);
    } catch (TooManyStreamsException full) {
      exchange.tooMany(full);
    } catch (OutOfMemoryError full) {
      exchange.noRoom();
    }
  }
}
