package dev.weir.codec.read;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which of the fields that only one dialect has change the answer itself: what is gone on from,
 * what it is about, and which form it must have.
 */
final class Meaning {
  private static final Pattern SEPARATOR = Pattern.compile("[.\\[]");

  private static final Set<String> FIELDS =
      Set.of(
          "tool_choice",
          "response_format",
          "n",
          "previous_response_id",
          "conversation",
          "prompt",
          "modalities",
          "generationConfig.responseModalities",
          "functions",
          "function_call",
          "toolConfig",
          "tool_config",
          "cachedContent",
          "cached_content",
          "documents",
          "promptVariables");

  private Meaning() {}

  static boolean changesWithout(String path) {
    return FIELDS.contains(SEPARATOR.split(path, 2)[0]) || FIELDS.contains(path);
  }
}
