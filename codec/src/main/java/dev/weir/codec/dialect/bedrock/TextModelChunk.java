package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.dialect.Counts;
import dev.weir.codec.json.Json;
import dev.weir.event.Usage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
record TextModelChunk(@Nullable String text, @Nullable String word, Json usage) {
  static final String METRICS = "amazon-bedrock-invocationMetrics";

  private static final List<String> COUNTS =
      List.of(
          METRICS,
          "inputTextTokenCount",
          "prompt_token_count",
          "totalOutputTextTokenCount",
          "generation_token_count");

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

  private static Json usage(Json chunk) {
    Map<String, Json> counts = new LinkedHashMap<>();
    COUNTS.forEach(name -> counts.put(name, chunk.get(name)));
    return new Json.Fields(counts);
  }

  /** Bedrock's counts, and where it measures none, the model's own. */
  static Usage counted(Json usage) {
    Json metrics = usage.get(METRICS);
    Long read = metrics.get("cacheReadInputTokenCount").number();
    Long written = metrics.get("cacheWriteInputTokenCount").number();
    Long input =
        Counts.first(
            metrics.get("inputTokenCount"),
            usage.get("inputTextTokenCount"),
            usage.get("prompt_token_count"));
    Long output =
        Counts.first(
            metrics.get("outputTokenCount"),
            usage.get("totalOutputTextTokenCount"),
            usage.get("generation_token_count"));
    return new Usage(Counts.sum(input, read, written), output, null, read, written);
  }
}
