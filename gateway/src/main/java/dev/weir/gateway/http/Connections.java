package dev.weir.gateway.http;

import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.wire.Wire;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds connections: how many there are, and how long one may stay without a whole request. A
 * client that sends its headers byte by byte is cut off like one that sends none.
 */
final class Connections {
  private final Vertx vertx;
  private final RequestLimits limits;
  private final GatewayMetrics metrics;
  private final AtomicInteger total = new AtomicInteger();
  private final Map<String, Peer> byAddress = new ConcurrentHashMap<>();
  private final Map<HttpConnection, Open> open = new ConcurrentHashMap<>();

  /** Where clients come from, and how many of them are connected. */
  private record Peer(String address, AtomicInteger connected) {
    Peer(String address) {
      this(address, new AtomicInteger());
    }
  }

  /** One connection; belongs to its event loop. */
  private final class Open {
    private final HttpConnection connection;
    private final List<HttpServerResponse> running = new ArrayList<>(1);
    private long deadline;

    Open(HttpConnection connection) {
      this.connection = connection;
      await();
    }

    void await() {
      deadline =
          vertx.setTimer(
              limits.headerTime().toMillis(),
              late -> {
                metrics.timedOut().add(1);
                var unused = connection.close();
              });
    }

    void began(HttpServerRequest request) {
      running.add(request.response());
      vertx.cancelTimer(deadline);
      if (request.version() == HttpVersion.HTTP_2) {
        watch();
      }
    }

    /** We are not told when an HTTP/2 stream that its client resets is over. */
    private void watch() {
      deadline =
          vertx.setTimer(
              limits.headerTime().toMillis(),
              tick -> {
                running.removeIf(response -> response.ended() || response.closed());
                if (running.isEmpty()) {
                  await();
                } else {
                  watch();
                }
              });
    }

    void ended(HttpServerRequest request) {
      running.remove(request.response());
      if (running.isEmpty() && open.containsKey(connection)) {
        vertx.cancelTimer(deadline);
        await();
      }
    }

    void close() {
      vertx.cancelTimer(deadline);
    }
  }

  Connections(Vertx vertx, RequestLimits limits, GatewayMetrics metrics) {
    this.vertx = vertx;
    this.limits = limits;
    this.metrics = metrics;
  }

  /** A client has connected. */
  void opened(HttpConnection connection) {
    int all = total.incrementAndGet();
    // In one step each, because the last may leave while another comes.
    Peer peer =
        byAddress.compute(
            Wire.remoteHost(connection),
            (address, before) -> {
              Peer there = before == null ? new Peer(address) : before;
              there.connected().incrementAndGet();
              return there;
            });
    metrics.connections().add(1);
    var known = new Open(connection);
    open.put(connection, known);
    connection.closeHandler(closed -> {
      open.remove(connection);
      known.close();
      total.decrementAndGet();
      metrics.connections().add(-1);
      byAddress.computeIfPresent(
          peer.address(),
          (address, there) -> there.connected().decrementAndGet() == 0 ? null : there);
    });
    if (!limits.admits(peer.address(), all, peer.connected().get())) {
      metrics.refused("too_many_connections");
      var unused = connection.close();
    }
  }

  void requestBegan(HttpServerRequest request) {
    Open known = open.get(request.connection());
    if (known != null) {
      known.began(request);
    }
  }

  void requestEnded(HttpServerRequest request) {
    Open known = open.get(request.connection());
    if (known != null) {
      known.ended(request);
    }
  }
}
