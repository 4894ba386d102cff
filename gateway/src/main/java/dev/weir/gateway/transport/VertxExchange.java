package dev.weir.gateway.transport;

import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport.Sink;
import dev.weir.codec.Bytes;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** One that Vert.x carries: over TLS, with whichever version of HTTP was agreed on. */
final class VertxExchange extends LoopExchange {
  private @Nullable HttpClientRequest request;
  private @Nullable HttpClientResponse response;

  VertxExchange(ContextInternal context, HttpCall call, UpstreamNames names, Sink sink) {
    super(context, call, names, sink);
  }

  void start(HttpClient client) {
    HttpCall call = call();
    var options =
        new RequestOptions()
            .setAbsoluteURI(call.url().toString())
            .setMethod(HttpMethod.valueOf(call.method()))
            .setConnectTimeout(call.connectTimeout().toMillis())
            .setFollowRedirects(false);
    call.headers().forEach(options::putHeader);
    context.runOnContext(
        v -> client.request(options).onSuccess(this::opened).onFailure(failed -> failed(failed)));
  }

  private void opened(HttpClientRequest opened) {
    if (isCancelled()) {
      var unused = opened.reset();
      return;
    }
    if (!connected(address(opened.connection().remoteAddress()))) {
      opened.exceptionHandler(gone -> {});
      var unused = opened.connection().close();
      return;
    }
    request = opened;
    opened.exceptionHandler(failed -> failed(failed));
    // None is followed, and the handler would hold what was asked as long as the answer comes.
    opened.redirectHandler(null);
    var unused =
        opened.send(toSend().body()).onSuccess(this::headers).onFailure(failed -> failed(failed));
  }

  /** An address as text is never looked up. */
  private static @Nullable InetAddress address(@Nullable SocketAddress reached) {
    String text = reached == null ? null : reached.hostAddress();
    try {
      return text == null ? null : InetAddress.getByName(text);
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException("Not an address: " + text, impossible);
    }
  }

  private void headers(HttpClientResponse begun) {
    if (hasSwitched(begun.statusCode())) {
      var unused = begun.request().connection().close();
      return;
    }
    response = begun;
    begun.handler(slice -> take(Bytes.of(slice.getBytes())));
    begun.endHandler(v -> end());
    begun.exceptionHandler(failed -> failed(failed));
    begun(begun.statusCode(), begun.headers());
  }

  @Override
  void hangUp() {
    HttpClientRequest opened = request;
    if (opened != null) {
      var unused = opened.reset();
    }
  }

  @Override
  void hold() {
    HttpClientResponse begun = response;
    if (begun != null) {
      begun.pause();
    }
  }

  @Override
  void goOn() {
    HttpClientResponse begun = response;
    if (begun != null) {
      begun.resume();
    }
  }
}
