package dev.weir.client.tool;

import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A call that a model made. It arrived whole; one that did not is never run.
 *
 * @param id the model's id for it; absent where the dialect has none
 * @param arguments an object
 */
public record ToolCall(@Nullable String id, String name, Json arguments) {}
