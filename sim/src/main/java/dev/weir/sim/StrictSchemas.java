package dev.weir.sim;

import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * OpenAI's rules for a schema with {@code "strict": true}, in its words.
 *
 * @param what the kind of thing that has the schema
 */
record StrictSchemas(String what, String name) {

  /**
   * Checks a format or a function, if it is strict.
   *
   * @throws IllegalArgumentException if OpenAI would refuse its schema
   */
  static void check(String what, Json named) {
    if (named.get("strict").isTrue()) {
      Json schema = named.has("schema") ? named.get("schema") : named.get("parameters");
      new StrictSchemas(what, named.get("name").textOrEmpty()).check(schema, List.of());
    }
  }

  private void check(Json schema, List<String> place) {
    if (!schema.isObject()) {
      return;
    }
    Map<String, Json> properties = schema.get("properties").fields();
    if (schema.get("type").textOrEmpty().equals("object")) {
      refuse(
          !schema.get("additionalProperties").equals(new Json.Bool(false)),
          place,
          "'additionalProperties' is required to be supplied and to be false.");
      for (String name : properties.keySet()) {
        refuse(
            !schema.get("required").items().contains(new Json.Text(name)),
            place,
            "'required' is required to be supplied and to be an array including every key in"
                + " properties. Missing '%s'.".formatted(name));
      }
    }
    properties.forEach((name, each) -> check(each, below(place, "properties", name)));
    schema.get("$defs").fields().forEach((name, each) -> check(each, below(place, "$defs", name)));
    check(schema.get("items"), below(place, "items"));
    List<Json> any = schema.get("anyOf").items();
    for (int i = 0; i < any.size(); i++) {
      check(any.get(i), below(place, "anyOf", String.valueOf(i)));
    }
  }

  private static List<String> below(List<String> place, String... more) {
    List<String> all = new ArrayList<>(place);
    all.addAll(List.of(more));
    return all;
  }

  private void refuse(boolean isWrong, List<String> place, String words) {
    if (isWrong) {
      String context =
          place.stream().map(each -> "'" + each + "'").collect(Collectors.joining(", "));
      throw new IllegalArgumentException(
          "Invalid schema for %s '%s': In context=(%s), %s".formatted(what, name, context, words));
    }
  }
}
