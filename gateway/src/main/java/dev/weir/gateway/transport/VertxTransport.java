package dev.weir.gateway.transport;

import dev.weir.client.call.Timers;
import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests from the event loop that asks, so that a stream stays on one loop from upstream to
 * downstream; what is due later runs on it too. Redirects are not followed: a key goes where it was
 * meant to go, or nowhere.
 */
public final class VertxTransport implements Transport, Timers {
  private static final int MAX_CONNECTIONS = 20_000;
  private static final int MAX_HEADER_BYTES = 64 << 10;
  private static final Duration IDLE = Duration.ofSeconds(60);

  /** For whoever is not on an event loop, and may therefore block. */
  private static final Timers ASIDE = Timers.ofJdk();

  private final Vertx vertx;
  private final UpstreamNames names;
  private final Duration idle;
  private final HttpClientOptions secure;

  /**
   * One pool of connections for each event loop. A common pool gives out the connection that was
   * used last, whichever loop has it: half of all streams would then pass from one thread to
   * another with every read, and finding a connection would mean a look at all of them.
   */
  private final Map<EventLoop, Clients> clients = new ConcurrentHashMap<>();

  /**
   * What one event loop has.
   *
   * @param secure over TLS, for any version of HTTP; that a connection without TLS speaks more than
   *     HTTP/1.1 nobody can know beforehand
   */
  private record Clients(PlainConnections plain, HttpClient secure) {}

  public VertxTransport(Vertx vertx) {
    this(vertx, new UpstreamNames(), IDLE, secure());
  }

  /**
   * @param idle how long a connection without TLS is kept that serves nobody
   * @param secure how connections over TLS are made
   */
  VertxTransport(Vertx vertx, UpstreamNames names, Duration idle, HttpClientOptions secure) {
    this.secure = secure;
    this.vertx = vertx;
    this.names = names;
    this.idle = idle;
  }

  /** How connections over TLS are made: with the version of HTTP that is agreed on there. */
  static HttpClientOptions secure() {
    return new HttpClientOptions()
        .setTcpNoDelay(true)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setDecompressionSupported(false)
        .setKeepAliveTimeout(Math.toIntExact(IDLE.toSeconds()))
        .setProtocolVersion(HttpVersion.HTTP_2)
        .setUseAlpn(true);
  }

  private Clients open(EventLoop loop) {
    var pool = new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS).setHttp2MaxSize(16);
    return new Clients(
        new PlainConnections((VertxInternal) vertx, loop, MAX_HEADER_BYTES, idle),
        vertx.createHttpClient(secure, pool));
  }

  @Override
  public Exchange send(HttpCall call, Sink sink) {
    var context = (ContextInternal) vertx.getOrCreateContext();
    Clients own = clients.computeIfAbsent(context.nettyEventLoop(), this::open);
    if ("https".equals(call.url().getScheme())) {
      var exchange = new VertxExchange(context, call, names, sink);
      exchange.start(own.secure());
      return exchange;
    }
    var exchange = new PlainExchange(context, call, names, sink);
    exchange.start(own.plain());
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
    var context = (ContextInternal) vertx.getOrCreateContext();
    Future<?> due =
        context
            .nettyEventLoop()
            .schedule(() -> context.dispatch(v -> task.run()), millis, TimeUnit.MILLISECONDS);
    return () -> due.cancel(/* mayInterruptIfRunning= */ false);
  }

  @Override
  public void close() {
    for (Clients some : clients.values()) {
      some.plain().close();
      var unused = some.secure().close();
    }
  }
}
