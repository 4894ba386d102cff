package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import dev.weir.codec.sse.SseEncoder;
import dev.weir.event.StreamEvent.Unrecognized;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings fields that have no place in events to a client of the same dialect: each is written where
 * it was, in the next frame that has such a place.
 */
public final class CarriedFields {
  private static final int MAX_WAITING = 256;

  private record Waiting(String path, Json value) {}

  private final Set<String> optional;
  private final List<Waiting> waiting = new ArrayList<>();

  /** Nothing so far. */
  public CarriedFields() {
    this(Set.of());
  }

  /**
   * Carries fields of any frame.
   *
   * @param optional objects that a frame may have, which are created for their fields if missing
   */
  public CarriedFields(Set<String> optional) {
    this.optional = optional;
  }

  /** Whether nothing is waiting for a frame with a place for it. */
  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Takes a field to be written; returns whether it is one. */
  public boolean take(Unrecognized event) {
    String path = path(event);
    Json value = ProviderJson.parse(event.whole());
    if (path == null || value == null || waiting.size() >= MAX_WAITING) {
      return false;
    }
    waiting.add(new Waiting(path, value));
    return true;
  }

  /** Where a field was; absent if it is something else. */
  public static @Nullable String path(Unrecognized event) {
    for (String kind : List.of(UnknownFields.UNKNOWN, UnknownFields.KNOWN)) {
      if (event.type().startsWith(kind)) {
        return event.type().substring(kind.length());
      }
    }
    return null;
  }

  /**
   * How the frame of an event is named that is carried whole: by its type, unless it has none or a
   * provider chose one that no line can hold. The type is in its data as well.
   */
  public static String frameName(Unrecognized event) {
    String type = event.type();
    return type.equals("chunk") || !SseEncoder.isName(type) ? "" : type;
  }

  /** A frame with the fields that it has a place for. */
  public String in(String frame) {
    if (waiting.isEmpty()) {
      return frame;
    }
    Json json = ProviderJson.object(frame);
    if (json == null) {
      return frame;
    }
    Set<String> written = new HashSet<>();
    for (Iterator<Waiting> fields = waiting.iterator(); fields.hasNext(); ) {
      Waiting field = fields.next();
      // What came twice goes into two frames: neither value may cover the other.
      Json with = written.contains(field.path()) ? null : with(json, field.path(), field.value());
      if (with != null) {
        json = with;
        written.add(field.path());
        fields.remove();
      }
    }
    return json.toText();
  }

  /** The object with a value at a path; absent if it has no such place. */
  private @Nullable Json with(Json object, String path, Json value) {
    if (!object.isObject()) {
      return null;
    }
    int dot = path.indexOf('.');
    Map<String, Json> fields = new LinkedHashMap<>(object.fields());
    if (dot < 0) {
      fields.put(path, value);
      return new Json.Fields(fields);
    }
    String step = path.substring(0, dot);
    String rest = path.substring(dot + 1);
    int bracket = step.indexOf('[');
    String name = bracket < 0 ? step : step.substring(0, bracket);
    Json inner = object.get(name);
    if (inner.isNull() && optional.contains(name)) {
      inner = new Json.Fields(Map.of());
    }
    Json with =
        bracket < 0 ? with(inner, rest, value) : withItem(inner, step, bracket, rest, value);
    if (with == null) {
      return null;
    }
    fields.put(name, with);
    return new Json.Fields(fields);
  }

  /** {@code []} is the first item, {@code [2]} the one with that index. */
  private @Nullable Json withItem(Json array, String step, int bracket, String rest, Json value) {
    String index = step.substring(bracket + 1, step.length() - 1);
    List<Json> items = new ArrayList<>(array.items());
    for (int i = 0; i < items.size(); i++) {
      Json item = items.get(i);
      Json said = item.get("index");
      boolean isIt = index.isEmpty() ? i == 0 && isFirst(said) : index.equals(said.toText());
      Json with = isIt ? with(item, rest, value) : null;
      if (with != null) {
        items.set(i, with);
        return new Json.Items(items);
      }
    }
    return null;
  }

  private static boolean isFirst(Json index) {
    Long number = index.number();
    return number == null || number == 0;
  }
}
