package dev.weir.codec.request;

import dev.weir.codec.bind.TypeSchema;
import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/** Which form the answer must have. */
public sealed interface OutputFormat {
  /** What a schema without a name is called. */
  String UNNAMED = "answer";

  /**
   * JSON that becomes a record: its schema follows from the components, which {@link
   * dev.weir.codec.bind.Param} may describe.
   *
   * @throws IllegalArgumentException if it is not a record, or holds what has no schema
   */
  static OutputFormat of(Class<? extends Record> type) {
    return new JsonSchema(type.getSimpleName(), TypeSchema.of(type));
  }

  /** Any JSON. */
  record AnyJson() implements OutputFormat {}

  /**
   * JSON that a schema describes.
   *
   * @param strict whether the answer must follow it; absent leaves that to the dialect
   */
  record JsonSchema(
      String name, Json schema, @Nullable Boolean strict, @Nullable String description)
      implements OutputFormat {
    public JsonSchema(String name, Json schema) {
      this(name, schema, null, null);
    }
  }
}
