package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import java.util.Arrays;
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

  /** What was carried, and the hash of its last value; a stream has few of them, or none. */
  private String[] paths = new String[0];

  private int[] hashes = new int[0];
  private int count;

  /** Which was found last. Chunks have their fields in the same order, so the next comes next. */
  private int last;

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
              && (!value.equals(usual.get(name)) || known(path(place, name)) >= 0)) {
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
    int known = known(path);
    if (known < 0 ? count < MAX_PATHS : hashes[known] != json.hashCode() || isGrowing) {
      int at = known < 0 ? added(path) : known;
      hashes[at] = json.hashCode();
      writer.unrecognized(kind + path, json);
    }
  }

  /** Where a path is; negative if it has not come yet. */
  private int known(String path) {
    for (int i = 1; i <= count; i++) {
      int at = (last + i) % count;
      if (paths[at].equals(path)) {
        last = at;
        return at;
      }
    }
    return -1;
  }

  private int added(String path) {
    if (count == paths.length) {
      paths = Arrays.copyOf(paths, 2 * count + 2);
      hashes = Arrays.copyOf(hashes, 2 * count + 2);
    }
    paths[count] = path;
    return count++;
  }
}
