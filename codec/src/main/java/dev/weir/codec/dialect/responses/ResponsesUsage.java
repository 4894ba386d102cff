package dev.weir.codec.dialect.responses;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
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

  /** Writes the numbers that are known. */
  static void write(JsonText json, Usage usage) {
    Long input = usage.inputTokens();
    Long output = usage.outputTokens();
    json.beginObject().fieldIfAny("input_tokens", input).name("input_tokens_details");
    json.beginObject()
        .fieldIfAny("cached_tokens", usage.cachedInputTokens())
        .fieldIfAny("cache_write_tokens", usage.cacheWriteTokens())
        .endObject();
    json.fieldIfAny("output_tokens", output).name("output_tokens_details").beginObject();
    json.fieldIfAny("reasoning_tokens", usage.reasoningTokens()).endObject();
    if (input != null && output != null) {
      json.field("total_tokens", input + output);
    }
    json.endObject();
  }
}
