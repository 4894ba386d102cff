package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Usage;

/** Token counts of a message. They are cumulative: a later count replaces the earlier one. */
final class AnthropicUsage {
  private AnthropicUsage() {}

  static Usage of(Json usage) {
    return new Usage(
        usage.get("input_tokens").number(),
        usage.get("output_tokens").number(),
        usage.get("output_tokens_details").get("thinking_tokens").number(),
        usage.get("cache_read_input_tokens").number(),
        usage.get("cache_creation_input_tokens").number());
  }

  /** Writes the numbers that are known. */
  static void write(JsonText json, Usage usage) {
    json.beginObject()
        .fieldIfAny("input_tokens", usage.inputTokens())
        .fieldIfAny("cache_creation_input_tokens", usage.cacheWriteTokens())
        .fieldIfAny("cache_read_input_tokens", usage.cachedInputTokens())
        .fieldIfAny("output_tokens", usage.outputTokens());
    if (usage.reasoningTokens() != null) {
      json.name("output_tokens_details")
          .beginObject()
          .fieldIfAny("thinking_tokens", usage.reasoningTokens())
          .endObject();
    }
    json.endObject();
  }
}
