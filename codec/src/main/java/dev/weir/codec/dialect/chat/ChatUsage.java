package dev.weir.codec.dialect.chat;

import dev.weir.codec.json.Json;
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
