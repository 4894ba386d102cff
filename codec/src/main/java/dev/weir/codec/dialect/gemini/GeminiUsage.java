package dev.weir.codec.dialect.gemini;

import dev.weir.codec.dialect.Counts;
import dev.weir.codec.dialect.ReportedCounts;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Usage;
import java.util.List;

/**
 * Token counts of Gemini. Cached content is part of the prompt; what its tools returned is not, and
 * thoughts are not among the candidates' tokens. The total has all four.
 */
final class GeminiUsage {
  static final String PROMPT = "promptTokenCount";
  static final String CANDIDATES = "candidatesTokenCount";
  static final String THOUGHTS = "thoughtsTokenCount";
  static final String TOTAL = "totalTokenCount";

  private static final String CACHED = "cachedContentTokenCount";

  /** First those that differ from chunk to chunk. */
  static final List<String> NAMES =
      List.of(PROMPT, CANDIDATES, THOUGHTS, TOTAL, "toolUsePromptTokenCount", CACHED);

  private GeminiUsage() {}

  static Usage of(Json usage) {
    return of(place -> usage.get(NAMES.get(place)).number());
  }

  /** The usage of numbers in the order of {@link #NAMES}. */
  static Usage of(ReportedCounts usage) {
    Long thoughts = usage.number(/* place= */ 2);
    return new Usage(
        Counts.sum(usage.number(/* place= */ 0), usage.number(/* place= */ 4)),
        Counts.sum(usage.number(/* place= */ 1), thoughts),
        thoughts,
        usage.number(/* place= */ 5),
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
        .fieldIfAny(CACHED, usage.cachedInputTokens());
  }
}
