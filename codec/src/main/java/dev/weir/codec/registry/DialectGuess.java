package dev.weir.codec.registry;

import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.framing.SniffedFraming;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.jsonarray.JsonArrayDecoder;
import dev.weir.codec.sse.SseDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Guesses the dialect of a stream from its first bytes, by the marks that each dialect knows. */
public final class DialectGuess {
  private static final int MAX_HEAD = 1 << 20;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 200, MAX_HEAD);

  private DialectGuess() {}

  /** The dialect of the first frame that has the marks of one; empty if none has yet. */
  public static Optional<Dialect> of(byte[] head, boolean isWhole) {
    return among(Dialects.all(), head, isWhole);
  }

  /** The same, among these dialects. */
  public static Optional<Dialect> among(List<Dialect> dialects, byte[] head, boolean isWhole) {
    return first(dialects, d -> d.isMarkedHead(head)).or(() -> ofFrames(dialects, head, isWhole));
  }

  private static Optional<Dialect> first(List<Dialect> dialects, Predicate<Dialect> isIt) {
    return dialects.stream().filter(isIt).findFirst();
  }

  private static Optional<Dialect> ofFrames(List<Dialect> dialects, byte[] head, boolean isWhole) {
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
      // What was framed before may still reveal the dialect.
    }
    List<Json> chunks = frames.stream().map(DialectGuess::chunk).toList();
    Optional<Dialect> marked =
        chunks.stream().flatMap(c -> first(dialects, d -> d.isMarked(c)).stream()).findFirst();
    return isWhole ? marked.or(() -> ofError(dialects, chunks)) : marked;
  }

  /**
   * An error alone has few marks. A shape that nobody claims is that of the chat dialect, which
   * most servers share.
   */
  private static Optional<Dialect> ofError(List<Dialect> dialects, List<Json> chunks) {
    return chunks.stream()
        .filter(c -> c.has("error"))
        .findFirst()
        .map(c -> first(dialects, d -> d.isMarkedError(c)).orElse(Dialects.OPENAI_CHAT));
  }

  private static Json chunk(Frame frame) {
    try {
      // As text: bytes that are not UTF-8 must not hide the rest.
      return READER.read(frame.data().toString());
    } catch (JsonException notJson) {
      return Json.Null.NULL;
    }
  }
}
