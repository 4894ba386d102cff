package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.json.Json;
import dev.weir.event.Usage;
import org.jspecify.annotations.Nullable;

/**
 * One chunk of a text model behind InvokeModel, whatever its family calls things.
 *
 * <pre>
 * Titan          outputText           completionReason
 * Llama          generation           stop_reason
 * Claude 2       completion           stop_reason
 * Mistral        outputs[0].text      outputs[0].stop_reason
 * DeepSeek       choices[0].text      choices[0].stop_reason
 * Command        text, generations[0].text   finish_reason
 * </pre>
 */
record TextModelChunk(@Nullable String text, @Nullable String word, Usage usage) {
  static final String METRICS = "amazon-bedrock-invocationMetrics";

  /** Reads a chunk; {@code null} if it has none of the shapes. */
  static @Nullable TextModelChunk of(Json chunk) {
    if (chunk.has("outputText") || chunk.has("completionReason")) {
      return of(chunk, chunk.get("outputText"), chunk.get("completionReason"));
    }
    if (chunk.get("generation").text() != null) {
      return of(chunk, chunk.get("generation"), chunk.get("stop_reason"));
    }
    if (chunk.get("completion").text() != null) {
      return of(chunk, chunk.get("completion"), chunk.get("stop_reason"));
    }
    for (String list : new String[] {"outputs", "choices", "generations"}) {
      Json first = chunk.get(list).at(0);
      if (first.get("text").text() != null) {
        Json stop =
            first.has("stop_reason") ? first.get("stop_reason") : first.get("finish_reason");
        return of(chunk, first.get("text"), stop);
      }
    }
    if (chunk.has("is_finished")) {
      return of(chunk, chunk.get("text"), chunk.get("finish_reason"));
    }
    return null;
  }

  private static TextModelChunk of(Json chunk, Json text, Json word) {
    return new TextModelChunk(text.text(), word.word(), usage(chunk));
  }

  /** The model's own counts, and where Bedrock measures them, Bedrock's. */
  private static Usage usage(Json chunk) {
    Json metrics = chunk.get(METRICS);
    Usage own =
        new Usage(
            first(chunk, "inputTextTokenCount", "prompt_token_count"),
            first(chunk, "totalOutputTextTokenCount", "generation_token_count"),
            null,
            null,
            null);
    return own.updatedBy(
        new Usage(
            metrics.get("inputTokenCount").number(),
            metrics.get("outputTokenCount").number(),
            null,
            metrics.get("cacheReadInputTokenCount").number(),
            metrics.get("cacheWriteInputTokenCount").number()));
  }

  private static @Nullable Long first(Json chunk, String name, String otherName) {
    Long number = chunk.get(name).number();
    return number == null ? chunk.get(otherName).number() : number;
  }
}
