package dev.weir.codec.chunk;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Classifies frames, one chunk each, and stamps what the wire says only once: the response id, and
 * the owner that the caller registered. Both are on a chunk before anyone sees it.
 */
public final class ChunkDecoder implements Decoder<Frame, Chunk> {
  private final ChunkTable table;
  private final ConversationOwners owners;
  private final JsonReader reader;
  private @Nullable String responseId;

  /** Classifies by that table. */
  public ChunkDecoder(ChunkTable table, ConversationOwners owners, Limits limits) {
    this.table = table;
    this.owners = owners;
    this.reader = new JsonReader(limits.maxDepth(), limits.maxFrameBytes());
  }

  @Override
  public void feed(Frame frame, Consumer<? super Chunk> out) {
    Chunk chunk = classify(frame);
    if (chunk.place().responseId() != null && (responseId == null || table.namesResponse(chunk))) {
      responseId = chunk.place().responseId();
    }
    out.accept(chunk.stamped(responseId, owners.owner(responseId, chunk.place().outputIndex())));
  }

  private Chunk classify(Frame frame) {
    if (!table.readsJson()) {
      return table.classify(frame, Json.Null.NULL);
    }
    if (frame.isDone()) {
      return Chunk.status("[DONE]", /* isTerminal= */ true, frame.data());
    }
    Json json;
    try {
      json = reader.read(frame.data());
    } catch (JsonException malformed) {
      return Chunk.status("malformed", /* isTerminal= */ false, frame.data());
    }
    return table.classify(frame, json);
  }

  @Override
  public void end(Consumer<? super Chunk> out) {}
}
