package dev.weir.client.render;

import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object being written, field by field. */
final class Tree {
  private final Map<String, Json> fields = new LinkedHashMap<>();

  Tree put(String name, Json value) {
    fields.put(name, value);
    return this;
  }

  Tree put(String name, Tree value) {
    return put(name, value.json());
  }

  Tree put(String name, String value) {
    return put(name, new Json.Text(value));
  }

  Tree put(String name, long value) {
    return put(name, new Json.Num(Long.toString(value)));
  }

  Tree put(String name, boolean value) {
    return put(name, new Json.Bool(value));
  }

  Tree putIfAny(String name, @Nullable String value) {
    return value == null ? this : put(name, value);
  }

  Tree putIfAny(String name, @Nullable Number value) {
    return value == null ? this : put(name, new Json.Num(value.toString()));
  }

  /** Puts an array of texts, unless there are none. */
  Tree putIfAny(String name, List<String> texts) {
    return texts.isEmpty() ? this : put(name, new Json.Items(List.copyOf(texts(texts))));
  }

  /** Puts an object, unless it has no fields. */
  Tree putIfAny(String name, Tree value) {
    return value.fields.isEmpty() ? this : put(name, value);
  }

  private static List<Json> texts(List<String> texts) {
    return texts.stream().map(t -> (Json) new Json.Text(t)).toList();
  }

  /** Appends to an array, which begins with its first item. */
  Tree add(String name, Json item) {
    List<Json> items = new ArrayList<>(fields.getOrDefault(name, Json.Null.NULL).items());
    items.add(item);
    return put(name, new Json.Items(items));
  }

  Tree add(String name, Tree item) {
    return add(name, item.json());
  }

  /** Adds what {@code Dialect.nextRequest} gave: arrays are appended, other fields are set. */
  Tree continueWith(Json next) {
    next.fields()
        .forEach((name, value) -> {
          if (value.isArray()) {
            value.items().forEach(item -> add(name, item));
          } else {
            put(name, value);
          }
        });
    return this;
  }

  Json json() {
    return new Json.Fields(new LinkedHashMap<>(fields));
  }

  /** An object with one field. */
  static Tree of(String name, String value) {
    return new Tree().put(name, value);
  }

  static Json array(List<Tree> items) {
    return new Json.Items(items.stream().map(Tree::json).toList());
  }

  /** Objects are merged field by field; of anything else the second wins. */
  static Json merged(Json ours, Json theirs) {
    if (!ours.isObject() || !theirs.isObject()) {
      return theirs;
    }
    Map<String, Json> all = new LinkedHashMap<>(ours.fields());
    theirs.fields().forEach((name, value) -> all.merge(name, value, Tree::merged));
    return new Json.Fields(all);
  }
}
