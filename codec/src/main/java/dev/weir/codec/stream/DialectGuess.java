package dev.weir.codec.stream;

import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.awsstream.AwsStreamDecoder;
import dev.weir.codec.dialect.anthropic.AnthropicDecoder;
import dev.weir.codec.dialect.bedrock.ConverseDecoder;
import dev.weir.codec.dialect.cohere.CohereDecoder;
import dev.weir.codec.dialect.gemini.GeminiDecoder;
import dev.weir.codec.dialect.interactions.InteractionsDecoder;
import dev.weir.codec.dialect.ollama.OllamaDecoder;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.jsonarray.JsonArrayDecoder;
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
    if (AwsStreamDecoder.isPrelude(head)) {
      return Optional.of(Dialect.BEDROCK);
    }
    List<Frame> frames = new ArrayList<>();
    // The framing of events gives JSON lines and bodies as well; only an array would stay whole.
    var framing =
        new SniffedFraming(first ->
            first == '[' ? new JsonArrayDecoder(MAX_HEAD) : SseDecoder.forProviders(MAX_HEAD));
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
    return isWhole ? marked.or(() -> ofError(chunks)) : marked;
  }

  /**
   * An error alone has few marks: Anthropic names the type of both the chunk and the error, Google
   * a status beside a number. Any other shape is that of the chat dialect, which most servers
   * share.
   */
  private static Optional<Dialect> ofError(List<Json> chunks) {
    return chunks.stream()
        .filter(c -> c.has("error"))
        .findFirst()
        .map(c ->
            isAnthropicError(c)
                ? Dialect.ANTHROPIC
                : isGoogleError(c) ? Dialect.GEMINI : Dialect.OPENAI_CHAT);
  }

  private static boolean isGoogleError(Json chunk) {
    Json error = chunk.get("error");
    return error.get("code").number() != null && error.get("status").text() != null;
  }

  private static boolean isAnthropicError(Json chunk) {
    return "error".equals(chunk.get("type").text())
        && chunk.get("error").get("type").textIfAny() != null
        && !chunk.get("error").has("code")
        && !chunk.has("sequence_number");
  }

  private static Json chunk(Frame frame) {
    try {
      // As text: bytes that are not UTF-8 shall not hide the rest.
      return READER.read(frame.data().toString());
    } catch (JsonException notJson) {
      return Json.Null.NULL;
    }
  }

  /** The dialect whose marks a chunk has. */
  public static Optional<Dialect> ofChunk(Json chunk) {
    if (chunk.has("choices") || chunk.get("object").textOrEmpty().startsWith("chat.completion")) {
      return Optional.of(Dialect.OPENAI_CHAT);
    }
    if (AnthropicDecoder.isMarked(chunk)) {
      return Optional.of(Dialect.ANTHROPIC);
    }
    boolean isWrapped = chunk.get("bytes").text() != null || chunk.get("chunk").has("bytes");
    if (isWrapped || ConverseDecoder.isMarked(Frame.data(""), chunk)) {
      return Optional.of(Dialect.BEDROCK);
    }
    if (isResponses(chunk)) {
      return Optional.of(Dialect.OPENAI_RESPONSES);
    }
    if (GeminiDecoder.isMarked(chunk)) {
      return Optional.of(Dialect.GEMINI);
    }
    if (InteractionsDecoder.isMarked(chunk)) {
      return Optional.of(Dialect.GEMINI_INTERACTIONS);
    }
    if (CohereDecoder.isMarked(chunk)) {
      return Optional.of(Dialect.COHERE);
    }
    if (OllamaDecoder.isMarked(chunk)) {
      return Optional.of(Dialect.OLLAMA);
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
