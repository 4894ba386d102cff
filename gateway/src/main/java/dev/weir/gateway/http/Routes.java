package dev.weir.gateway.http;

import dev.weir.gateway.chat.Offers;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.security.Level;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.stream.Streams;
import java.util.List;

/** The table of everything that can be asked. */
final class Routes {
  private Routes() {}

  static List<Route> of(
      Streams streams, Offers offers, RequestLimits limits, GatewayMetrics metrics) {
    var stream = new StreamEndpoints(streams, metrics);
    var chat = new ChatEndpoint(streams, offers, limits, metrics);
    return List.of(
        Route.of("POST", "/v1/chat", Level.OWNER, chat),
        Route.of("GET", "/v1/streams", Level.OWNER, stream.list()),
        Route.of("GET", "/v1/streams/{id}", Level.OWNER, stream.one()),
        Route.of("DELETE", "/v1/streams/{id}", Level.OWNER, stream.cancel()),
        Route.of("GET", "/v1/streams/{id}/events", Level.OWNER, stream.events()),
        Route.of("GET", "/v1/streams/{id}/recording", Level.OWNER, stream.recording()),
        Route.of("GET", "/v1/streams/{id}/metrics", Level.OWNER, stream.measured()),
        Route.of("GET", "/v1/providers", Level.OWNER, InfoEndpoints.providers(offers)),
        Route.of("GET", "/v1/models", Level.OWNER, InfoEndpoints.models(offers)),
        Route.of("GET", "/v1/tools", Level.OWNER, InfoEndpoints.tools(offers)),
        Route.of("GET", "/metrics", Level.OWNER, InfoEndpoints.metrics(metrics)),
        Route.of("GET", "/openapi.json", Level.OWNER, InfoEndpoints.openapi()),
        Route.of("GET", "/healthz", Level.PUBLIC, InfoEndpoints.health()),
        Route.of("GET", "/", Level.PAGE, new PageEndpoint()),
        Route.of("GET", "/page/*", Level.PAGE, new PageEndpoint()));
  }
}
