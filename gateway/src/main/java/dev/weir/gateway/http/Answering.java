package dev.weir.gateway.http;

import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.stream.Beats;
import dev.weir.gateway.stream.TooManyStreamsException;
import dev.weir.log.UnreachableLogException;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One request that may be answered, and its answer. Belongs to the connection's event loop. */
final class Answering {
  private static final Logger LOG = System.getLogger(Answering.class.getName());
  private static final long WRITE_MILLIS = 20_000;
  private static final long FILE_MILLIS = 300_000;
  private static final long DISCARD_MILLIS = 5_000;

  private final Vertx vertx;
  private final Beats beats;
  private final Context context;
  private final HttpServerRequest request;
  private final GatewayMetrics metrics;
  private final String owner;
  private final String name;
  private final ErrorBody errors;
  private BodyBudget.@Nullable Share share;

  Answering(
      Vertx vertx,
      Beats beats,
      HttpServerRequest request,
      GatewayMetrics metrics,
      String owner,
      String name,
      ErrorBody errors) {
    this.vertx = vertx;
    this.beats = beats;
    this.context = vertx.getOrCreateContext();
    this.request = request;
    this.metrics = metrics;
    this.owner = owner;
    this.name = name;
    this.errors = errors;
  }

  Vertx vertx() {
    return vertx;
  }

  Beats beats() {
    return beats;
  }

  Context context() {
    return context;
  }

  HttpServerRequest request() {
    return request;
  }

  HttpServerResponse response() {
    return request.response();
  }

  /** Whether only the head of an answer is wanted: nothing may follow it. */
  boolean isHead() {
    return request.method().equals(HttpMethod.HEAD);
  }

  /** Who asks. */
  String owner() {
    return owner;
  }

  /** The part of the path for which its route has a name. */
  String name() {
    return name;
  }

  @Nullable String parameter(String parameter) {
    return request.getParam(parameter);
  }

  /** Says how much of the budget the request holds: a refusal gives it back. */
  void holds(BodyBudget.Share held) {
    share = held;
  }

  /** Says what to do if the client leaves before it has its answer. */
  void onLeave(Runnable action) {
    response()
        .closeHandler(closed -> {
          if (!response().ended()) {
            action.run();
          }
        });
  }

  /** What may block. */
  interface Task<T> {
    T run() throws IOException;
  }

  /** Runs on a virtual thread what may block, and goes on with its result here. */
  <T> void blocking(Task<T> task, Consumer<T> then) {
    Thread.ofVirtual()
        .start(() -> {
          try {
            T result = task.run();
            context.runOnContext(v -> then.accept(result));
          } catch (OutOfMemoryError | NoRoomException full) {
            context.runOnContext(v -> noRoom());
          } catch (UnreachableLogException unreachable) {
            LOG.log(Level.DEBUG, "The log cannot be asked: {0}", unreachable.getMessage());
            context.runOnContext(v -> logUnreachable());
          } catch (IOException | RuntimeException failed) {
            // This owns its thread: nobody else would answer the client.
            LOG.log(Level.ERROR, "A request failed", failed);
            context.runOnContext(v -> fail(500, "internal", "The gateway could not read its log"));
          } catch (Error broken) {
            // Thrown on, but the client must not wait for an answer that nobody will give.
            context.runOnContext(v -> fail(500, "internal", "The gateway is broken; restart it"));
            throw broken;
          }
        });
  }

  /** It is done, and there is nothing to report. */
  void nothing() {
    send(204, "text/plain", Buffer.buffer());
  }

  void json(int status, String json) {
    send(status, "application/json", Buffer.buffer(json));
  }

  void fail(int status, String code, String message) {
    metrics.refused(code);
    if (share != null) {
      share.close();
    }
    if (status == 401) {
      response().putHeader("WWW-Authenticate", "Bearer realm=\"weir\"");
    }
    ErrorAnswer error = errors.of(status, code, message);
    error.headers().forEach(response()::putHeader);
    if (hasMoreBody()) {
      response().putHeader("Connection", "close");
    }
    json(status, error.body());
  }

  /** Whether more of a useless body would come: then the connection goes with it. */
  private boolean hasMoreBody() {
    return request.version() != HttpVersion.HTTP_2
        && !request.isEnded()
        && (request.getHeader("Content-Length") != null
            || request.getHeader("Transfer-Encoding") != null);
  }

  void notFound() {
    fail(404, "not_found", "There is no such stream, or it is not yours");
  }

  /** The log cannot be asked now: nobody knows what is in it. */
  void logUnreachable() {
    response().putHeader("Retry-After", "2");
    fail(503, "log_unreachable", "The gateway cannot reach its log at the moment; try again");
  }

  /** No stream begins, because there are enough or this gateway is about to stop. */
  void tooMany(TooManyStreamsException full) {
    response().putHeader("Retry-After", full.isStopping() ? "1" : "5");
    if (full.isStopping()) {
      if (request.version() != HttpVersion.HTTP_2) {
        response().putHeader("Connection", "close");
      }
      fail(503, "stopping", String.valueOf(full.getMessage()));
    } else {
      fail(429, "too_many_streams", String.valueOf(full.getMessage()));
    }
  }

  /** A stream that was asked for did not begin. */
  void notBegun(Throwable failed) {
    switch (failed) {
      case IllegalArgumentException wrong ->
          fail(400, "wrong_request", String.valueOf(wrong.getMessage()));
      case TooManyStreamsException full -> tooMany(full);
      case OutOfMemoryError full -> noRoom();
      case UnreachableLogException unreachable -> logUnreachable();
      default -> {
        response().putHeader("Retry-After", "5");
        fail(503, "not_recorded", "The gateway's log takes no more streams now");
      }
    }
  }

  /** More is being handled than there is memory for. */
  void noRoom() {
    response().putHeader("Retry-After", "2");
    fail(
        503, "too_much_at_once", "The gateway is handling as much as it has memory for; try again");
  }

  /** Sends a file, at the pace of the client but not forever. */
  void file(Path file) {
    long deadline = vertx.setTimer(FILE_MILLIS, late -> request.connection().close());
    var unused =
        response().sendFile(file.toString()).onComplete(done -> vertx.cancelTimer(deadline));
  }

  /** Sends a whole answer; a client that does not take it in time loses its connection. */
  void send(int status, String contentType, Buffer body) {
    HttpServerResponse response = response();
    if (response.ended() || response.closed()) {
      return;
    }
    long deadline = vertx.setTimer(WRITE_MILLIS, late -> request.connection().close());
    response.setStatusCode(status);
    if (status != 204 && status != 304) {
      response
          .putHeader("Content-Type", contentType)
          .putHeader("Content-Length", Long.toString(body.length()));
    }
    if (!response.headers().contains("Cache-Control")) {
      response.putHeader("Cache-Control", "no-store");
    }
    var sent = isHead() ? response.end() : response.end(body);
    sent.onComplete(done -> {
      vertx.cancelTimer(deadline);
      if (hasMoreBody()) {
        discardBody();
      }
    });
  }

  /**
   * Closes the connection when the body has come, or soon. A client that is still sending would
   * otherwise find the connection reset and never read why.
   */
  private void discardBody() {
    long deadline = vertx.setTimer(DISCARD_MILLIS, late -> request.connection().close());
    request.handler(slice -> {});
    request.endHandler(end -> {
      vertx.cancelTimer(deadline);
      var unused = request.connection().close();
    });
  }
}
