package dev.weir.codec.request;

import dev.weir.codec.json.Json;

/**
 * What a model is told of a tool.
 *
 * @param parameters the JSON schema of its arguments, an object
 */
public record ToolSpec(String name, String description, Json parameters) {}
