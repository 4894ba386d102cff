package dev.weir.gateway.transport;

import dev.weir.client.transport.ConnectionException;
import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport.Exchange;
import dev.weir.client.transport.Transport.Sink;
import dev.weir.codec.Bytes;
import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.internal.ContextInternal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpConnectTimeoutException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One request and what comes back, whatever connection it takes. Everything but the flags belongs
 * to one event loop.
 */
abstract class LoopExchange implements Exchange {
  private static final int SWITCHING_PROTOCOLS = 101;

  final ContextInternal context;
  private final UpstreamNames names;
  private final Sink sink;
  private HttpCall call;
  private volatile boolean isCancelled;
  private volatile boolean isPaused;
  private boolean hasBegun;
  private boolean isOver;

  LoopExchange(ContextInternal context, HttpCall call, UpstreamNames names, Sink sink) {
    this.context = context;
    this.call = call;
    this.names = names;
    this.sink = sink;
  }

  /** Closes the connection, or resets its stream, if there is one. */
  abstract void hangUp();

  /** Reads no more of the body for now. */
  abstract void hold();

  /** Reads on. */
  abstract void goOn();

  final HttpCall call() {
    return call;
  }

  final boolean isCancelled() {
    return isCancelled;
  }

  /**
   * There is a connection. Where the name led is checked on it, because a second answer of DNS
   * might differ. Returns whether the request may be sent there.
   */
  final boolean connected(@Nullable InetAddress reached) {
    String refused = reached == null ? null : names.refused(call.url().getHost(), reached);
    if (refused != null) {
      refused(refused);
      return false;
    }
    sink.connected();
    return true;
  }

  /** What is asked, of which nobody needs more than the address once it is sent. */
  final HttpCall toSend() {
    HttpCall whole = call;
    call = new HttpCall(whole.method(), whole.url(), Map.of(), "", whole.connectTimeout());
    return whole;
  }

  /** Whether what comes next on the connection is not HTTP, and so no answer to anybody. */
  final boolean hasSwitched(int status) {
    if (status == SWITCHING_PROTOCOLS) {
      refused(
          "%s answered with HTTP 101, to speak another protocol, which nobody asked for"
              .formatted(call));
    }
    return status == SWITCHING_PROTOCOLS;
  }

  /** The http response has begun. */
  final void begun(int status, Iterable<Map.Entry<String, String>> headers) {
    if (isCancelled || isOver) {
      return;
    }
    hasBegun = true;
    if (isPaused) {
      hold();
    }
    Map<String, String> joined = new LinkedHashMap<>();
    headers.forEach(header ->
        joined.merge(
            header.getKey().toLowerCase(Locale.ROOT), header.getValue(), (a, b) -> a + ", " + b));
    sink.headers(status, joined);
  }

  final void take(Bytes slice) {
    if (isCancelled || isOver) {
      return;
    }
    try {
      sink.slice(slice);
    } catch (OutOfMemoryError full) {
      // Only this stream ends: what it held is free again, and the loop serves others.
      failed(full);
      hangUp();
    }
  }

  final void end() {
    if (!isOver && !isCancelled) {
      isOver = true;
      sink.end();
    }
  }

  final void failed(Throwable why) {
    if (!isOver && !isCancelled) {
      isOver = true;
      sink.failed(
          why instanceof OutOfMemoryError
              ? new IOException("Not enough memory for what came from " + call, why)
              : ConnectionException.of(call, known(why)));
    }
  }

  /**
   * Only connecting has a time there: that of Netty looks as if nobody listened, that of Vert.x as
   * if a connection broke.
   */
  private static Throwable known(Throwable why) {
    return why instanceof ConnectTimeoutException || why instanceof TimeoutException
        ? new HttpConnectTimeoutException(String.valueOf(why.getMessage()))
        : why;
  }

  private void refused(String why) {
    if (!isOver && !isCancelled) {
      isOver = true;
      sink.failed(new IOException(why));
    }
  }

  @Override
  public final void cancel() {
    isCancelled = true;
    context.runOnContext(v -> {
      if (!isOver) {
        isOver = true;
        hangUp();
      }
    });
  }

  @Override
  public final void pause() {
    isPaused = true;
    context.runOnContext(v -> {
      if (isPaused && hasBegun && !isOver) {
        hold();
      }
    });
  }

  @Override
  public final void resume() {
    isPaused = false;
    context.runOnContext(v -> {
      if (!isPaused && hasBegun && !isOver) {
        goOn();
      }
    });
  }
}
