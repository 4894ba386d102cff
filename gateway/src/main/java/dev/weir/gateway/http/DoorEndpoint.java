package dev.weir.gateway.http;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.json.Json;
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
import dev.weir.gateway.stream.Summary;
import dev.weir.gateway.stream.TooManyStreamsException;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
  private final ContinuedResponses conversations;
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
    this.conversations = new ContinuedResponses(dialect, streams, formats);
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
          () -> read(endpoint, body, headers, exchange.owner(), share),
          read -> begin(exchange, share, read, format, Thread::startVirtualThread));
      return;
    }
    try {
      Json json = DoorRequest.json(body);
      if (server.continues(json).isPresent()) {
        exchange.blocking(
            () -> read(endpoint, json, headers, exchange.owner(), share),
            // What it continues may be large, however small it is itself.
            read -> begin(exchange, share, read, format, Thread::startVirtualThread));
      } else {
        begin(exchange, share, read(endpoint, json, json, null, headers), format, Runnable::run);
      }
    } catch (BadRequestException wrong) {
      exchange.fail(400, "wrong_request", String.valueOf(wrong.getMessage()));
    } catch (OutOfMemoryError full) {
      exchange.noRoom();
    }
  }

  private Read read(
      dev.weir.codec.dialect.Endpoint endpoint,
      Bytes body,
      Map<String, String> headers,
      String owner,
      BodyBudget.Share share)
      throws IOException {
    try {
      return read(endpoint, DoorRequest.json(body), headers, owner, share);
    } catch (BadRequestException wrong) {
      return refused(400, "wrong_request", wrong);
    }
  }

  /** Reads a request with the conversation that it continues. Blocks. */
  private Read read(
      dev.weir.codec.dialect.Endpoint endpoint,
      Json body,
      Map<String, String> headers,
      String owner,
      BodyBudget.Share share)
      throws IOException {
    Optional<String> before = server.continues(body);
    Optional<Summary> found =
        before.isEmpty() ? Optional.empty() : conversations.find(before.get(), owner);
    if (found.isEmpty()) {
      // Where the provider has it under that id, the provider answers for it.
      return read(endpoint, body, body, null, headers);
    }
    try {
      Json whole = conversations.whole(body, found.get(), share::unfold);
      return read(endpoint, body, whole, found.get().about().id(), headers);
    } catch (BadRequestException wrong) {
      return refused(400, "wrong_request", wrong);
    }
  }

  private Read read(
      dev.weir.codec.dialect.Endpoint endpoint,
      Json body,
      Json whole,
      @Nullable String after,
      Map<String, String> headers) {
    try {
      var origin = new DoorRequest.Origin(body, after);
      DoorRequest asked =
          DoorRequest.read(
              dialect, endpoint, origin, whole, server::asked, headers, catalog, options);
      asked.check();
      boolean isStraight = dialect.equals(asked.choice().offer().upstream().dialect());
      Optional<String> unknown = server.continues(whole);
      return unknown.isPresent() && !isStraight
          ? refused(
              400,
              "previous_response_not_found",
              "Previous response with id '%s' not found: it is not yours, or has expired"
                  .formatted(unknown.get()))
          : new Read(asked, 200, "", "");
    } catch (UnknownModelException unknown) {
      return refused(404, "unknown_model", unknown);
    } catch (BadRequestException | IllegalArgumentException wrong) {
      return refused(400, "wrong_request", wrong);
    }
  }

  private static Read refused(int status, String code, Exception why) {
    return refused(status, code, String.valueOf(why.getMessage()));
  }

  private static Read refused(int status, String code, String message) {
    return new Read(null, status, code, message);
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
          .onSuccess(known -> {
            share.running();
            answer.begun();
          })
          .onFailure(exchange::notBegun);
    } catch (TooManyStreamsException full) {
      exchange.tooMany(full);
    } catch (OutOfMemoryError full) {
      exchange.noRoom();
    }
  }
}
