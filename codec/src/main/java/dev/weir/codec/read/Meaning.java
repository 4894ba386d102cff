package dev.weir.codec.read;

import java.util.List;

/**
 * Knows which of the fields that only one dialect has change the answer itself: what it continues
 * from, what it is about, and which form it must have.
 */
final class Meaning {
  private static final List<String> FIELDS =
      List.of(
          "tool_choice",
          "response_format",
          "n",
          "previous_response_id",
          "conversation",
          "prompt",
          "modalities",
          "functions",
          "function_call",
          "toolConfig.functionCallingConfig",
          "tool_config.function_calling_config",
          "toolConfig.toolChoice",
          "generationConfig.responseModalities",
          "generationConfig.responseSchema",
          "generationConfig.responseMimeType",
          "text.format",
          "output_config.format",
          "cachedContent",
          "cached_content",
          "documents",
          "promptVariables");

  private Meaning() {}

  static boolean changesWithout(String path) {
    return FIELDS.stream()
        .anyMatch(field ->
            path.startsWith(field)
                && (path.length() == field.length()
                    || ".[".indexOf(path.charAt(field.length())) >= 0));
  }
}
