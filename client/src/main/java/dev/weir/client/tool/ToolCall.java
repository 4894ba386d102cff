package dev.weir.client.tool;

import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A call that a model made.
 *
 * @param id the model's id for it; absent where the dialect has none
 * @param arguments an object
 * @param isCut whether the provider never ended the arguments, though they are whole JSON: the
 *     model may have wanted to say more
 */
public record ToolCall(@Nullable String id, String name, Json arguments, boolean isCut) {
  public ToolCall(@Nullable String id, String name, Json arguments) {
    this(id, name, arguments, /* isCut= */ false);
  }
}
