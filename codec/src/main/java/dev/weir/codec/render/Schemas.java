package dev.weir.codec.render;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.OutputFormat;

/** What must be known about a JSON schema before it is sent. */
public final class Schemas {
  private Schemas() {}

  /** Whether a schema can be strict: OpenAI refuses that for one that leaves fields open. */
  public static boolean isStrict(Json schema) {
    return schema.get("additionalProperties") instanceof Json.Bool open && !open.value();
  }

  /** A schema in the form OpenAI takes. */
  public static Tree named(OutputFormat.JsonSchema format) {
    Boolean strict = format.strict();
    return Tree.of("name", format.name())
        .putIfAny("description", format.description())
        .put("schema", format.schema())
        .put("strict", strict == null ? isStrict(format.schema()) : strict);
  }
}
