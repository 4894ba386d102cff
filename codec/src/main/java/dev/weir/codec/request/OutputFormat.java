package dev.weir.codec.request;

import dev.weir.codec.json.Json;

/** Which form the answer must have. */
public sealed interface OutputFormat {
  /** What a schema is called that came without a name. */
  String UNNAMED = "answer";

  /** Any JSON. */
  record AnyJson() implements OutputFormat {}

  /** JSON that a schema describes. */
  record JsonSchema(String name, Json schema) implements OutputFormat {}
}
