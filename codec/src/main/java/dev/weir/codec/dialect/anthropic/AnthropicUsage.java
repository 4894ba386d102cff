package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.dialect.Counts;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Usage;

/**
 * Token counts of a message. They are cumulative: a later count replaces the earlier one. Input
 * that was read from a cache or written to one is not among the {@code input_tokens}.
 */
final class AnthropicUsage {
  private AnthropicUsage() {}

  static Usage of(Json usage) {
    Long read = usage.get("cache_read_input_tokens").number();
    Long written = usage.get("cache_creation_input_tokens").number();
    return new Usage(
        Counts.sum(usage.get("input_tokens").number(), read, written),
        usage.get("output_tokens").number(),
        usage.get("output_tokens_details").get("thinking_tokens").number(),
        read,
        written);
  }

  /** Writes the numbers that are known. */
  static void write(JsonText json, Usage usage) {
    Counts.write(json, usage, AnthropicUsage::counts);
  }

  private static void counts(JsonText json, Usage usage) {
    json.fieldIfAny("input_tokens", usage.uncachedInputTokens())
        .fieldIfAny("cache_creation_input_tokens", usage.cacheWriteTokens())
        .fieldIfAny("cache_read_input_tokens", usage.cachedInputTokens())
        .fieldIfAny("output_tokens", usage.outputTokens());
    if (usage.reasoningTokens() != null) {
      json.name("output_tokens_details")
          .beginObject()
          .fieldIfAny("thinking_tokens", usage.reasoningTokens())
          .endObject();
    }
  }
}
