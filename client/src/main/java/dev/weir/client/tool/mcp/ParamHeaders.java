package dev.weir.client.tool.mcp;

import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which arguments of a tool are also sent as HTTP headers: those that its schema marks with {@code
 * x-mcp-header}, so that a proxy can route a call without reading its body.
 *
 * @param places where each value is in the arguments, by the name of its header
 */
record ParamHeaders(Map<String, List<String>> places) {
  static final ParamHeaders NONE = new ParamHeaders(Map.of());

  private static final String MARK = "x-mcp-header";
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

  /** Keywords whose fields are named by the schema's author. */
  private static final Set<String> NAMED =
      Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

  /** Keywords that hold values, not schemas. */
  private static final Set<String> VALUES = Set.of("const", "enum", "default", "examples");

  ParamHeaders {
    places = Map.copyOf(places);
  }

  /**
   * Reads the marks of a schema.
   *
   * @throws IllegalArgumentException if one breaks a rule of the protocol, which forbids using such
   *     a tool
   */
  static ParamHeaders of(Json schema) {
    if (schema.fields().containsKey(MARK)) {
      throw new IllegalArgumentException(MARK + " is not on a parameter");
    }
    Map<String, List<String>> places = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    collect(schema, List.of(), places);
    return places.isEmpty() ? NONE : new ParamHeaders(places);
  }

  private static void collect(Json schema, List<String> path, Map<String, List<String>> places) {
    schema
        .fields()
        .forEach((keyword, value) -> {
          if (keyword.equals("properties")) {
            value
                .fields()
                .forEach((name, property) -> {
                  List<String> place = new ArrayList<>(path);
                  place.add(name);
                  if (property.fields().containsKey(MARK)) {
                    mark(property, place, places);
                  }
                  collect(property, place, places);
                });
          } else if (isMarkedBelow(keyword, value)) {
            throw new IllegalArgumentException(
                "%s is below %s, where a parameter has no fixed place".formatted(MARK, keyword));
          }
        });
  }

  private static void mark(Json property, List<String> place, Map<String, List<String>> places) {
    String name = property.get(MARK).textOrEmpty();
    String type = property.get("type").textOrEmpty();
    if (!TOKEN.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "%s of %s is not the name of a header".formatted(MARK, String.join(".", place)));
    }
    if (!TYPES.contains(type)) {
      throw new IllegalArgumentException(
          "%s of %s marks a \"%s\"; expected a string, an integer or a boolean"
              .formatted(MARK, String.join(".", place), type));
    }
    if (places.put(name, place) != null) {
      throw new IllegalArgumentException("two parameters share the header " + name);
    }
  }

  private static boolean isMarkedBelow(String keyword, Json value) {
    if (VALUES.contains(keyword)) {
      return false;
    }
    return NAMED.contains(keyword)
        ? value.fields().values().stream().anyMatch(ParamHeaders::isMarked)
        : isMarked(value);
  }

  /** Whether a schema, or one of several, has a mark in it. */
  private static boolean isMarked(Json schema) {
    return schema.items().stream().anyMatch(ParamHeaders::isMarked)
        || schema.fields().containsKey(MARK)
        || schema.fields().entrySet().stream()
            .anyMatch(field -> isMarkedBelow(field.getKey(), field.getValue()));
  }

  /** The headers of a call with these arguments; none for what is absent or null. */
  Map<String, String> valuesOf(Json arguments) {
    Map<String, String> headers = new LinkedHashMap<>();
    places.forEach((name, place) -> {
      Json value = arguments;
      for (String step : place) {
        value = value.get(step);
      }
      String text = text(value);
      if (text != null) {
        headers.put("Mcp-Param-" + name, HeaderText.of(text));
      }
    });
    return headers;
  }

  private static @Nullable String text(Json value) {
    Long whole = value.number();
    if (whole != null) {
      return whole.toString();
    }
    return value instanceof Json.Text text ? text.value() : value.word();
  }
}
