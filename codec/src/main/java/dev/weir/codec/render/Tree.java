package dev.weir.codec.render;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object being written, field by field. An array that is added to grows in place, so the
 * cost of a request is linear in its messages; what {@link #json} returned no longer changes.
 */
public final class Tree {
  private final Map<String, Json> fields = new LinkedHashMap<>();

  /** Arrays that belong to this object alone, until it is handed out. */
  private final Map<String, List<Json>> growing = new HashMap<>();

  public Tree put(String name, Json value) {
    growing.remove(name);
    fields.put(name, value);
    return this;
  }

  public Tree put(String name, Tree value) {
    return put(name, value.json());
  }

  public Tree put(String name, String value) {
    return put(name, new Json.Text(value));
  }

  public Tree put(String name, long value) {
    return put(name, new Json.Num(Long.toString(value)));
  }

  public Tree put(String name, boolean value) {
    return put(name, new Json.Bool(value));
  }

  public Tree putIfAny(String name, @Nullable String value) {
    return value == null ? this : put(name, value);
  }

  public Tree putIfAny(String name, @Nullable Boolean value) {
    return value == null ? this : put(name, (boolean) value);
  }

  /** Puts a number, unless there is none; a whole number without a fraction. */
  public Tree putIfAny(String name, @Nullable Number value) {
    if (value == null) {
      return this;
    }
    boolean isWhole = value.doubleValue() == value.longValue();
    return put(name, new Json.Num(isWhole ? Long.toString(value.longValue()) : value.toString()));
  }

  /** Puts an array of texts, unless there are none. */
  public Tree putIfAny(String name, List<String> texts) {
    return texts.isEmpty() ? this : put(name, new Json.Items(List.copyOf(texts(texts))));
  }

  /** Puts an object, unless it has no fields. */
  public Tree putIfAny(String name, Tree value) {
    return value.fields.isEmpty() ? this : put(name, value);
  }

  private static List<Json> texts(List<String> texts) {
    return texts.stream().map(t -> (Json) new Json.Text(t)).toList();
  }

  /** Appends to an array, which begins with its first item. */
  public Tree add(String name, Json item) {
    List<Json> items = growing.get(name);
    if (items == null) {
      items = new ArrayList<>(fields.getOrDefault(name, Json.Null.NULL).items());
      put(name, new Json.Items(items));
      growing.put(name, items);
    }
    items.add(item);
    return this;
  }

  public Tree add(String name, Tree item) {
    return add(name, item.json());
  }

  /** Adds a dialect's next request, as JSON text: arrays are appended, other fields are set. */
  public Tree continueWith(String nextRequest) {
    Json next = ProviderJson.object(nextRequest);
    if (next != null) {
      next.fields()
          .forEach((name, value) -> {
            if (value.isArray()) {
              value.items().forEach(item -> add(name, item));
            } else {
              put(name, value);
            }
          });
    }
    return this;
  }

  /** Appends to what may be just a text, which is then made an item first. */
  public Tree append(String name, Json item, Function<String, Json> itemOf) {
    String text = fields.getOrDefault(name, Json.Null.NULL).text();
    if (text != null) {
      fields.remove(name);
      add(name, itemOf.apply(text));
    }
    return add(name, item);
  }

  public boolean has(String name) {
    return fields.containsKey(name);
  }

  public Json json() {
    growing.clear();
    return new Json.Fields(new LinkedHashMap<>(fields));
  }

  /** An object with one field. */
  public static Tree of(String name, String value) {
    return new Tree().put(name, value);
  }

  public static Json array(List<Tree> items) {
    return new Json.Items(items.stream().map(Tree::json).toList());
  }

  /** Objects are merged field by field; of anything else the second wins. */
  public static Json merged(Json ours, Json theirs) {
    if (!ours.isObject() || !theirs.isObject()) {
      return theirs;
    }
    Map<String, Json> all = new LinkedHashMap<>(ours.fields());
    theirs.fields().forEach((name, value) -> all.merge(name, value, Tree::merged));
    return new Json.Fields(all);
  }
}
