package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.dialect.Counts;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Usage;

/**
 * Token counts of Converse. Input that was read from a cache or written to one is not among the
 * {@code inputTokens}.
 */
final class ConverseUsage {
  private ConverseUsage() {}

  static Usage of(Json usage) {
    Long read =
        Counts.first(usage.get("cacheReadInputTokens"), usage.get("cacheReadInputTokenCount"));
    Long written =
        Counts.first(usage.get("cacheWriteInputTokens"), usage.get("cacheWriteInputTokenCount"));
    return new Usage(
        Counts.sum(usage.get("inputTokens").number(), read, written),
        usage.get("outputTokens").number(),
        null,
        read,
        written);
  }

  /** Writes the numbers that are known. */
  static void write(JsonText json, Usage usage) {
    Counts.write(json, usage, ConverseUsage::counts);
  }

  private static void counts(JsonText json, Usage usage) {
    json.fieldIfAny("inputTokens", usage.uncachedInputTokens())
        .fieldIfAny("outputTokens", usage.outputTokens());
    Long input = usage.inputTokens();
    Long output = usage.outputTokens();
    if (input != null && output != null) {
      json.field("totalTokens", input + output);
    }
    json.fieldIfAny("cacheReadInputTokens", usage.cachedInputTokens())
        .fieldIfAny("cacheWriteInputTokens", usage.cacheWriteTokens());
  }
}
