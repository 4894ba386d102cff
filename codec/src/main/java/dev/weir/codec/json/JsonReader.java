package dev.weir.codec.json;

import dev.weir.codec.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads whole JSON texts into values, within limits on depth and on the length of numbers. Any
 * number of threads may share one, which then knows the names that they all see.
 */
public final class JsonReader {
  private static final int MAX_NUMBER_LENGTH = 100;
  private static final int MAX_NAME_LENGTH = 50_000;
  private static final int ENCODING_BYTES = 4;

  private static final char REPLACEMENT = '\uFFFD';

  private final int maxDepth;
  private final int maxBytes;
  private final boolean isStrict;

  /** Remembers the names that it has seen; absent before the first. */
  private volatile @Nullable JsonFactory factory;

  /** A reader that refuses what is nested deeper or longer than that. */
  public JsonReader(int maxDepth, int maxBytes) {
    this(maxDepth, maxBytes, /* isStrict= */ false);
  }

  private JsonReader(int maxDepth, int maxBytes, boolean isStrict) {
    this.maxDepth = maxDepth;
    this.maxBytes = maxBytes;
    this.isStrict = isStrict;
  }

  private JsonFactory afresh() {
    JsonFactory made =
        JsonFactory.builder()
            .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, isStrict)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(maxDepth)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxStringLength(maxBytes)
                    .maxNameLength(MAX_NAME_LENGTH)
                    .build())
            .build();
    factory = made;
    return made;
  }

  /**
   * A reader for what will be passed on to others, who must not understand it differently: a field
   * that comes twice and a number that nobody can represent are refused, and half a character is
   * replaced by U+FFFD, which is what it would become on the way.
   */
  public static JsonReader strict(int maxDepth, int maxBytes) {
    return new JsonReader(maxDepth, maxBytes, /* isStrict= */ true);
  }

  /**
   * Reads one value.
   *
   * @throws JsonException if the text is not exactly one JSON value within the limits
   */
  public Json read(Bytes bytes) {
    return read(bytes, null);
  }

  /**
   * Reads one value of a stream, whose long texts need no parser.
   *
   * @param texts belongs to the stream; what is read is the same without it
   * @throws JsonException if the text is not exactly one JSON value within the limits
   */
  public Json read(Bytes bytes, @Nullable RepeatedText texts) {
    refuseOtherEncodings(bytes);
    ShortenedChunk shortened =
        texts == null || bytes.length() > maxBytes ? null : texts.shorten(bytes);
    if (shortened != null) {
      try {
        return read(opening(shortened.bytes()), shortened);
      } catch (JsonException odd) {
        // Read whole, the message says where.
      }
    }
    return read(opening(bytes), null);
  }

  private static Function<JsonFactory, JsonParser> opening(Bytes bytes) {
    return known ->
        known.createParser(ObjectReadContext.empty(), bytes.array(), bytes.from(), bytes.length());
  }

  /** Refuses bytes that the parser would take for something else than what they are in UTF-8. */
  private static void refuseOtherEncodings(Bytes bytes) {
    int to = Math.min(bytes.to(), bytes.from() + ENCODING_BYTES);
    for (int i = bytes.from(); i < to; i++) {
      byte b = bytes.array()[i];
      if (b == 0 || b == (byte) 0xFE || b == (byte) 0xFF) {
        throw notUtf8(bytes, i);
      }
    }
    int wrong = Utf8.wrongAt(bytes);
    if (wrong >= 0) {
      throw notUtf8(bytes, wrong);
    }
  }

  private static JsonException notUtf8(Bytes bytes, int at) {
    return new JsonException(
        "not JSON: byte 0x%02X (at offset %,d)".formatted(bytes.array()[at], at - bytes.from()));
  }

  /**
   * Reads one value.
   *
   * @throws JsonException if the text is not exactly one JSON value within the limits
   */
  public Json read(String text) {
    return read(known -> known.createParser(ObjectReadContext.empty(), text), null);
  }

  /**
   * Reads with the names of earlier texts in memory. Somebody may have sent names that are made to
   * be hard to find again, and the parser gives up on too many of them: that must not hit others,
   * so what seems to be beyond a limit is read once more by one that remembers nothing.
   */
  private Json read(Function<JsonFactory, JsonParser> opening, @Nullable ShortenedChunk texts) {
    JsonFactory known = factory;
    if (known != null) {
      try {
        return whole(opening.apply(known), texts);
      } catch (StreamConstraintsException beyond) {
        // Perhaps of what it remembers.
      }
    }
    JsonParser parser = opening.apply(afresh());
    try {
      return whole(parser, texts);
    } catch (StreamConstraintsException e) {
      throw new JsonException(
          "JSON beyond our limits: " + firstSentence(e.getOriginalMessage()) + where(parser));
    }
  }

  private Json whole(JsonParser parser, @Nullable ShortenedChunk texts) {
    if (texts != null) {
      texts.begin();
    }
    try (parser) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw new JsonException("expected JSON, saw nothing");
      }
      Json value = value(parser, first, texts);
      if (parser.nextToken() != null) {
        throw new JsonException("expected one JSON value, saw more after it" + where(parser));
      }
      if (texts != null && !texts.isRead()) {
        throw new JsonException("a text that was left out has no place");
      }
      return value;
    } catch (StreamConstraintsException beyond) {
      throw beyond;
    } catch (UnexpectedEndOfInputException e) {
      throw new JsonException("JSON ends in the middle" + where(parser));
    } catch (StreamReadException e) {
      throw new JsonException("not JSON: " + firstSentence(e.getOriginalMessage()) + where(parser));
    }
  }

  private Json value(JsonParser parser, JsonToken token, @Nullable ShortenedChunk texts) {
    return switch (token) {
      case START_OBJECT -> object(parser, texts);
      case START_ARRAY -> array(parser, texts);
      case VALUE_STRING ->
          new Json.Text(text(texts == null ? parser.getString() : texts.read(parser)));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
      case VALUE_TRUE -> new Json.Bool(true);
      case VALUE_FALSE -> new Json.Bool(false);
      case VALUE_NULL -> Json.Null.NULL;
      case PROPERTY_NAME, END_OBJECT, END_ARRAY, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw new JsonException("unexpected " + token + where(parser));
    };
  }

  private Json number(JsonParser parser) {
    String digits = parser.getString();
    if (isStrict && !Double.isFinite(Double.parseDouble(digits))) {
      throw new JsonException(
          "JSON beyond our limits: number %s is too large".formatted(digits) + where(parser));
    }
    return new Json.Num(digits);
  }

  private String text(String text) {
    if (!isStrict) {
      return text;
    }
    StringBuilder whole = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
          i++;
        } else {
          whole = whole == null ? new StringBuilder(text) : whole;
          whole.setCharAt(i, REPLACEMENT);
        }
      }
    }
    return whole == null ? text : whole.toString();
  }

  private Json object(JsonParser parser, @Nullable ShortenedChunk texts) {
    Map<String, Json> fields = new LinkedHashMap<>();
    for (JsonToken t = next(parser); t == JsonToken.PROPERTY_NAME; t = next(parser)) {
      String name = parser.currentName();
      fields.put(name, value(parser, next(parser), texts));
    }
    return new Json.Fields(fields);
  }

  private Json array(JsonParser parser, @Nullable ShortenedChunk texts) {
    List<Json> items = new ArrayList<>();
    for (JsonToken t = next(parser); t != JsonToken.END_ARRAY; t = next(parser)) {
      items.add(value(parser, t, texts));
    }
    return new Json.Items(items);
  }

  private static JsonToken next(JsonParser parser) {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw new JsonException("JSON ends in the middle" + where(parser));
    }
    return token;
  }

  private static String where(JsonParser parser) {
    TokenStreamLocation at = parser.currentLocation();
    long offset = at.getByteOffset() >= 0 ? at.getByteOffset() : at.getCharOffset();
    return " (at offset %,d)".formatted(offset);
  }

  /** Drops what the parser says about its own settings, which means nothing to our readers. */
  private static String firstSentence(String message) {
    String line = message.lines().findFirst().orElse("");
    int cut = Math.min(line.length(), 160);
    for (String aside : List.of(" (`", ", from `", ": expected a valid value", ": was expecting")) {
      int at = line.indexOf(aside);
      cut = at < 0 ? cut : Math.min(cut, at);
    }
    String kept = line.substring(0, cut);
    return kept.chars().filter(c -> c == '(').count() > kept.chars().filter(c -> c == ')').count()
        ? kept + ")"
        : kept;
  }
}
