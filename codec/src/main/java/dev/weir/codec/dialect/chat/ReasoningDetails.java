package dev.weir.codec.dialect.chat;

import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gathers {@code reasoning_details}, which repeat the text of {@code reasoning} and add what must
 * be sent back: ids, signatures, encrypted data.
 *
 * <p>Entries come in pieces. A piece continues the last entry if it has the same type and index; a
 * signature comes in an entry of its own, with no text.
 */
final class ReasoningDetails {
  private static final List<String> GROWING = List.of("text", "summary", "data");

  private final List<Map<String, Json>> entries = new ArrayList<>();
  private final List<StringBuilder> texts = new ArrayList<>();

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Takes an entry; returns the reasoning text it adds. */
  String add(Json entry) {
    String growing = growingField(entry);
    String text = growing == null ? "" : entry.get(growing).textOrEmpty();
    if (entries.isEmpty() || !continues(entries.getLast(), entry)) {
      entries.add(new LinkedHashMap<>(entry.fields()));
      texts.add(new StringBuilder(text));
    } else {
      Map<String, Json> last = entries.getLast();
      entry.fields().forEach((name, value) -> merge(last, name, value));
      texts.getLast().append(text);
    }
    return "data".equals(growing) ? "" : text;
  }

  private static void merge(Map<String, Json> entry, String name, Json value) {
    if (!value.isNull() && !GROWING.contains(name)) {
      entry.put(name, value);
    } else if (!value.isNull()) {
      entry.putIfAbsent(name, value);
    }
  }

  private static boolean continues(Map<String, Json> last, Json entry) {
    Json type = last.getOrDefault("type", Json.Null.NULL);
    Json index = last.getOrDefault("index", Json.Null.NULL);
    boolean encrypted = "reasoning.encrypted".equals(type.text());
    return !encrypted && type.equals(entry.get("type")) && index.equals(entry.get("index"));
  }

  private static @Nullable String growingField(Json entry) {
    for (String name : GROWING) {
      if (entry.has(name)) {
        return name;
      }
    }
    return null;
  }

  /** The last value of a field over all entries. */
  @Nullable String last(String field) {
    String found = null;
    for (Map<String, Json> entry : entries) {
      String value = entry.getOrDefault(field, Json.Null.NULL).textIfAny();
      found = value == null ? found : value;
    }
    return found;
  }

  /** The entries as one JSON array, their pieces joined: what the next request sends back. */
  String toJson() {
    List<Json> joined = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      var entry = new LinkedHashMap<>(entries.get(i));
      String growing = growingField(new Json.Fields(entry));
      if (growing != null) {
        entry.put(growing, new Json.Text(texts.get(i).toString()));
      }
      joined.add(new Json.Fields(entry));
    }
    return new Json.Items(joined).toText();
  }
}
