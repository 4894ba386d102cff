package dev.weir.gateway.http;

import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.security.Access;
import dev.weir.gateway.security.AccessRequest;
import dev.weir.gateway.security.Decision;
import dev.weir.gateway.security.ShownKeys;
import dev.weir.gateway.stream.Beats;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the route of a request, checks whether it may be answered, and has it answered. */
final class Router {
  private static final int MAX_SHOWN = 200;

  private final Vertx vertx;
  private final Beats beats;
  private final List<PathRule> routes;
  private final Access access;
  private final GatewayMetrics metrics;

  Router(Vertx vertx, List<PathRule> routes, Access access, GatewayMetrics metrics) {
    this.vertx = vertx;
    this.beats = new Beats(vertx);
    this.routes = List.copyOf(routes);
    this.access = access;
    this.metrics = metrics;
  }

  void answer(HttpServerRequest request) {
    SecurityHeaders.put(request.response());
    Decision.Refused ambiguous = Ambiguity.of(request);
    if (ambiguous != null) {
      refuse(request, ambiguous, ErrorBody.OURS);
      return;
    }
    String method = request.method().name();
    String path = request.path() == null ? "" : request.path();
    List<PathRule> matching = new ArrayList<>();
    for (PathRule route : routes) {
      String name = route.match(path);
      if (name != null) {
        matching.add(route);
        if (route.method().equals(method)
            || (method.equals("HEAD") && route.method().equals("GET"))) {
          answer(request, route, name);
          return;
        }
      }
    }
    var exchange = answering(request, "", "", ErrorBody.OURS);
    if (matching.isEmpty()) {
      exchange.fail(
          404,
          "no_route",
          "No such route: %s %s; /openapi.json says what there is"
              .formatted(method, shortened(path)));
    } else if (method.equals("OPTIONS")) {
      preflight(exchange, request, matching.getFirst());
    } else {
      String allowed =
          matching.stream()
              .map(route -> route.method().equals("GET") ? "GET, HEAD" : route.method())
              .collect(Collectors.joining(", "));
      request.response().putHeader("Allow", allowed);
      exchange.fail(405, "wrong_method", "Use " + allowed);
    }
  }

  private void answer(HttpServerRequest request, PathRule route, String name) {
    switch (access.decide(asked(request), route.level())) {
      case Decision.Refused refused -> refuse(request, refused, route.endpoint().errors());
      case Decision.Allowed allowed -> {
        if (allowed.sharedWith() != null) {
          SecurityHeaders.share(request.response(), allowed.sharedWith());
        }
        var exchange = answering(request, allowed.owner(), name, route.endpoint().errors());
        if (!route.method().equals("POST") && hasBody(request)) {
          exchange.fail(400, "body_refused", "Send no body with " + request.method().name());
          return;
        }
        route.endpoint().answer(exchange);
      }
    }
  }

  private void refuse(HttpServerRequest request, Decision.Refused refused, ErrorBody errors) {
    answering(request, "", "", errors).fail(refused.status(), refused.code(), refused.message());
  }

  private Answering answering(
      HttpServerRequest request, String owner, String name, ErrorBody errors) {
    return new Answering(vertx, beats, request, metrics, owner, name, errors);
  }

  /** A browser asks whether a page of another origin may send a request. */
  private void preflight(Answering exchange, HttpServerRequest request, PathRule route) {
    String origin = request.getHeader("Origin");
    if (origin != null && access.origins().contains(origin)) {
      SecurityHeaders.share(request.response(), origin);
      request
          .response()
          .putHeader("Access-Control-Allow-Methods", "GET, POST, DELETE")
          .putHeader(
              "Access-Control-Allow-Headers",
              SecurityHeaders.allowed(request.getHeader("Access-Control-Request-Headers")))
          .putHeader("Access-Control-Max-Age", "600");
      exchange.send(204, "text/plain", io.vertx.core.buffer.Buffer.buffer());
    } else {
      exchange.fail(403, "foreign_origin", "No page of another origin may use " + route.path());
    }
  }

  private static String shortened(String path) {
    return path.length() <= MAX_SHOWN ? path : path.substring(0, MAX_SHOWN) + "…";
  }

  private static boolean hasBody(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    return request.getHeader("Transfer-Encoding") != null
        || (length != null && !length.equals("0"));
  }

  /** A body that is absent cannot have the wrong type. */
  private static @Nullable String contentType(HttpServerRequest request) {
    String type = request.getHeader("Content-Type");
    return type == null && !hasBody(request) ? "application/json" : type;
  }

  private static AccessRequest asked(HttpServerRequest request) {
    return new AccessRequest(
        request.method().name(),
        Ambiguity.host(request),
        request.getHeader("Origin"),
        request.getHeader("Sec-Fetch-Site"),
        ShownKeys.of(request::getHeader, request.query() == null ? null : request.getParam("key")),
        contentType(request),
        request.getHeader("Content-Encoding"),
        request.isSSL());
  }
}
