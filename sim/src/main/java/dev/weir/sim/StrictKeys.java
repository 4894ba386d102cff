package dev.weir.sim;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.dialect.SimulatedDialects;
import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.reply.Place;
import dev.weir.sim.reply.Reply;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where a provider wants its key, and what it says without one. */
final class StrictKeys {
  /**
   * How a dialect's provider lets clients in.
   *
   * @param headers of which one has to have a key
   * @param parameter of the query, which may have it instead; empty if none may
   */
  private record Door(List<String> headers, String parameter, int status, String words) {

    boolean isOpenTo(HttpAsk ask) {
      boolean isInQuery = ("&" + ask.query()).contains("&" + parameter + "=");
      return headers.stream().anyMatch(name -> hasKey(ask.header(name)))
          || (isInQuery && !parameter.isEmpty());
    }

    private static boolean hasKey(String value) {
      return !value.isBlank() && !value.strip().equalsIgnoreCase("bearer");
    }
  }

  private static final Door OPENAI_DOOR =
      new Door(
          List.of("authorization", "api-key"),
          /* parameter= */ "",
          /* status= */ 401,
          "You didn't provide an API key. You need to provide your API key in an Authorization"
              + " header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).");

  private static final Door GEMINI_DOOR =
      new Door(
          List.of("x-goog-api-key", "authorization"),
          "key",
          /* status= */ 403,
          "Method doesn't allow unregistered callers (callers without established identity). Please"
              + " use API Key or other form of API consumer identity to call this API.");

  private static final Map<Dialect, Door> DOORS =
      Map.of(
          Dialects.OPENAI_CHAT,
          OPENAI_DOOR,
          Dialects.OPENAI_RESPONSES,
          OPENAI_DOOR,
          Dialects.ANTHROPIC,
          new Door(
              List.of("x-api-key", "authorization"),
              /* parameter= */ "",
              /* status= */ 401,
              "x-api-key header is required"),
          Dialects.GEMINI,
          GEMINI_DOOR,
          Dialects.GEMINI_INTERACTIONS,
          GEMINI_DOOR,
          Dialects.COHERE,
          new Door(
              List.of("authorization"),
              /* parameter= */ "",
              /* status= */ 401,
              "no api key supplied"),
          Dialects.BEDROCK,
          new Door(
              List.of("authorization"),
              /* parameter= */ "",
              /* status= */ 403,
              "Missing Authentication Token"));

  private StrictKeys() {}

  /** The refusal of a request that has no key; empty if it has one, or needs none. */
  static Optional<Reply> refusal(HttpAsk ask, List<Dialect> dialects) {
    Dialect dialect =
        Place.of(dialects, ask.path(), ask.query())
            .map(Place::dialect)
            .orElseGet(() -> PathDialect.of(ask));
    Door door = DOORS.get(dialect);
    if (door == null || ask.path().equals("/") || door.isOpenTo(ask)) {
      return Optional.empty();
    }
    var server = SimulatedDialects.server(dialect).orElseThrow();
    return Optional.of(Place.error(server, door.status(), door.words()));
  }
}
