package dev.weir.gateway.transport;

import dev.weir.client.transport.ConnectionException;
import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport.Exchange;
import dev.weir.client.transport.Transport.Sink;
import dev.weir.codec.Bytes;
import dev.weir.gateway.wire.SliceReader;
import io.vertx.core.Context;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request and what comes back. Everything but the flags belongs to one event loop. */
final class VertxExchange implements Exchange {
  private static final int SWITCHING_PROTOCOLS = 101;

  private final Context context;
  private HttpCall call;
  private final UpstreamNames names;
  private final Sink sink;
  private volatile boolean isCancelled;
  private volatile boolean isPaused;
  private boolean isOver;
  private @Nullable HttpClientRequest request;
  private @Nullable HttpClientResponse response;
  private @Nullable SliceReader body;

  VertxExchange(Context context, HttpCall call, UpstreamNames names, Sink sink) {
    this.context = context;
    this.call = call;
    this.names = names;
    this.sink = sink;
  }

  void start(HttpClient client, RequestOptions options) {
    context.runOnContext(v ->
        client.request(options).onSuccess(this::connected).onFailure(failed -> failed(failed)));
  }

  private void connected(HttpClientRequest opened) {
    if (isCancelled) {
      var unused = opened.reset();
      return;
    }
    // Where the name led is checked on the connection itself: a second answer of DNS might differ.
    String refused = names.refused(call.url().getHost(), opened.connection().remoteAddress());
    if (refused != null) {
      opened.exceptionHandler(gone -> {});
      var unused = opened.connection().close();
      refused(refused);
      return;
    }
    request = opened;
    sink.connected();
    opened.exceptionHandler(failed -> failed(failed));
    // None is followed, and the handler would hold what was asked as long as the answer comes.
    opened.redirectHandler(null);
    String body = call.body();
    call = call.sent();
    var unused = opened.send(body).onSuccess(this::headers).onFailure(failed -> failed(failed));
  }

  private void headers(HttpClientResponse begun) {
    if (isCancelled) {
      return;
    }
    if (begun.statusCode() == SWITCHING_PROTOCOLS) {
      // What comes next on this connection is not HTTP, and no answer to anybody's next request.
      var unused = begun.request().connection().close();
      refused(
          "%s answered with HTTP 101, to speak another protocol, which nobody asked for"
              .formatted(call));
      return;
    }
    response = begun;
    Map<String, String> headers = new LinkedHashMap<>();
    begun
        .headers()
        .forEach((name, value) ->
            headers.merge(name.toLowerCase(Locale.ROOT), value, (a, b) -> a + ", " + b));
    begun.handler(slice -> take(Bytes.of(slice.getBytes())));
    if (request != null) {
      body = SliceReader.begin(request.connection(), context, this::take);
    }
    begun.endHandler(v -> end());
    begun.exceptionHandler(failed -> failed(failed));
    if (isPaused) {
      hold();
    }
    sink.headers(begun.statusCode(), headers);
  }

  private void take(Bytes slice) {
    if (isCancelled || isOver) {
      return;
    }
    try {
      sink.slice(slice);
    } catch (OutOfMemoryError full) {
      // Only this stream ends: what it held is free again, and the loop serves others.
      failed(full);
      var unused = request == null ? null : request.reset();
    }
  }

  private void end() {
    if (!isOver && !isCancelled) {
      isOver = true;
      sink.end();
    }
  }

  private void failed(Throwable why) {
    if (!isOver && !isCancelled) {
      isOver = true;
      sink.failed(
          why instanceof OutOfMemoryError
              ? new IOException("Not enough memory for what came from " + call, why)
              : ConnectionException.of(call, why));
    }
  }

  private void refused(String why) {
    if (!isOver && !isCancelled) {
      isOver = true;
      sink.failed(new IOException(why));
    }
  }

  @Override
  public void cancel() {
    isCancelled = true;
    context.runOnContext(v -> {
      HttpClientRequest opened = request;
      if (opened != null && !isOver) {
        isOver = true;
        var unused = opened.reset();
      }
    });
  }

  @Override
  public void pause() {
    isPaused = true;
    context.runOnContext(v -> {
      if (isPaused) {
        hold();
      }
    });
  }

  private void hold() {
    if (body != null) {
      body.pause();
    } else if (response != null) {
      response.pause();
    }
  }

  @Override
  public void resume() {
    isPaused = false;
    context.runOnContext(v -> {
      if (isPaused || isOver) {
        return;
      }
      if (body != null) {
        body.resume();
      } else if (response != null) {
        response.resume();
      }
    });
  }
}
