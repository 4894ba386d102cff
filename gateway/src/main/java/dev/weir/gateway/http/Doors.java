package dev.weir.gateway.http;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.InfoPath;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.registry.Dialects;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.security.Level;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.DoorOptions;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.stream.DialectFormat;
import dev.weir.gateway.stream.Formats;
import dev.weir.gateway.stream.Streams;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The table of what can be asked in providers' dialects: whatever each says that it has. */
final class Doors {
  private Doors() {}

  static List<PathRule> of(
      Streams streams,
      Formats formats,
      Catalog catalog,
      RequestLimits limits,
      DoorOptions options,
      BodyBudget budget,
      GatewayMetrics metrics) {
    List<PathRule> routes = new ArrayList<>();
    Map<String, List<LookUp>> lookUps = new LinkedHashMap<>();
    for (Dialect dialect : Dialects.all()) {
      if (!DialectFormat.isPossible(dialect)) {
        continue;
      }
      ServerSide server = dialect.serverSide().orElseThrow();
      var door =
          new DoorEndpoint(dialect, streams, formats, catalog, limits, options, budget, metrics);
      server.paths().forEach(path -> routes.add(rule("POST", path, door)));
      dialect
          .tokenCount()
          .ifPresent(count ->
              routes.add(
                  rule(
                      "POST",
                      count.path(),
                      new CountEndpoint(dialect, count, catalog, limits, options, budget))));
      if (server.keepsResponses()) {
        var kept = new KeptResponses(dialect, streams, formats, metrics);
        routes.add(rule("GET", server.path() + "/{id}", kept.get()));
        routes.add(rule("POST", server.path() + "/{id}/cancel", kept.cancel()));
      }
      for (String path : server.unofferedPaths()) {
        routes.add(rule("POST", path, new UnofferedEndpoint(server)));
      }
      for (InfoPath info : server.infoPaths()) {
        lookUps
            .computeIfAbsent(info.method() + " " + info.path(), p -> new ArrayList<>())
            .add(new LookUp(server, info));
      }
    }
    for (List<LookUp> shared : lookUps.values()) {
      InfoPath info = shared.getFirst().info();
      var endpoint = new LookUpEndpoint(shared, catalog, limits, budget);
      routes.add(rule(info.method(), info.path(), endpoint));
    }
    return routes;
  }

  private static PathRule rule(String method, String path, Endpoint endpoint) {
    return PathRule.of(method, path.replace("MODEL", "{model}"), Level.OWNER, endpoint);
  }
}
