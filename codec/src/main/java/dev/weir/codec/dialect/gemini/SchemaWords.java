package dev.weir.codec.dialect.gemini;

import dev.weir.codec.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Turns Gemini's own schemas, whose types are in capitals, into JSON schemas. */
final class SchemaWords {
  private static final Set<String> TYPES =
      Set.of("STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL");

  /** Keywords that hold values: nothing in them is a schema, whatever it looks like. */
  private static final Set<String> VALUES = Set.of("enum", "default", "example", "const");

  private SchemaWords() {}

  static Json plain(Json schema) {
    return switch (schema) {
      case Json.Fields fields -> {
        Map<String, Json> plain = new LinkedHashMap<>();
        fields
            .map()
            .forEach((name, value) -> {
              boolean isType = name.equals("type") && TYPES.contains(value.textOrEmpty());
              plain.put(
                  name.equals("any_of") && value.isArray() ? "anyOf" : name,
                  isType
                      ? new Json.Text(value.textOrEmpty().toLowerCase(Locale.ROOT))
                      : VALUES.contains(name) ? value : plain(value));
            });
        yield nullable(plain);
      }
      case Json.Items items ->
          new Json.Items(items.list().stream().map(SchemaWords::plain).toList());
      case Json.Text text -> text;
      case Json.Num number -> number;
      case Json.Bool flag -> flag;
      case Json.Null none -> none;
    };
  }

  private static Json nullable(Map<String, Json> schema) {
    Json type = schema.getOrDefault("type", Json.Null.NULL);
    if (type.text() != null && schema.getOrDefault("nullable", Json.Null.NULL).isTrue()) {
      schema.remove("nullable");
      schema.put("type", new Json.Items(List.of(type, new Json.Text("null"))));
    }
    return new Json.Fields(schema);
  }
}
