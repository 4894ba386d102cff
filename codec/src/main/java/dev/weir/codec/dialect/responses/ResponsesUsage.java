package dev.weir.codec.dialect.responses;

import dev.weir.codec.json.Json;
import dev.weir.event.Usage;

/** Token counts as the Responses API names them. */
final class ResponsesUsage {
  private ResponsesUsage() {}

  static Usage of(Json usage) {
    Json input = usage.get("input_tokens_details");
    return new Usage(
        usage.get("input_tokens").number(),
        usage.get("output_tokens").number(),
        usage.get("output_tokens_details").get("reasoning_tokens").number(),
        input.get("cached_tokens").number(),
        input.get("cache_write_tokens").number());
  }
}
