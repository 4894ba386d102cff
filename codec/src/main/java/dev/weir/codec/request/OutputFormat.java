package dev.weir.codec.request;

import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/** Which form the answer must have. */
public sealed interface OutputFormat {
  /** What a schema is called that came without a name. */
  String UNNAMED = "answer";

  /** Any JSON. */
  record AnyJson() implements OutputFormat {}

  /**
   * JSON that a schema describes.
   *
   * @param strict whether the provider must hold the answer to it; absent leaves it to the dialect
   */
  record JsonSchema(
      String name, Json schema, @Nullable Boolean strict, @Nullable String description)
      implements OutputFormat {
    public JsonSchema(String name, Json schema) {
      this(name, schema, null, null);
    }
  }
}
