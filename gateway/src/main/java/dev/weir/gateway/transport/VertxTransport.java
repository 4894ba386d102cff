package dev.weir.gateway.transport;

import dev.weir.client.call.Timers;
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
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sends requests from the event loop that asks, so that a stream stays on one loop from upstream to
 * downstream; what is due later runs on it too. Redirects are not followed: a key goes where it was
 * meant to go, or nowhere.
 */
public final class VertxTransport implements Transport, Timers {
  private static final int MAX_CONNECTIONS = 20_000;
  private static final int MAX_HEADER_BYTES = 64 << 10;

  /** For whoever is not on an event loop, and may therefore block. */
  private static final Timers ASIDE = Timers.ofJdk();

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

  /**
   * Runs the task on the event loop that asks. The JDK's timer is a thread of its own, which every
   * call would wake up and be woken by several times.
   */
  @Override
  public Timer after(Duration delay, Runnable task) {
    if (!Context.isOnEventLoopThread()) {
      return ASIDE.after(delay, task);
    }
    // Never early: who asks again too soon has to wait once more.
    long millis = Math.max(1, delay.plusNanos(999_999).toMillis());
    long id = vertx.setTimer(millis, due -> task.run());
    return () -> vertx.cancelTimer(id);
  }

  @Override
  public void close() {
    for (Clients some : clients.values()) {
      var unused = Future.join(some.http1().close(), some.http2().close());
    }
  }
}
