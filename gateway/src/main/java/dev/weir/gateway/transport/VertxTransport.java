package dev.weir.gateway.transport;

import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;

/**
 * Sends requests from the event loop that asks, so that a stream stays on one loop from upstream to
 * downstream. Redirects are not followed: a key goes where it was meant to go, or nowhere.
 */
public final class VertxTransport implements Transport {
  private static final int MAX_CONNECTIONS = 20_000;
  private static final int MAX_HEADER_BYTES = 64 << 10;

  private final Vertx vertx;
  private final HttpClient http1;
  private final HttpClient http2;
  private final UpstreamNames names;

  public VertxTransport(Vertx vertx) {
    this(vertx, new UpstreamNames());
  }

  VertxTransport(Vertx vertx, UpstreamNames names) {
    this.vertx = vertx;
    this.names = names;
    var pool = new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS).setHttp2MaxSize(16);
    http1 = vertx.createHttpClient(options(), pool);
    http2 =
        vertx.createHttpClient(
            options().setProtocolVersion(HttpVersion.HTTP_2).setUseAlpn(true), pool);
  }

  private static HttpClientOptions options() {
    return new HttpClientOptions()
        .setTcpNoDelay(true)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setDecompressionSupported(false);
  }

  @Override
  public Exchange send(HttpCall call, Sink sink) {
    boolean isSecure = "https".equals(call.url().getScheme());
    var options =
        new RequestOptions()
            .setAbsoluteURI(call.url().toString())
            .setMethod(HttpMethod.valueOf(call.method()))
            .setConnectTimeout(call.connectTimeout().toMillis())
            .setFollowRedirects(false);
    call.headers().forEach(options::putHeader);
    var exchange = new VertxExchange(vertx.getOrCreateContext(), call, names, sink);
    exchange.start(isSecure ? http2 : http1, options);
    return exchange;
  }

  @Override
  public void close() {
    var unused = Future.join(http1.close(), http2.close());
  }
}
