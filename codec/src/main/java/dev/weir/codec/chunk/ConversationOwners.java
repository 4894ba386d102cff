package dev.weir.codec.chunk;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which event of the caller's conversation owns an output of a response. */
public final class ConversationOwners {
  private record Place(@Nullable String responseId, @Nullable Long outputIndex) {}

  private final Map<Place, String> owners = new HashMap<>();
  private @Nullable String ofTheRest;

  /** One owner for everything, where an answer is one event of a conversation. */
  public static ConversationOwners ofAll(String conversationEventId) {
    var owners = new ConversationOwners();
    owners.ofTheRest = conversationEventId;
    return owners;
  }

  /** The owner of everything; absent if outputs may have owners of their own. */
  public @Nullable String ofAll() {
    return owners.isEmpty() ? ofTheRest : null;
  }

  /** Names the owner of one output; later chunks of it carry the id. */
  public void register(String responseId, long outputIndex, String conversationEventId) {
    owners.put(new Place(responseId, outputIndex), conversationEventId);
  }

  @Nullable String owner(@Nullable String responseId, @Nullable Long outputIndex) {
    return owners.getOrDefault(new Place(responseId, outputIndex), ofTheRest);
  }
}
