package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Carries fields that have no place in events, each when it first comes and when its value changes:
 * providers repeat the same extra fields on every chunk. Report them before anything else in their
 * chunk, because {@link CarriedFields} puts them into the next frame.
 */
public final class UnknownFields {
  static final String UNKNOWN = "field ";
  static final String KNOWN = "also ";
  private static final int MAX_PATHS = 256;

  private final EventWriter writer;
  private final Map<String, Integer> lastValues = new HashMap<>(/* capacity= */ 4);

  /** Tells the writer of unknown fields. */
  public UnknownFields(EventWriter writer) {
    this.writer = writer;
  }

  /** Looks through an object; {@code place} says where it is in the chunk. */
  public void report(String place, Json object, Set<String> known) {
    object
        .fields()
        .forEach((name, value) -> {
          if (!known.contains(name) && !isNothing(value)) {
            report(UNKNOWN, path(place, name), value, isGrowing(place, value));
          }
        });
  }

  /** Carries fields that are known, for clients of the same dialect alone. */
  public void carry(String place, Json object, Set<String> names) {
    carry(place, object, names, Map.of());
  }

  /**
   * The same, without values that are the default.
   *
   * @param usual the default values
   */
  public void carry(String place, Json object, Set<String> names, Map<String, Json> usual) {
    object
        .fields()
        .forEach((name, value) -> {
          if (names.contains(name)
              && !isNothing(value)
              && (!value.equals(usual.get(name)) || lastValues.containsKey(path(place, name)))) {
            report(KNOWN, path(place, name), value, /* isGrowing= */ false);
          }
        });
  }

  /** The same for a field whose values add up, even if they are equal. */
  public void carryEach(String place, Json object, String name) {
    Json value = object.get(name);
    if (!isNothing(value)) {
      report(KNOWN, path(place, name), value, /* isGrowing= */ true);
    }
  }

  /** Streams share the names of fields, which are kept: one at the top needs no text of its own. */
  private static String path(String place, String name) {
    return place.isEmpty() ? name : place + name;
  }

  /** Whether the same text may come twice and mean more of it. */
  private static boolean isGrowing(String place, Json value) {
    return place.endsWith("delta.") && value.text() != null;
  }

  private static boolean isNothing(Json value) {
    return value.isNull()
        || (value.isArray() && value.items().isEmpty())
        || (value.isObject() && value.fields().isEmpty())
        || "".equals(value.text());
  }

  private void report(String kind, String path, Json value, boolean isGrowing) {
    String json = value.toText();
    Integer last = lastValues.get(path);
    boolean isNew = last == null || last != json.hashCode() || isGrowing;
    if (isNew && (last != null || lastValues.size() < MAX_PATHS)) {
      lastValues.put(path, json.hashCode());
      writer.unrecognized(kind + path, json);
    }
  }
}
