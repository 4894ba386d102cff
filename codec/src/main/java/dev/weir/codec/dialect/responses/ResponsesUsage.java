package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.Counts;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Usage;

/** Token counts as the Responses API names them. */
final class ResponsesUsage {
  private ResponsesUsage() {}

  static Usage of(Json usage) {
    Json details = usage.get("input_tokens_details");
    Long input = usage.get("input_tokens").number();
    Long output = usage.get("output_tokens").number();
    Long reasoning = usage.get("output_tokens_details").get("reasoning_tokens").number();
    return new Usage(
        input,
        Counts.allOutput(input, output, reasoning, usage.get("total_tokens").number()),
        reasoning,
        details.get("cached_tokens").number(),
        details.get("cache_write_tokens").number());
  }

  /** Writes the numbers that are known. */
  static void write(JsonText json, Usage usage) {
    Counts.write(json, usage, ResponsesUsage::counts);
  }

  private static void counts(JsonText json, Usage usage) {
    Long input = usage.inputTokens();
    Long output = usage.outputTokens();
    json.fieldIfAny("input_tokens", input).name("input_tokens_details");
    json.beginObject()
        .fieldIfAny("cached_tokens", usage.cachedInputTokens())
        .fieldIfAny("cache_write_tokens", usage.cacheWriteTokens())
        .endObject();
    json.fieldIfAny("output_tokens", output).name("output_tokens_details").beginObject();
    json.fieldIfAny("reasoning_tokens", usage.reasoningTokens()).endObject();
    if (input != null && output != null) {
      json.field("total_tokens", input + output);
    }
  }
}
