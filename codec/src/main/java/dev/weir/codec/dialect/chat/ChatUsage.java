package dev.weir.codec.dialect.chat;

import dev.weir.codec.dialect.Counts;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Usage;

/** Token counts under the names that chat dialects use. */
final class ChatUsage {
  private ChatUsage() {}

  static Usage of(Json usage) {
    Json inputDetails = usage.get("prompt_tokens_details");
    Json outputDetails = usage.get("completion_tokens_details");
    Long input = Counts.first(usage.get("prompt_tokens"), usage.get("input_tokens"));
    Long output = Counts.first(usage.get("completion_tokens"), usage.get("output_tokens"));
    Long reasoning =
        Counts.first(outputDetails.get("reasoning_tokens"), usage.get("reasoning_tokens"));
    Long cached =
        Counts.first(
            inputDetails.get("cached_tokens"),
            usage.get("prompt_cache_hit_tokens"),
            usage.get("cache_read_input_tokens"),
            usage.get("cached_tokens"),
            usage.get("num_cached_tokens"));
    Long written =
        Counts.first(
            inputDetails.get("cache_write_tokens"), usage.get("cache_creation_input_tokens"));
    return new Usage(
        input,
        Counts.allOutput(input, output, reasoning, usage.get("total_tokens").number()),
        reasoning,
        Counts.part(cached, input),
        Counts.part(written, input));
  }

  /** Writes the numbers that are known. */
  static void write(JsonText json, Usage usage) {
    Counts.write(json, usage, ChatUsage::counts);
  }

  private static void counts(JsonText json, Usage usage) {
    Long input = usage.inputTokens();
    Long output = usage.outputTokens();
    json.fieldIfAny("prompt_tokens", input).fieldIfAny("completion_tokens", output);
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
  }
}
