package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the provider's own JSON out of events: sources, annotations, arguments. */
public final class ProviderJson {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 200, 64 << 20);

  private ProviderJson() {}

  /** The value, or {@code null} if the text is absent or is not JSON. */
  public static @Nullable Json parse(@Nullable String text) {
    if (text == null || text.isBlank()) {
      return null;
    }
    try {
      return READER.read(text);
    } catch (JsonException notJson) {
      return null;
    }
  }

  /** The object, or {@code null} if the text is anything else. */
  public static @Nullable Json object(@Nullable String text) {
    Json json = parse(text);
    return json != null && json.isObject() ? json : null;
  }

  /** The arguments of a call as an object; anything else is shown to the model as it was. */
  public static Json argumentsObject(String arguments) {
    if (arguments.isBlank()) {
      return new Json.Fields(Map.of());
    }
    Json read = object(arguments);
    return read != null ? read : new Json.Fields(Map.of("INVALID_JSON", new Json.Text(arguments)));
  }

  /** A value that an origin keeps as text: JSON as itself, any other text as a string. */
  public static Json valueOf(String text) {
    boolean looksLikeJson = text.startsWith("{") || text.startsWith("[");
    Json json = looksLikeJson ? parse(text) : null;
    return json == null ? new Json.Text(text) : json;
  }
}
