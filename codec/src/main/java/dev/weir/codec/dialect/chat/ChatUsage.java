package dev.weir.codec.dialect.chat;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Usage;
import org.jspecify.annotations.Nullable;

/** Token counts under the names that chat dialects use. */
final class ChatUsage {
  private ChatUsage() {}

  static Usage of(Json usage) {
    if (!usage.isObject()) {
      return Usage.NONE;
    }
    Json input = usage.get("prompt_tokens_details");
    Json output = usage.get("completion_tokens_details");
    return new Usage(
        first(usage.get("prompt_tokens"), usage.get("input_tokens")),
        first(usage.get("completion_tokens"), usage.get("output_tokens")),
        first(output.get("reasoning_tokens"), usage.get("reasoning_tokens")),
        first(
            input.get("cached_tokens"),
            usage.get("prompt_cache_hit_tokens"),
            usage.get("cache_read_input_tokens"),
            usage.get("cached_tokens"),
            usage.get("num_cached_tokens")),
        first(input.get("cache_write_tokens"), usage.get("cache_creation_input_tokens")));
  }

  /** Writes the numbers that are known, under OpenAI's names. */
  static void write(JsonText json, Usage usage) {
    Long input = usage.inputTokens();
    Long output = usage.outputTokens();
    json.beginObject().fieldIfAny("prompt_tokens", input).fieldIfAny("completion_tokens", output);
    if (input != null && output != null) {
      json.field("total_tokens", input + output);
    }
    if (usage.cachedInputTokens() != null || usage.cacheWriteTokens() != null) {
      json.name("prompt_tokens_details")
          .beginObject()
          .fieldIfAny("cached_tokens", usage.cachedInputTokens())
          .fieldIfAny("cache_write_tokens", usage.cacheWriteTokens())
          .endObject();
    }
    if (usage.reasoningTokens() != null) {
      json.name("completion_tokens_details")
          .beginObject()
          .fieldIfAny("reasoning_tokens", usage.reasoningTokens())
          .endObject();
    }
    json.endObject();
  }

  private static @Nullable Long first(Json... candidates) {
    for (Json candidate : candidates) {
      Long number = candidate.number();
      if (number != null) {
        return number;
      }
    }
    return null;
  }
}
