package dev.weir.codec.chunk;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.JsonText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a provider with what it is about.
 *
 * @param textDelta the text it adds, for every kind but function arguments
 * @param argumentsDelta the arguments it adds
 * @param responseId stamped from the response's first chunk on all later ones
 * @param outputIndex the provider's own index
 * @param chunkType the provider's raw type
 * @param isTerminal whether it ends its part, its output or the response
 * @param rawChunk the payload, shared with the slice it came in
 * @param originMetadata the provider's further names for the place it belongs to
 * @param conversationEventId the owner registered for this response and output
 */
public record Chunk(
    PartKind partKind,
    @Nullable String textDelta,
    @Nullable String argumentsDelta,
    @Nullable String responseId,
    @Nullable Long outputIndex,
    @Nullable Long contentIndex,
    @Nullable String itemId,
    String chunkType,
    boolean isTerminal,
    Bytes rawChunk,
    Map<String, String> originMetadata,
    @Nullable String conversationEventId,
    @Nullable Long sequenceNumber) {

  /** A chunk that only tells about the stream. */
  public static Chunk status(String chunkType, boolean isTerminal, Bytes rawChunk) {
    return new Chunk(
        PartKind.STATUS,
        null,
        null,
        null,
        null,
        null,
        null,
        chunkType,
        isTerminal,
        rawChunk,
        Map.of(),
        null,
        null);
  }

  Chunk stamped(@Nullable String id, @Nullable String owner) {
    return new Chunk(
        partKind,
        textDelta,
        argumentsDelta,
        id,
        outputIndex,
        contentIndex,
        itemId,
        chunkType,
        isTerminal,
        rawChunk,
        originMetadata,
        owner,
        sequenceNumber);
  }

  /** This chunk with an owner that was registered elsewhere, such as in a recording. */
  public Chunk ownedBy(String owner) {
    return stamped(responseId, owner);
  }

  /** Writes the fields into an object that is open. */
  public void write(JsonText json) {
    json.field("part_kind", partKind.word())
        .fieldIfAny("text_delta", textDelta)
        .fieldIfAny("arguments_delta", argumentsDelta)
        .fieldIfAny("response_id", responseId)
        .fieldIfAny("output_index", outputIndex)
        .fieldIfAny("content_index", contentIndex)
        .fieldIfAny("item_id", itemId)
        .field("chunk_type", chunkType)
        .field("is_terminal", isTerminal)
        .fieldIfAny("conversation_event_id", conversationEventId)
        .fieldIfAny("sequence_number", sequenceNumber);
    if (!originMetadata.isEmpty()) {
      json.name("origin_metadata").beginObject();
      originMetadata.forEach(json::field);
      json.endObject();
    }
    json.field("raw_chunk", rawChunk.toString());
  }
}
