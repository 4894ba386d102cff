package dev.weir.sim;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.reply.Place;
import dev.weir.sim.reply.Reply;
import dev.weir.sim.reply.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Responses that clients look up by their id: whole, however they were sent. Shared by threads. */
final class StoredResponses {
  private static final int KEPT = 200;
  private static final String PATH = "/responses/";

  private record Stored(Dialect dialect, Reply reply) {

    /** The response after that many slices, as far as the last frame tells it. */
    Json response(int slices) {
      List<Json> told = new ArrayList<>();
      List<Slice> sent = reply.slices().subList(0, slices);
      if (reply.headers().getOrDefault("content-type", "").startsWith("application/json")) {
        sent.forEach(slice -> add(told, ProviderJson.object(slice.bytes().toString())));
      } else {
        var framing = dialect.framing(Limits.DEFAULT);
        for (Slice slice : sent) {
          framing.feed(
              slice.bytes().toArray(),
              frame -> {
                Json chunk = ProviderJson.object(frame.data().toString());
                add(told, chunk == null ? null : chunk.get("response"));
              });
        }
      }
      return told.isEmpty() ? Json.Null.NULL : told.getLast();
    }

    private static void add(List<Json> told, @Nullable Json response) {
      if (response != null && response.isObject()) {
        told.add(response);
      }
    }
  }

  private final Map<String, Stored> responses =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Stored> eldest) {
          return size() > KEPT;
        }
      };

  /**
   * Keeps a response, unless its request said not to. The first slice names it; the rest is read
   * only if somebody asks for it.
   */
  void keep(Place place, Json body, Reply reply) {
    if (!place.server().keepsResponses()
        || reply.slices().isEmpty()
        || body.get("store").equals(new Json.Bool(false))) {
      return;
    }
    var stored = new Stored(place.dialect(), reply);
    String id = stored.response(1).get("id").textIfAny();
    if (id != null) {
      synchronized (responses) {
        responses.put(id, stored);
      }
    }
  }

  /** The response that a path names, or that there is none; empty if it is another path. */
  Optional<Reply> reply(HttpAsk ask) {
    int at = ask.path().lastIndexOf(PATH);
    String id = at < 0 ? "" : ask.path().substring(at + PATH.length());
    if (id.isEmpty() || id.contains("/")) {
      return Optional.empty();
    }
    Stored stored;
    synchronized (responses) {
      stored = responses.get(id);
    }
    if (stored == null) {
      String message = "Response with id '%s' not found.".formatted(id);
      return Optional.of(PathDialect.error(ask, /* status= */ 404, message));
    }
    Json response = stored.response(stored.reply().slices().size());
    return Optional.of(Reply.json(/* status= */ 200, response.toText()));
  }
}
