package dev.weir.codec.render;

import dev.weir.codec.json.Json;

/** What is to be known of a JSON schema before it is sent. */
public final class Schemas {
  private Schemas() {}

  /** OpenAI refuses to be strict about a schema that leaves fields open. */
  public static boolean isStrict(Json schema) {
    return schema.get("additionalProperties") instanceof Json.Bool open && !open.value();
  }
}
