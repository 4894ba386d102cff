package dev.weir.codec.chunk;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.JsonText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a provider, with what it is about.
 *
 * @param textDelta the text it adds, for every kind except function arguments
 * @param argumentsDelta the arguments it adds
 * @param chunkType the provider's raw type
 * @param isTerminal whether it ends its part, its output or the response
 * @param rawChunk the payload, shared with the slice it came in
 * @param conversationEventId the owner registered for this response and output
 */
public record Chunk(
    PartKind partKind,
    @Nullable String textDelta,
    @Nullable String argumentsDelta,
    Place place,
    String chunkType,
    boolean isTerminal,
    Bytes rawChunk,
    @Nullable String conversationEventId) {

  /**
   * Where a chunk belongs, in the provider's own names and numbers.
   *
   * @param responseId stamped from the response's first chunk on all later ones
   * @param origin the provider's further names for the place
   */
  public record Place(
      @Nullable String responseId,
      @Nullable Long outputIndex,
      @Nullable Long contentIndex,
      @Nullable String itemId,
      @Nullable Long sequenceNumber,
      Map<String, String> origin) {
    public static final Place NONE = of(null, null, null, null);

    /** A place by the numbers that a chunk may have. */
    public static Place of(
        @Nullable String responseId,
        @Nullable Long outputIndex,
        @Nullable Long contentIndex,
        @Nullable String itemId) {
      return new Place(responseId, outputIndex, contentIndex, itemId, null, Map.of());
    }

    Place in(@Nullable String response) {
      return new Place(response, outputIndex, contentIndex, itemId, sequenceNumber, origin);
    }
  }

  /** A chunk that nobody owns. */
  public Chunk(
      PartKind partKind,
      @Nullable String textDelta,
      @Nullable String argumentsDelta,
      Place place,
      String chunkType,
      boolean isTerminal,
      Bytes rawChunk) {
    this(partKind, textDelta, argumentsDelta, place, chunkType, isTerminal, rawChunk, null);
  }

  /** A chunk that only reports on the stream. */
  public static Chunk status(String chunkType, boolean isTerminal, Bytes rawChunk) {
    return new Chunk(PartKind.STATUS, null, null, Place.NONE, chunkType, isTerminal, rawChunk);
  }

  Chunk stamped(@Nullable String id, @Nullable String owner) {
    return new Chunk(
        partKind, textDelta, argumentsDelta, place.in(id), chunkType, isTerminal, rawChunk, owner);
  }

  /** This chunk with an owner that was registered elsewhere, such as in a recording. */
  public Chunk ownedBy(String owner) {
    return stamped(place.responseId(), owner);
  }

  /** Writes the fields into an open object. */
  public void write(JsonText json) {
    json.field("part_kind", partKind.word())
        .fieldIfAny("text_delta", textDelta)
        .fieldIfAny("arguments_delta", argumentsDelta)
        .fieldIfAny("response_id", place.responseId())
        .fieldIfAny("output_index", place.outputIndex())
        .fieldIfAny("content_index", place.contentIndex())
        .fieldIfAny("item_id", place.itemId())
        .field("chunk_type", chunkType)
        .field("is_terminal", isTerminal)
        .fieldIfAny("conversation_event_id", conversationEventId)
        .fieldIfAny("sequence_number", place.sequenceNumber());
    if (!place.origin().isEmpty()) {
      json.name("origin_metadata").beginObject();
      place.origin().forEach(json::field);
      json.endObject();
    }
    json.field("raw_chunk", rawChunk.toString());
  }
}
