package dev.weir.gateway.http;

import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.security.Access;
import dev.weir.gateway.security.GuardedPath;
import dev.weir.gateway.settings.Address;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.DoorOptions;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.stream.Streams;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The HTTP server: one listener for each event loop, all with the same routes. */
public final class HttpFront {
  private static final int MAX_HEADER_BYTES = 16 << 10;

  /** Room for a line of a head, which grows with the longest and stays as long as a connection. */
  private static final int FIRST_LINE_BYTES = 64;

  private static final int MAX_LINE_BYTES = 4 << 10;
  private static final int SEND_BUFFER_BYTES = 128 << 10;
  private static final int BACKLOG = 4096;
  private static final long MAX_HTTP2_STREAMS = 100;

  private final Vertx vertx;
  private final List<PathRule> routes;
  private final RequestLimits limits;
  private final GatewayMetrics metrics;
  private final AtomicInteger port = new AtomicInteger();

  public HttpFront(
      Vertx vertx,
      Streams streams,
      Catalog offers,
      RequestLimits limits,
      DoorOptions doors,
      GatewayMetrics metrics) {
    this.vertx = vertx;
    this.routes = Routes.of(streams, offers, limits, doors, metrics);
    this.limits = limits;
    this.metrics = metrics;
  }

  /** Every route that there is. */
  public List<GuardedPath> routes() {
    return routes.stream().map(r -> new GuardedPath(r.method(), r.path(), r.level())).toList();
  }

  /**
   * Listens.
   *
   * @param access who may ask what, once the port is known
   * @return the port
   */
  public Future<Integer> listen(Address address, int loops, Function<Integer, Access> access) {
    var connections = new Connections(vertx, limits, metrics);
    HttpServerOptions options = options(address, limits);
    return vertx
        .deployVerticle(
            () ->
                new VerticleBase() {
                  @Override
                  public Future<?> start() {
                    HttpServer server = vertx.createHttpServer(options);
                    return server
                        .connectionHandler(connections::opened)
                        .requestHandler(request -> answer(request, connections, access))
                        // All loops share one port, even one that the system chooses.
                        .listen(
                            address.port() == 0
                                ? SocketAddress.sharedRandomPort(1, address.host())
                                : SocketAddress.inetSocketAddress(address.port(), address.host()))
                        .onSuccess(listening -> port.set(listening.actualPort()));
                  }
                },
            new DeploymentOptions().setInstances(loops))
        .map(deployed -> port.get());
  }

  private volatile @Nullable Router router;

  private void answer(
      HttpServerRequest request, Connections connections, Function<Integer, Access> access) {
    connections.requestBegan(request);
    request.response().bodyEndHandler(v -> connections.requestEnded(request));
    Router known = router;
    if (known == null) {
      known = new Router(vertx, routes, access.apply(port.get()), metrics);
      router = known;
    }
    known.answer(request);
  }

  private static HttpServerOptions options(Address address, RequestLimits limits) {
    var options =
        new HttpServerOptions()
            .setHost(address.host())
            .setPort(address.port())
            .setAcceptBacklog(BACKLOG)
            .setStrictThreadMode(true)
            .setTcpNoDelay(true)
            .setSendBufferSize(SEND_BUFFER_BYTES)
            .setDecoderInitialBufferSize(FIRST_LINE_BYTES)
            .setMaxHeaderSize(MAX_HEADER_BYTES)
            .setMaxInitialLineLength(MAX_LINE_BYTES)
            .setHandle100ContinueAutomatically(true)
            // With it a connection is ours only after the first whole request, too late for limits.
            .setHttp2ClearTextEnabled(false)
            .setDecompressionSupported(false)
            .setCompressionSupported(false)
            // There are no web sockets here; compressing them would look at every frame.
            .setPerFrameWebSocketCompressionSupported(false)
            .setPerMessageWebSocketCompressionSupported(false)
            .setInitialSettings(
                new Http2Settings()
                    .setMaxConcurrentStreams(MAX_HTTP2_STREAMS)
                    .setMaxHeaderListSize(MAX_HEADER_BYTES));
    String certificate = address.certificate();
    String privateKey = address.privateKey();
    if (certificate != null && privateKey != null) {
      options.setSsl(true);
      options.setUseAlpn(true);
      options.setSslHandshakeTimeout(limits.headerTime().toMillis());
      options.setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
      options.setKeyCertOptions(
          new PemKeyCertOptions().setCertPath(certificate).setKeyPath(privateKey));
    }
    return options;
  }
}
