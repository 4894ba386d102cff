package dev.weir.codec.dialect.interactions;

import dev.weir.codec.dialect.PathText;
import dev.weir.codec.dialect.Resuming;
import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * An interaction in the background goes on without a connection. Most of its events have names; in
 * recordings, those that began or ended something had none.
 */
final class InteractionsResuming implements Resuming {

  @Override
  public @Nullable String responseId(Json chunk) {
    String id = chunk.get("interaction").get("id").textIfAny();
    return id == null ? chunk.get("interaction_id").textIfAny() : id;
  }

  @Override
  public boolean isNumbered() {
    return false;
  }

  @Override
  public @Nullable String place(Json chunk) {
    return chunk.get("event_id").textIfAny();
  }

  @Override
  public String path(String asked, String responseId, @Nullable String place, Json body) {
    String rest = "%s/%s?stream=true".formatted(asked, responseId);
    return place == null ? rest : rest + "&last_event_id=" + PathText.segment(place);
  }
}
