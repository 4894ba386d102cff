package dev.weir.codec.stream;

import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.sse.SseDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tells the dialect of a stream from its first bytes. */
public final class DialectGuess {
  private static final int MAX_HEAD = 1 << 20;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 200, MAX_HEAD);

  private DialectGuess() {}

  /** The dialect of the first frame that has the marks of one; empty if none has yet. */
  public static Optional<Dialect> of(byte[] head, boolean isWhole) {
    List<Frame> frames = new ArrayList<>();
    var framing = SseDecoder.forProviders(MAX_HEAD);
    try {
      framing.feed(head.clone(), frames::add);
      if (isWhole) {
        framing.end(frames::add);
      }
    } catch (LimitExceededException tooLong) {
      // What was framed before may still tell.
    }
    List<Json> chunks = frames.stream().map(DialectGuess::chunk).toList();
    Optional<Dialect> marked = chunks.stream().flatMap(c -> ofChunk(c).stream()).findFirst();
    // An error alone has no marks; its shape is that of the chat dialect, which most servers share.
    boolean onlyError = isWhole && chunks.stream().anyMatch(c -> c.has("error"));
    return marked.or(() -> onlyError ? Optional.of(Dialect.OPENAI_CHAT) : Optional.empty());
  }

  private static Json chunk(Frame frame) {
    try {
      return READER.read(frame.data());
    } catch (JsonException notJson) {
      return Json.Null.NULL;
    }
  }

  /** The dialect whose marks a chunk has. */
  public static Optional<Dialect> ofChunk(Json chunk) {
    if (chunk.has("choices") || chunk.get("object").textOrEmpty().startsWith("chat.completion")) {
      return Optional.of(Dialect.OPENAI_CHAT);
    }
    if (isResponses(chunk)) {
      return Optional.of(Dialect.OPENAI_RESPONSES);
    }
    return Optional.empty();
  }

  private static boolean isResponses(Json chunk) {
    String type = chunk.get("type").textOrEmpty();
    return type.startsWith("response.")
        || "response".equals(chunk.get("object").text())
        || (type.equals("error") && chunk.has("sequence_number"));
  }
}
