package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Joins JSON objects that follow each other as pieces of one: some texts add up, objects and lists
 * grow, and of everything else the last value counts. Entries of lists that have an index are told
 * apart by it. Joining costs no more than reading the pieces.
 */
public final class JoinedFields {
  private final Set<String> growing;
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * @param growing the names of the fields whose texts add up
   */
  public JoinedFields(Set<String> growing) {
    this.growing = growing;
  }

  /** Joins the fields of an object with those so far. */
  public void add(Json piece) {
    piece.fields().forEach(this::add);
  }

  /** Joins one field. */
  public void add(String name, Json value) {
    Object known = fields.get(name);
    switch (value) {
      case Json.Null nothing -> fields.putIfAbsent(name, nothing);
      case Json.Text text when growing.contains(name) -> {
        StringBuilder grown = known instanceof StringBuilder before ? before : new StringBuilder();
        grown.append(text.value());
        fields.put(name, grown);
      }
      case Json.Fields object -> {
        JoinedFields joined = known instanceof JoinedFields f ? f : new JoinedFields(growing);
        joined.add(object);
        fields.put(name, joined);
      }
      case Json.Items list -> {
        Entries entries = known instanceof Entries e ? e : new Entries();
        list.list().forEach(entries::add);
        fields.put(name, entries);
      }
      case Json.Text last -> fields.put(name, last);
      case Json.Num last -> fields.put(name, last);
      case Json.Bool last -> fields.put(name, last);
    }
  }

  /** Whether a piece of that type may belong here: it need not repeat an earlier type. */
  private boolean fits(Json type) {
    return type.isNull() || type.equals(fields.getOrDefault("type", type));
  }

  /** What they amount to. */
  public Json toJson() {
    Map<String, Json> done = new LinkedHashMap<>();
    fields.forEach((name, value) -> done.put(name, json(value)));
    return new Json.Fields(done);
  }

  private static Json json(Object value) {
    return switch (value) {
      case JoinedFields object -> object.toJson();
      case Entries entries ->
          new Json.Items(entries.list.stream().map(JoinedFields::json).toList());
      case StringBuilder text -> new Json.Text(text.toString());
      default -> (Json) value;
    };
  }

  /** A list of pieces. */
  private final class Entries {
    final List<Object> list = new ArrayList<>();
    private final Map<Json, List<JoinedFields>> indexed = new HashMap<>();

    void add(Json entry) {
      if (!entry.isObject() || !entry.has("index")) {
        list.add(entry);
        return;
      }
      List<JoinedFields> same = indexed.computeIfAbsent(entry.get("index"), i -> new ArrayList<>());
      JoinedFields joined =
          same.stream().filter(known -> known.fits(entry.get("type"))).findFirst().orElse(null);
      if (joined == null) {
        joined = new JoinedFields(growing);
        same.add(joined);
        list.add(joined);
      }
      joined.add(entry);
    }
  }
}
