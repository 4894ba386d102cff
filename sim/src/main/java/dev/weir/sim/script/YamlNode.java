package dev.weir.sim.script;

import dev.weir.codec.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value of a script together with its place, so that every complaint can name it.
 *
 * @param place such as {@code demo.yaml: answers[1].say[0]}
 */
record YamlNode(String place, @Nullable Object value) {
  private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|m)");
  private static final int MAX_JSON_DEPTH = 50;

  ScriptException wrong(String expected) {
    String seen = String.valueOf(value);
    String shown = seen.length() > 60 ? seen.substring(0, 60) + "…" : seen;
    return new ScriptException("%s: expected %s, saw %s".formatted(place, expected, shown));
  }

  boolean isAbsent() {
    return value == null;
  }

  YamlNode get(String name) {
    return new YamlNode(place + (place.endsWith(":") ? " " : ".") + name, map().get(name));
  }

  Map<?, ?> map() {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw wrong("names with values");
  }

  /** Refuses names that mean nothing here: a typing error shall not pass in silence. */
  void allow(Set<String> names) {
    for (Object name : map().keySet()) {
      if (!(name instanceof String text) || !names.contains(text)) {
        throw new ScriptException(
            "%s: «%s» means nothing here; expected one of %s"
                .formatted(place, name, String.join(", ", names.stream().sorted().toList())));
      }
    }
  }

  List<YamlNode> items() {
    if (!(value instanceof List<?> list)) {
      throw wrong("a list");
    }
    List<YamlNode> items = new ArrayList<>();
    for (Object item : list) {
      items.add(new YamlNode("%s[%d]".formatted(place, items.size()), item));
    }
    return items;
  }

  String text() {
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return String.valueOf(value);
    }
    throw wrong("a text");
  }

  @Nullable String textIfAny() {
    return isAbsent() ? null : text();
  }

  @Nullable Long numberIfAny() {
    if (isAbsent()) {
      return null;
    }
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    throw wrong("a whole number");
  }

  Duration duration(Duration otherwise) {
    if (isAbsent()) {
      return otherwise;
    }
    if (value instanceof Integer zero && zero == 0) {
      return Duration.ZERO;
    }
    Matcher matcher = DURATION.matcher(String.valueOf(value));
    if (!matcher.matches()) {
      throw wrong("a time such as 20ms, 1.5s or 2m");
    }
    double millis =
        switch (matcher.group(2)) {
          case "s" -> 1000;
          case "m" -> 60_000;
          default -> 1;
        };
    return Duration.ofNanos(Math.round(Double.parseDouble(matcher.group(1)) * millis * 1e6));
  }

  /** The value as JSON, names in their order. */
  Json json() {
    return json(value, MAX_JSON_DEPTH);
  }

  private Json json(@Nullable Object any, int depth) {
    if (depth == 0) {
      throw wrong("less than %d levels".formatted(MAX_JSON_DEPTH));
    }
    if (any instanceof Map<?, ?> map) {
      Map<String, Json> fields = new LinkedHashMap<>();
      map.forEach((name, field) -> fields.put(String.valueOf(name), json(field, depth - 1)));
      return new Json.Fields(fields);
    }
    if (any instanceof List<?> list) {
      List<Json> items = new ArrayList<>();
      list.forEach(item -> items.add(json(item, depth - 1)));
      return new Json.Items(items);
    }
    if (any instanceof Boolean bool) {
      return new Json.Bool(bool);
    }
    if (any instanceof Double number && !Double.isFinite(number)) {
      throw wrong("a number that JSON has");
    }
    if (any instanceof Number number) {
      return new Json.Num(number.toString());
    }
    return any == null ? Json.Null.NULL : new Json.Text(any.toString());
  }
}
