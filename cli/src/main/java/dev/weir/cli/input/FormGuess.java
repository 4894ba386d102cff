package dev.weir.cli.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.cli.input.Form.Other;
import dev.weir.cli.input.Form.Own;
import dev.weir.cli.input.Form.Packed;
import dev.weir.cli.input.Form.Stream;
import dev.weir.cli.input.Form.Wrapping;
import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.DialectGuess;
import dev.weir.codec.sse.SseDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells the form of an input from its beginning. */
final class FormGuess {

  /** If a beginning of this length tells nothing, more would not either. */
  static final int MAX_HEAD_BYTES = 1 << 18;

  /** A wrapping shows itself within this many bytes. */
  private static final int TEXT_BYTES = 1 << 12;

  private static final Pattern TRACE =
      Pattern.compile(
          "(?:\\d\\d:\\d\\d:\\d\\d\\.\\d{6} )?(?:\\[[0-9x-]{1,24}\\] )?"
              + "(?:== Info: |=> Send |<= Recv )");
  private static final Pattern TRACE_LINE_OF_BYTES =
      Pattern.compile("(?m)^[0-9a-f]{4,8}: (?:[0-9a-f]{2} ){1,16}");
  private static final Pattern TRACE_LINE_OF_TEXT = Pattern.compile("(?m)^[0-9a-f]{4,8}: .*\\n");
  private static final Pattern JSON_EXCHANGES =
      Pattern.compile(
          "\\{\\s*\"(?:log|interactions|http_interactions|recorded_with)\"\\s*:.*"
              + "|\\{\\s*\"version\"\\s*:\\s*[\"0-9.]+\\s*,\\s*\"interactions\".*"
              + "|\\[\\s*\\{\\s*\"(?:request|response)\"\\s*:.*",
          Pattern.DOTALL);
  private static final Pattern YAML_EXCHANGES =
      Pattern.compile("(?m)^(?:http_interactions|interactions|recorded_with):");
  private static final Pattern YAML_BEGINNING =
      Pattern.compile("(?:---|#|[a-z_]+:\\s).*", Pattern.DOTALL);
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 200, MAX_HEAD_BYTES);

  private FormGuess() {}

  /**
   * The form of an input with this beginning; {@code null} if more of it must be seen.
   *
   * @param isWhole whether there is no more
   * @param given the dialect that the caller has named
   */
  static @Nullable Form of(byte[] head, boolean isWhole, @Nullable Dialect given) {
    if (head.length < Packing.HEAD_BYTES && !isWhole) {
      return null;
    }
    Packing packing = Packing.of(head);
    if (packing != null) {
      return new Packed(packing);
    }
    String binary = KnownThings.binary(head);
    if (binary != null) {
      return new Other(binary);
    }
    if (given != null && isWhole && head.length == 0) {
      return new Stream(given);
    }
    String text = text(head);
    boolean isEnough = isWhole || head.length >= TEXT_BYTES;
    Form wrapped = wrapping(text, isEnough);
    if (wrapped != null) {
      return wrapped;
    }
    Own own = own(head, text, isWhole);
    if (own != null) {
      return own;
    }
    if (given != null) {
      // Frames of bytes tell at once that nothing is around them; text must be seen to its line.
      boolean isFrame = head[0] >= 0 && head[0] < '\t';
      return isFrame || isEnough || text.indexOf('\n') >= 0 ? new Stream(given) : null;
    }
    Optional<Dialect> guess = DialectGuess.of(head, isWhole);
    if (guess.isPresent()) {
      return new Stream(guess.get());
    }
    String name = isEnough ? KnownThings.text(head) : null;
    return name == null ? null : new Other(name);
  }

  /** The beginning as text, one character a byte, without what may stand before it. */
  private static String text(byte[] head) {
    String start = new String(head, 0, Math.min(head.length, TEXT_BYTES), ISO_8859_1);
    return (start.startsWith("\u00EF\u00BB\u00BF") ? start.substring(3) : start).stripLeading();
  }

  private static @Nullable Form wrapping(String text, boolean isEnough) {
    if (text.startsWith("HTTP/")) {
      return Wrapping.HTTP;
    }
    if (TRACE.matcher(text).lookingAt()) {
      return trace(text, isEnough);
    }
    if (JSON_EXCHANGES.matcher(text).matches()) {
      return Wrapping.JSON_EXCHANGES;
    }
    if (YAML_BEGINNING.matcher(text).matches() && YAML_EXCHANGES.matcher(text).find()) {
      return Wrapping.YAML_EXCHANGES;
    }
    return null;
  }

  private static @Nullable Form trace(String text, boolean isEnough) {
    if (TRACE_LINE_OF_BYTES.matcher(text).find()) {
      return Wrapping.CURL_TRACE;
    }
    if (TRACE_LINE_OF_TEXT.matcher(text).find()) {
      return Wrapping.CURL_TRACE_ASCII;
    }
    return isEnough ? Wrapping.CURL_TRACE : null;
  }

  private static @Nullable Own own(byte[] head, String text, boolean isWhole) {
    if (text.startsWith("{\"weir\":\"recording\"")) {
      return Own.RECORDING;
    }
    if (text.startsWith("{\"weir\":\"metrics\"")) {
      return Own.METRICS;
    }
    return text.startsWith("{")
        ? isEventLine(head, isWhole) ? Own.EVENTS : null
        : isLifecycle(head, isWhole) ? Own.LIFECYCLE : null;
  }

  private static boolean isEventLine(byte[] head, boolean isWhole) {
    String start = new String(head, UTF_8);
    int end = start.indexOf('\n');
    if (end < 0 && !isWhole) {
      return false;
    }
    try {
      EventJson.read((end < 0 ? start : start.substring(0, end)).strip());
      return true;
    } catch (JsonException | ArithmeticException notAnEvent) {
      return false;
    }
  }

  private static boolean isLifecycle(byte[] head, boolean isWhole) {
    List<Frame> frames = new ArrayList<>();
    var framing = SseDecoder.forProviders(MAX_HEAD_BYTES);
    try {
      framing.feed(head.clone(), frames::add);
      if (isWhole) {
        framing.end(frames::add);
      }
    } catch (LimitExceededException tooLong) {
      // What was framed before may still show it.
    }
    return !frames.isEmpty() && isLifecycle(frames.getFirst());
  }

  private static boolean isLifecycle(Frame frame) {
    try {
      Json json = READER.read(frame.data().toString());
      return json.get("type").textIfAny() != null
          && json.get("phase").number() != null
          && json.get("timestamp").number() != null;
    } catch (JsonException notJson) {
      return false;
    }
  }
}
