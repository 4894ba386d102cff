package dev.weir.gateway.http;

import dev.weir.codec.frontend.FrontEnd;
import dev.weir.gateway.chat.ChatRequest;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.security.Level;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.DoorOptions;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.stream.Formats;
import dev.weir.gateway.stream.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The table of everything that can be asked. */
final class Routes {
  private Routes() {}

  static List<PathRule> of(
      Streams streams,
      Catalog offers,
      RequestLimits limits,
      DoorOptions doors,
      GatewayMetrics metrics) {
    var budget = new BodyBudget(limits.maxBodiesBytes());
    metrics.bodies(budget::used);
    var formats = new Formats(doors.seals());
    var stream = new StreamEndpoints(streams, formats, metrics);
    List<PathRule> routes = new ArrayList<>();
    Function<ChatEndpoint.Parsing, ChatEndpoint> asking =
        parsing ->
            new ChatEndpoint(parsing, doors.seals(), streams, offers, limits, budget, metrics);
    var chat = asking.apply(body -> ChatRequest.parse(body, formats));
    for (FrontEnd frontEnd : Formats.FRONT_ENDS) {
      var ask = asking.apply(body -> ChatRequest.parse(body, frontEnd, formats));
      var kept = new KeptConversations(frontEnd, formats, streams, metrics);
      String answer = frontEnd.path() + "/{chat}/stream";
      routes.add(PathRule.of("POST", frontEnd.path(), Level.OWNER, ask));
      routes.add(PathRule.of("GET", answer, Level.OWNER, kept.resume()));
      routes.add(PathRule.of("DELETE", answer, Level.OWNER, kept.cancel()));
    }
    routes.addAll(Doors.of(streams, formats, offers, limits, doors, budget, metrics));
    var chats = new ChatEndpoints(streams, limits, budget);
    routes.addAll(own(offers, metrics, stream, chats, chat));
    routes.add(PathRule.of("GET", "/readyz", Level.PUBLIC, InfoEndpoints.ready(streams)));
    return List.copyOf(routes);
  }

  private static List<PathRule> own(
      Catalog offers,
      GatewayMetrics metrics,
      StreamEndpoints stream,
      ChatEndpoints chats,
      ChatEndpoint chat) {
    var page = new PageEndpoint();
    return List.of(
        PathRule.of("POST", "/v1/chat", Level.OWNER, chat),
        PathRule.of("GET", "/v1/chats", Level.OWNER, chats.list()),
        PathRule.of("GET", "/v1/chats/{id}", Level.OWNER, chats.one()),
        PathRule.of("DELETE", "/v1/chats/{id}", Level.OWNER, chats.delete()),
        PathRule.of("POST", "/v1/chats/{id}/title", Level.OWNER, chats.rename()),
        PathRule.of("GET", "/v1/streams", Level.OWNER, stream.list()),
        PathRule.of("GET", "/v1/streams/{id}", Level.OWNER, stream.one()),
        PathRule.of("DELETE", "/v1/streams/{id}", Level.OWNER, stream.delete()),
        PathRule.of("POST", "/v1/streams/{id}/cancel", Level.OWNER, stream.cancel()),
        PathRule.of("GET", "/v1/streams/{id}/events", Level.OWNER, stream.events()),
        PathRule.of("GET", "/v1/streams/{id}/recording", Level.OWNER, stream.recording()),
        PathRule.of("GET", "/v1/streams/{id}/metrics", Level.OWNER, stream.measured()),
        PathRule.of("GET", "/v1/providers", Level.OWNER, InfoEndpoints.providers(offers)),
        PathRule.of("GET", "/v1/routes", Level.OWNER, InfoEndpoints.routes(offers)),
        PathRule.of("GET", "/v1/tools", Level.OWNER, InfoEndpoints.tools(offers)),
        PathRule.of("GET", "/metrics", Level.OWNER, InfoEndpoints.metrics(metrics)),
        PathRule.of("GET", "/openapi.json", Level.OWNER, InfoEndpoints.openapi()),
        PathRule.of("GET", "/healthz", Level.PUBLIC, InfoEndpoints.health()),
        PathRule.of("GET", "/api/hello", Level.PUBLIC, InfoEndpoints.health()),
        PathRule.of("GET", "/", Level.PAGE, page),
        PathRule.of("GET", "/page/*", Level.PAGE, page));
  }
}
