package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Carries fields that a dialect does not know, each when it first comes and when its value changes:
 * providers repeat the same extra fields on every chunk.
 */
public final class UnknownFields {
  private static final int MAX_PATHS = 256;

  private final EventWriter writer;
  private final Map<String, Integer> lastValues = new HashMap<>();

  public UnknownFields(EventWriter writer) {
    this.writer = writer;
  }

  /** Looks through an object; {@code place} says where it is in the chunk. */
  public void report(String place, Json object, Set<String> known) {
    object
        .fields()
        .forEach((name, value) -> {
          if (!known.contains(name) && !isNothing(value)) {
            report(place + name, value);
          }
        });
  }

  private static boolean isNothing(Json value) {
    return value.isNull()
        || (value.isArray() && value.items().isEmpty())
        || (value.isObject() && value.fields().isEmpty())
        || "".equals(value.text());
  }

  private void report(String path, Json value) {
    String json = value.toText();
    Integer last = lastValues.get(path);
    boolean isNew = last == null || last != json.hashCode();
    if (isNew && (last != null || lastValues.size() < MAX_PATHS)) {
      lastValues.put(path, json.hashCode());
      writer.unrecognized("field " + path, json);
    }
  }
}
