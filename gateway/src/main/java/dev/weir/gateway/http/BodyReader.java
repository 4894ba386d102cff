package dev.weir.gateway.http;

import dev.weir.codec.Bytes;
import dev.weir.gateway.settings.RequestLimits;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/**
 * Reads the body of a request within limits of size and time: a body that trickles in holds a
 * connection for seconds, not forever.
 */
final class BodyReader {
  /**
   * A larger body is read, and its request written, on a thread of its own: others share the loop.
   */
  static final int MAX_ON_LOOP = 64 << 10;

  private static final long CHECK_MILLIS = 1_000;

  private final Answering exchange;
  private final RequestLimits limits;
  private final BodyBudget.Share share;
  private final Consumer<Bytes> then;
  private final Buffer body = Buffer.buffer();
  private final long startedNanos = System.nanoTime();
  private final long timer;
  private boolean isOver;

  private BodyReader(
      Answering exchange, RequestLimits limits, BodyBudget.Share share, Consumer<Bytes> then) {
    this.exchange = exchange;
    this.limits = limits;
    this.share = share;
    this.then = then;
    this.timer = exchange.vertx().setPeriodic(CHECK_MILLIS, tick -> checkTime());
  }

  /**
   * Reads a body and goes on with it.
   *
   * @param share grows with the body
   */
  static void read(
      Answering exchange, RequestLimits limits, BodyBudget.Share share, Consumer<Bytes> then) {
    exchange.holds(share);
    var reader = new BodyReader(exchange, limits, share, then);
    HttpServerRequest request = exchange.request();
    request.handler(reader::slice);
    request.endHandler(end -> reader.end());
    request.exceptionHandler(broken -> {
      reader.stop();
      share.close();
    });
    if (declared(request) > limits.maxBodyBytes()) {
      // Nobody has to send, and we need not receive, what would be refused at its end.
      reader.refuseLength();
    }
  }

  /** How long the body is as its head says; 0 if it does not say. */
  private static long declared(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    // More digits than a long has: nothing that could be sent.
    return length == null ? 0 : length.length() > 18 ? Long.MAX_VALUE : Long.parseLong(length);
  }

  private void slice(Buffer slice) {
    if (isOver) {
      return;
    }
    if (body.length() + slice.length() > limits.maxBodyBytes()) {
      refuseLength();
      return;
    }
    if (!share.grow(slice.length())) {
      stop();
      exchange.noRoom();
      return;
    }
    body.appendBuffer(slice);
  }

  private void refuseLength() {
    stop();
    exchange.fail(
        413,
        "body_too_large",
        "The body has more than %,d bytes, which is the limit (gateway.max-body-megabytes); send less"
            .formatted(limits.maxBodyBytes()));
  }

  private void end() {
    if (!isOver) {
      stop();
      Bytes whole = Bytes.of(body.getBytes());
      forget();
      then.accept(whole);
    }
  }

  /** Vert.x would know this reader as long as the request is answered, which may take minutes. */
  private void forget() {
    BodyBudget.Share held = share;
    exchange.request().handler(null).endHandler(null).exceptionHandler(broken -> held.close());
  }

  private void checkTime() {
    long seconds = (System.nanoTime() - startedNanos) / 1_000_000_000L;
    boolean isLate = seconds >= limits.headerTime().toSeconds();
    if (isLate && body.length() < seconds * limits.minBodyBytesPerSecond()) {
      stop();
      exchange.fail(
          408,
          "body_too_slow",
          "Only %,d bytes of the body came in %d s; send it faster"
              .formatted(body.length(), seconds));
    }
  }

  private void stop() {
    isOver = true;
    exchange.vertx().cancelTimer(timer);
  }
}
