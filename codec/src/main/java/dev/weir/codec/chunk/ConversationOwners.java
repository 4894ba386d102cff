package dev.weir.codec.chunk;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which event of the caller's conversation owns an output of a response. */
public final class ConversationOwners {
  private record Place(@Nullable String responseId, @Nullable Long outputIndex) {}

  private final Map<Place, String> owners = new HashMap<>();

  /** Names the owner of one output; later chunks of it carry the id. */
  public void register(String responseId, long outputIndex, String conversationEventId) {
    owners.put(new Place(responseId, outputIndex), conversationEventId);
  }

  @Nullable String owner(@Nullable String responseId, @Nullable Long outputIndex) {
    return owners.get(new Place(responseId, outputIndex));
  }
}
