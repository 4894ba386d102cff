package dev.weir.gateway.http;

import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.PathText;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.dialect.TokenCount;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.OnLoss;
import dev.weir.gateway.door.DoorRequest;
import dev.weir.gateway.door.TokenEstimate;
import dev.weir.gateway.door.UnknownModelException;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.DoorOptions;
import dev.weir.gateway.settings.RequestLimits;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Tells how many tokens a request has: as the provider counts them where it can, else an estimate,
 * and says which.
 */
final class CountEndpoint implements Endpoint {
  private static final String HEADER = "Weir-Usage";

  private final Dialect dialect;
  private final ServerSide server;
  private final TokenCount count;
  private final Catalog catalog;
  private final RequestLimits limits;
  private final DoorOptions options;
  private final BodyBudget budget;

  CountEndpoint(
      Dialect dialect,
      TokenCount count,
      Catalog catalog,
      RequestLimits limits,
      DoorOptions options,
      BodyBudget budget) {
    this.dialect = dialect;
    this.server = dialect.serverSide().orElseThrow();
    this.count = count;
    this.catalog = catalog;
    this.limits = limits;
    this.options = options.withOnLoss(OnLoss.DROP);
    this.budget = budget;
  }

  @Override
  public ErrorBody errors() {
    return ErrorBody.of(server);
  }

  @Override
  public void answer(Answering exchange) {
    BodyBudget.Share share = budget.share();
    BodyReader.read(
        exchange,
        limits,
        share,
        body ->
            exchange.blocking(
                () -> count(exchange, body), counted -> tell(exchange, share, counted)));
  }

  /** What was found out. */
  private record Counted(int status, long tokens, boolean isEstimate, String problem) {}

  private Counted count(Answering exchange, Bytes bytes) {
    try {
      var endpoint =
          new dev.weir.codec.dialect.Endpoint(
              PathText.decoded(exchange.name()), /* streams= */ false, StreamForm.EVENTS);
      Map<String, String> headers = DoorEndpoint.headers(server, exchange);
      Json body = DoorRequest.json(bytes);
      var origin = new DoorRequest.Origin(body, /* after= */ null);
      DoorRequest asked =
          DoorRequest.read(
              dialect, endpoint, origin, body, count::asked, headers, catalog, options);
      Optional<Long> told = told(asked);
      return told.isPresent()
          ? new Counted(200, told.get(), /* isEstimate= */ false, "")
          : new Counted(200, TokenEstimate.of(asked.body()), /* isEstimate= */ true, "");
    } catch (UnknownModelException unknown) {
      return new Counted(404, 0, false, String.valueOf(unknown.getMessage()));
    } catch (BadRequestException | IllegalArgumentException wrong) {
      return new Counted(400, 0, false, String.valueOf(wrong.getMessage()));
    }
  }

  private static Optional<Long> told(DoorRequest asked) {
    try {
      CompletableFuture<Optional<Long>> counted =
          asked.choice().offer().upstream().countTokens(asked.request());
      return counted.join();
    } catch (IllegalArgumentException cannotBeAsked) {
      return Optional.empty();
    }
  }

  private void tell(Answering exchange, BodyBudget.Share share, Counted counted) {
    share.close();
    if (counted.status() != 200) {
      exchange.fail(
          counted.status(),
          counted.status() == 404 ? "unknown_model" : "wrong_request",
          counted.problem());
      return;
    }
    exchange.response().putHeader(HEADER, counted.isEstimate() ? "estimated" : "reported");
    exchange.json(200, count.answer(counted.tokens()));
  }
}
