package dev.weir.codec.render;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.OutputFormat;

/** What is to be known of a JSON schema before it is sent. */
public final class Schemas {
  private Schemas() {}

  /** OpenAI refuses to be strict about a schema that leaves fields open. */
  public static boolean isStrict(Json schema) {
    return schema.get("additionalProperties") instanceof Json.Bool open && !open.value();
  }

  /** A schema as OpenAI wants it. */
  public static Tree named(OutputFormat.JsonSchema format) {
    Boolean strict = format.strict();
    return Tree.of("name", format.name())
        .putIfAny("description", format.description())
        .put("schema", format.schema())
        .put("strict", strict == null ? isStrict(format.schema()) : strict);
  }
}
