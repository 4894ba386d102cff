package dev.weir.gateway.http;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.ErrorAnswer;
import dev.weir.codec.dialect.InfoPath;
import dev.weir.codec.dialect.PathText;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.gateway.door.ModelChoice;
import dev.weir.gateway.door.UnknownModelException;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.RequestLimits;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** Tells clients which models there are, at a path that several dialects may share. */
final class LookUpEndpoint implements Endpoint {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 16, 1 << 20);

  private final List<LookUp> lookUps;
  private final Catalog catalog;
  private final RequestLimits limits;
  private final BodyBudget budget;
  private final long startedSeconds = Instant.now().getEpochSecond();

  LookUpEndpoint(List<LookUp> lookUps, Catalog catalog, RequestLimits limits, BodyBudget budget) {
    this.lookUps = List.copyOf(lookUps);
    this.catalog = catalog;
    this.limits = limits;
    this.budget = budget;
  }

  @Override
  public ErrorBody errors() {
    return ErrorBody.of(lookUps.getFirst().server());
  }

  @Override
  public void answer(Answering exchange) {
    LookUp meant = meant(exchange);
    if (!meant.info().isOfOne()) {
      exchange.json(200, meant.info().body().of(ModelChoice.names(catalog), startedSeconds));
    } else if (!exchange.name().isEmpty()) {
      one(exchange, meant, PathText.decoded(exchange.name()));
    } else {
      BodyBudget.Share share = budget.share();
      BodyReader.read(
          exchange,
          limits,
          share,
          body -> {
            share.close();
            one(exchange, meant, model(body));
          });
    }
  }

  private LookUp meant(Answering exchange) {
    return lookUps.stream()
        .filter(
            lookUp -> lookUp.info().isMeantBy(name -> exchange.request().getHeader(name) != null))
        .max(Comparator.comparing(LookUp::info, InfoPath.LEAST_MEANT_FIRST))
        .orElseGet(lookUps::getFirst);
  }

  private static String model(Bytes body) {
    try {
      return InfoPath.bodyModel(READER.read(body));
    } catch (JsonException wrong) {
      return "";
    }
  }

  private void one(Answering exchange, LookUp meant, String model) {
    try {
      var unused = ModelChoice.of(catalog, model);
      exchange.json(200, meant.info().body().of(List.of(model), startedSeconds));
    } catch (UnknownModelException unknown) {
      ErrorAnswer error = meant.server().error(404, String.valueOf(unknown.getMessage()));
      exchange.json(error.status(), error.body());
    }
  }
}
