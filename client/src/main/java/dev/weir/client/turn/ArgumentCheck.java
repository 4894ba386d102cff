package dev.weir.client.turn;

import dev.weir.codec.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks a call's arguments against the basics of a tool's JSON schema, so that a model is told of
 * a mistake in words before a tool stumbles over it.
 *
 * <p>Checked, also inside objects and arrays: {@code type} (one or several), {@code required},
 * {@code enum}, {@code const}, {@code properties}, {@code items}, and {@code additionalProperties}
 * where it is false. Everything else in a schema ({@code anyOf}, {@code $ref}, {@code pattern},
 * bounds, formats) is the tool's own business.
 */
final class ArgumentCheck {
  private static final int MAX_DEPTH = 64;

  private ArgumentCheck() {}

  /** What does not fit, in words; {@code null} if nothing was found. */
  static @Nullable String problem(Json arguments, Json schema) {
    return arguments.isObject()
        ? check("arguments", arguments, schema, MAX_DEPTH)
        : "expected one JSON object, saw " + kind(arguments);
  }

  private static @Nullable String check(String path, Json value, Json schema, int depth) {
    if (depth == 0 || !schema.isObject()) {
      return null;
    }
    List<String> types = types(schema.get("type"));
    if (!types.isEmpty() && types.stream().noneMatch(type -> fits(value, type))) {
      return "%s: expected %s, saw %s".formatted(path, String.join(" or ", types), kind(value));
    }
    Json allowed = schema.get("enum");
    if (allowed.isArray() && allowed.items().stream().noneMatch(one -> same(one, value))) {
      return "%s: expected one of %s, saw %s".formatted(path, allowed.toText(), shown(value));
    }
    if (schema.fields().containsKey("const") && !same(schema.get("const"), value)) {
      return "%s: expected %s, saw %s".formatted(path, schema.get("const").toText(), shown(value));
    }
    return value.isArray()
        ? items(path, value, schema.get("items"), depth)
        : fields(path, value, schema, depth);
  }

  private static @Nullable String items(String path, Json array, Json schema, int depth) {
    for (int i = 0; i < array.items().size(); i++) {
      String problem = check(path + "[" + i + "]", array.at(i), schema, depth - 1);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static @Nullable String fields(String path, Json value, Json schema, int depth) {
    if (!value.isObject()) {
      return null;
    }
    Map<String, Json> given = value.fields();
    String missing =
        schema.get("required").items().stream()
            .map(Json::textOrEmpty)
            .filter(name -> !given.containsKey(name))
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      return "%s: missing %s".formatted(path, missing);
    }
    Map<String, Json> known = schema.get("properties").fields();
    boolean isClosed =
        schema.get("additionalProperties") instanceof Json.Bool open && !open.value();
    for (Map.Entry<String, Json> field : given.entrySet()) {
      Json expected = known.get(field.getKey());
      if (expected == null && isClosed) {
        return "%s: unknown field \"%s\", expected %s"
            .formatted(path, field.getKey(), String.join(", ", known.keySet()));
      }
      String problem =
          expected == null
              ? null
              : check(path + "." + field.getKey(), field.getValue(), expected, depth - 1);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static List<String> types(Json type) {
    String one = type.textIfAny();
    return one != null
        ? List.of(one)
        : type.items().stream().map(Json::textOrEmpty).filter(t -> !t.isEmpty()).toList();
  }

  private static boolean fits(Json value, String type) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value instanceof Json.Text;
      case "boolean" -> value instanceof Json.Bool;
      case "number" -> value instanceof Json.Num;
      case "integer" -> value instanceof Json.Num number && isWhole(number);
      case "null" -> value.isNull();
      default -> true;
    };
  }

  /** 3.0 is an integer too, says JSON schema. */
  private static boolean isWhole(Json.Num number) {
    double value = Double.parseDouble(number.digits());
    return value == Math.rint(value) && !Double.isInfinite(value);
  }

  private static boolean same(Json one, Json other) {
    if (one instanceof Json.Num a && other instanceof Json.Num b) {
      return Double.parseDouble(a.digits()) == Double.parseDouble(b.digits());
    }
    return one.equals(other);
  }

  private static String kind(Json value) {
    return switch (value) {
      case Json.Fields object -> "an object";
      case Json.Items array -> "an array";
      case Json.Text text -> "a string";
      case Json.Num number -> "the number " + number.digits();
      case Json.Bool bool -> String.valueOf(bool.value());
      case Json.Null none -> "null";
    };
  }

  private static String shown(Json value) {
    return value instanceof Json.Text text && text.value().length() <= 100
        ? text.toText()
        : kind(value);
  }
}
