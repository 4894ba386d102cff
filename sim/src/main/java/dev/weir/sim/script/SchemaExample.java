package dev.weir.sim.script;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Makes a value that a JSON schema allows, always the same: what it must have and what it names,
 * the first of what it lets one choose. Patterns and formats other than of dates are not looked at.
 */
final class SchemaExample {
  /** Schemas may refer to themselves; deeper than this nobody is asked for more. */
  private static final int MAX_DEPTH = 12;

  private final Json root;

  private SchemaExample(Json root) {
    this.root = root;
  }

  /** The example as JSON text. */
  static String of(Json schema) {
    return JsonText.of(new SchemaExample(schema).value(schema, "", 0));
  }

  private Json value(Json schema, String name, int depth) {
    if (schema.has("$ref")) {
      return depth > MAX_DEPTH ? Json.Null.NULL : value(referred(schema), name, depth + 1);
    }
    if (schema.has("const")) {
      return schema.get("const");
    }
    for (String values : List.of("enum", "examples")) {
      if (!schema.get(values).items().isEmpty()) {
        return schema.get(values).items().getFirst();
      }
    }
    for (String schemas : List.of("anyOf", "oneOf", "allOf")) {
      if (!schema.get(schemas).items().isEmpty()) {
        return value(schema.get(schemas).items().getFirst(), name, depth + 1);
      }
    }
    return switch (type(schema)) {
      case "object" -> object(schema, depth);
      case "array" -> array(schema, name, depth);
      case "integer", "number" -> number(schema);
      case "boolean" -> new Json.Bool(true);
      case "null" -> Json.Null.NULL;
      default -> new Json.Text(text(schema, name));
    };
  }

  /** Within this schema; what stands elsewhere is not fetched. */
  private Json referred(Json schema) {
    String reference = schema.get("$ref").textOrEmpty();
    Json found = root;
    if (reference.startsWith("#/")) {
      for (String step : reference.substring(2).split("/", -1)) {
        found = found.get(step.replace("~1", "/").replace("~0", "~"));
      }
    }
    return found;
  }

  /** Gemini writes types in capitals; several are a choice. */
  private static String type(Json schema) {
    Json type = schema.get("type");
    String word =
        type.items().isEmpty() ? type.textOrEmpty() : type.items().getFirst().textOrEmpty();
    return word.isEmpty() && schema.has("properties") ? "object" : word.toLowerCase(Locale.ROOT);
  }

  private Json object(Json schema, int depth) {
    Map<String, Json> fields = new LinkedHashMap<>();
    List<String> required = schema.get("required").items().stream().map(Json::textOrEmpty).toList();
    schema
        .get("properties")
        .fields()
        .forEach((name, field) -> {
          if (depth < MAX_DEPTH / 2 || required.contains(name)) {
            fields.put(name, value(field, name, depth + 1));
          }
        });
    return new Json.Fields(fields);
  }

  private Json array(Json schema, String name, int depth) {
    List<Json> items = new ArrayList<>();
    for (Json fixed : schema.get("prefixItems").items()) {
      items.add(value(fixed, name, depth + 1));
    }
    Long least = schema.get("minItems").number();
    long wanted = Math.clamp(least == null ? 1 : least, depth < MAX_DEPTH ? 1 : 0, 100);
    while (items.size() < wanted && schema.has("items")) {
      items.add(value(schema.get("items"), name, depth + 1));
    }
    return new Json.Items(items);
  }

  private static Json number(Json schema) {
    Json least = schema.get("minimum");
    if (!least.isNull()) {
      return least;
    }
    Long over = schema.get("exclusiveMinimum").number();
    Long most = schema.get("maximum").number();
    long number = over == null ? (most == null ? 1 : Math.min(1, most)) : over + 1;
    return new Json.Num(Long.toString(number));
  }

  /** As long as it must be, and no longer than it may. */
  private static String text(Json schema, String name) {
    String text =
        switch (schema.get("format").textOrEmpty()) {
          case "date-time" -> "2026-01-01T00:00:00Z";
          case "date" -> "2026-01-01";
          case "time" -> "00:00:00Z";
          case "email" -> "someone@example.org";
          case "uri", "url" -> "https://example.org/";
          case "uuid" -> "00000000-0000-4000-8000-000000000000";
          default -> name.isEmpty() ? "text" : name;
        };
    Long least = schema.get("minLength").number();
    Long most = schema.get("maxLength").number();
    var padded = new StringBuilder(text);
    while (least != null && padded.length() < Math.min(least, 10_000)) {
      padded.append('x');
    }
    return most == null
        ? padded.toString()
        : padded.substring(0, (int) Math.min(most, padded.length()));
  }
}
