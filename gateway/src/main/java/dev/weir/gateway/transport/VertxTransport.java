package dev.weir.gateway.transport;

import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.internal.ContextInternal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sends requests from the event loop that asks, so that a stream stays on one loop from upstream to
 * downstream. Redirects are not followed: a key goes where it was meant to go, or nowhere.
 */
public final class VertxTransport implements Transport {
  private static final int MAX_CONNECTIONS = 20_000;
  private static final int MAX_HEADER_BYTES = 64 << 10;

  private final Vertx vertx;
  private final UpstreamNames names;

  /**
   * One pool of connections for each event loop. A common pool gives out the connection that was
   * used last, whichever loop has it: half of all streams would then pass from one thread to
   * another with every read, and finding a connection would mean a look at all of them.
   */
  private final Map<EventLoop, Clients> clients = new ConcurrentHashMap<>();

  /** The clients whose connections one event loop has. */
  private record Clients(HttpClient http1, HttpClient http2) {}

  public VertxTransport(Vertx vertx) {
    this(vertx, new UpstreamNames());
  }

  VertxTransport(Vertx vertx, UpstreamNames names) {
    this.vertx = vertx;
    this.names = names;
  }

  private Clients open() {
    var pool = new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS).setHttp2MaxSize(16);
    return new Clients(
        vertx.createHttpClient(options(), pool),
        vertx.createHttpClient(
            options().setProtocolVersion(HttpVersion.HTTP_2).setUseAlpn(true), pool));
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
    Context context = vertx.getOrCreateContext();
    EventLoop loop = ((ContextInternal) context).nettyEventLoop();
    Clients own = clients.computeIfAbsent(loop, first -> open());
    var exchange = new VertxExchange(context, call, names, sink);
    exchange.start(isSecure ? own.http2() : own.http1(), options);
    return exchange;
  }

  @Override
  public void close() {
    for (Clients some : clients.values()) {
      var unused = Future.join(some.http1().close(), some.http2().close());
    }
  }
}
