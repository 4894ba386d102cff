package dev.weir.gateway.http;

import dev.weir.client.route.RouteHealth;
import dev.weir.client.route.RouteUpstream;
import dev.weir.client.tool.Tool;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Prices;
import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.gateway.stream.Streams;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What the gateway says about itself. */
final class InfoEndpoints {
  private static final String OPENAPI = "/dev/weir/gateway/openapi.json";

  private InfoEndpoints() {}

  static Endpoint health() {
    return exchange -> exchange.json(200, "{\"status\":\"ok\"}");
  }

  /** Whether a load balancer should send requests here. */
  static Endpoint ready(Streams streams) {
    return exchange ->
        exchange.blocking(
            streams::isReady,
            ready ->
                exchange.json(
                    ready ? 200 : 503,
                    "{\"status\":\"%s\"}".formatted(ready ? "ok" : "not ready")));
  }

  static Endpoint metrics(GatewayMetrics metrics) {
    return exchange ->
        exchange.send(
            200, "text/plain; version=0.0.4; charset=utf-8", Buffer.buffer(metrics.exposition()));
  }

  static Endpoint openapi() {
    Buffer document = Buffer.buffer(resource(OPENAPI));
    return exchange -> exchange.send(200, "application/json", document);
  }

  private static byte[] resource(String name) {
    try (InputStream in = InfoEndpoints.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("The class path has no " + name);
      }
      return in.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Those who can be asked; with {@code ?models=live}, with what each says that it has now. */
  static Endpoint providers(Catalog offers) {
    String known = providers(offers, CatalogEntry::models);
    var live = new LiveModels();
    return exchange -> {
      if ("live".equals(exchange.parameter("models"))) {
        exchange.blocking(
            () -> {
              Map<CatalogEntry, List<String>> told = live.of(offers.providers());
              return providers(offers, offer -> told.getOrDefault(offer, offer.models()));
            },
            json -> exchange.json(200, json));
      } else {
        exchange.json(200, known);
      }
    };
  }

  private static String providers(Catalog offers, Function<CatalogEntry, List<String>> models) {
    var json = new JsonText().beginObject().name("providers").beginArray();
    boolean isFirst = true;
    for (CatalogEntry offer : offers.providers()) {
      Dialect dialect = offer.upstream().dialect();
      json.beginObject()
          .field("name", offer.name())
          .fieldOrNull("dialect", dialect == null ? null : dialect.word())
          .name("models")
          .beginArray();
      models.apply(offer).forEach(json::value);
      json.endArray().flag("default", isFirst).flag("simulated", offer.isSimulated()).endObject();
      isFirst = false;
    }
    json.endArray();
    if (!offers.prices().isEmpty()) {
      json.name("prices").beginObject();
      offers.prices().forEach((model, prices) -> prices(json.name(model), prices));
      json.endObject();
    }
    return json.endObject().toString();
  }

  private static void prices(JsonText json, Prices prices) {
    BigDecimal cached = prices.cachedInput();
    json.beginObject()
        .field("input", prices.input().toPlainString())
        .field("output", prices.output().toPlainString())
        .fieldIfAny("cachedInput", cached == null ? null : cached.toPlainString())
        .endObject();
  }

  static Endpoint routes(Catalog offers) {
    return exchange -> {
      var json = new JsonText().beginObject().name("routes").beginArray();
      for (RouteUpstream route : offers.routes()) {
        route(json, route.health());
      }
      exchange.json(200, json.endArray().endObject().toString());
    };
  }

  private static void route(JsonText json, RouteHealth route) {
    json.beginObject().field("name", route.route()).name("steps").beginArray();
    for (RouteHealth.Step step : route.steps()) {
      json.beginObject().field("provider", step.provider()).field("model", step.modelName());
      if (step.weight() != null) {
        json.field("weight", step.weight());
      }
      json.field("breaker", step.breaker()).field("failures", step.failures());
      Duration probe = step.probeIn();
      if (probe != null) {
        json.field("probe_in_ms", probe.toMillis());
      }
      if (step.restsFor().isPositive()) {
        json.field("rests_for_ms", step.restsFor().toMillis());
      }
      json.endObject();
    }
    json.endArray().endObject();
  }

  static Endpoint tools(Catalog offers) {
    var json = new JsonText().beginObject().name("tools").beginArray();
    for (Tool tool : offers.tools()) {
      json.beginObject()
          .field("name", tool.spec().name())
          .field("description", tool.spec().description())
          .endObject();
    }
    return fixed(json.endArray().endObject().toString());
  }

  private static Endpoint fixed(String json) {
    return exchange -> exchange.json(200, json);
  }
}
