package dev.weir.codec.dialect.gemini;

import dev.weir.codec.dialect.Counts;
import dev.weir.codec.dialect.ReportedCounts;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Usage;

/**
 * Token counts of Gemini. Cached content is part of the prompt; what its tools returned is not, and
 * thoughts are not among the candidates' tokens. The total has all four.
 */
final class GeminiUsage {
  static final String PROMPT = "promptTokenCount";
  static final String CANDIDATES = "candidatesTokenCount";
  static final String THOUGHTS = "thoughtsTokenCount";
  static final String TOTAL = "totalTokenCount";

  private GeminiUsage() {}

  static Usage of(Json usage) {
    return running(name -> usage.get(name).number());
  }

  static Usage running(ReportedCounts usage) {
    Long thoughts = usage.number(THOUGHTS);
    return new Usage(
        Counts.sum(usage.number(PROMPT), usage.number("toolUsePromptTokenCount")),
        Counts.sum(usage.number(CANDIDATES), thoughts),
        thoughts,
        usage.number("cachedContentTokenCount"),
        null);
  }

  /** Writes the numbers that are known. */
  static void write(JsonText json, Usage usage) {
    Counts.write(json, usage, GeminiUsage::counts);
  }

  private static void counts(JsonText json, Usage usage) {
    json.fieldIfAny(PROMPT, usage.inputTokens())
        .fieldIfAny(CANDIDATES, usage.visibleOutputTokens());
    Long input = usage.inputTokens();
    Long output = usage.outputTokens();
    if (input != null && output != null) {
      json.field(TOTAL, input + output);
    }
    json.fieldIfAny(THOUGHTS, usage.reasoningTokens())
        .fieldIfAny("cachedContentTokenCount", usage.cachedInputTokens());
  }
}
