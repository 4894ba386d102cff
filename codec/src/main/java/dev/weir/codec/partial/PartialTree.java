package dev.weir.codec.partial;

import dev.weir.codec.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The value that a {@link PartialJson} has read so far, and the place where it reads. */
final class PartialTree {
  /** A value that may still grow: a {@link Container}, a StringBuilder, or a {@link Json}. */
  private @Nullable Object root;

  private final Deque<Container> open = new ArrayDeque<>();
  private @Nullable StringBuilder text;

  /** The place of the value being read; made once for each value, not for each piece of it. */
  private @Nullable String path;

  private static final class Container {
    final String path;
    final boolean isArray;
    final Map<String, Object> fields = new LinkedHashMap<>();
    final List<Object> items = new ArrayList<>();
    String name = "";

    Container(String path, boolean isArray) {
      this.path = path;
      this.isArray = isArray;
    }

    Json value() {
      if (isArray) {
        return new Json.Items(items.stream().map(PartialTree::snapshot).toList());
      }
      Map<String, Json> values = new LinkedHashMap<>();
      fields.forEach((key, value) -> values.put(key, snapshot(value)));
      return new Json.Fields(values);
    }
  }

  Json value() {
    Object known = root;
    return known == null ? Json.Null.NULL : snapshot(known);
  }

  private static Json snapshot(Object value) {
    return switch (value) {
      case Container container -> container.value();
      case StringBuilder growing -> new Json.Text(growing.toString());
      case Json json -> json;
      default -> throw new IllegalStateException("Unexpected " + value.getClass());
    };
  }

  int depth() {
    return open.size();
  }

  boolean isInArray() {
    Container inner = open.peek();
    return inner != null && inner.isArray;
  }

  /** Where the value being read is. */
  String path() {
    String known = path;
    if (known == null) {
      known = newPath();
      path = known;
    }
    return known;
  }

  String containerPath() {
    Container inner = open.peek();
    return inner == null ? "" : inner.path;
  }

  private String newPath() {
    Container inner = open.peek();
    if (inner == null) {
      return "";
    }
    String step = inner.isArray ? Integer.toString(inner.items.size()) : escape(inner.name);
    return inner.path + "/" + step;
  }

  private static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  void name(String name) {
    Container inner = open.peek();
    if (inner != null) {
      inner.name = name;
      path = null;
    }
  }

  void open(boolean isArray) {
    var container = new Container(path(), isArray);
    put(container);
    open.push(container);
    path = null;
  }

  void close() {
    open.pop();
    path = null;
  }

  void beginText() {
    path(); // Before the text is added, because in an array the place would then be the next one.
    var growing = new StringBuilder();
    put(growing);
    text = growing;
  }

  void addText(String more) {
    StringBuilder growing = text;
    if (growing != null) {
      growing.append(more);
    }
  }

  void endText() {
    text = null;
    path = null;
  }

  void set(Json value) {
    put(value);
    path = null;
  }

  private void put(Object value) {
    Container inner = open.peek();
    if (inner == null) {
      root = value;
    } else if (inner.isArray) {
      inner.items.add(value);
    } else {
      inner.fields.put(inner.name, value);
    }
  }
}
