package dev.weir.codec.dialect.gemini;

import dev.weir.codec.json.Json;
import dev.weir.event.FinishReason;
import org.jspecify.annotations.Nullable;

/**
 * Gemini's finish reasons, as words or as the numbers of its enum.
 *
 * <p>What the model wrote but the provider would not hand over as a call ({@code
 * MALFORMED_FUNCTION_CALL} and its kin) is a failure: there is nothing the caller could run or
 * show. {@code OTHER} and unknown words stay other. The numbers are those of the Gemini API; Vertex
 * counts differently above five, but sends words.
 */
final class GeminiFinish {
  private GeminiFinish() {}

  /** The provider's word; also absent for the default of the enum, which says nothing. */
  static @Nullable String word(Json reason) {
    String word = reason.word();
    boolean says = word != null && !word.equals("0") && !word.endsWith("_UNSPECIFIED");
    return says ? word : null;
  }

  /** The word for a reason; a refusal and a pause have none of their own. */
  static String standardWord(FinishReason reason) {
    return switch (reason) {
      case STOP, TOOL_CALLS -> "STOP";
      case LENGTH -> "MAX_TOKENS";
      case REFUSED, FILTERED -> "SAFETY";
      case PAUSED, OTHER, FAILED -> "OTHER";
    };
  }

  static FinishReason reason(String word) {
    return switch (word) {
      // Servers that imitate Gemini use this word for calls; Gemini itself says STOP.
      case "STOP", "1", "FUNCTION_CALL" -> FinishReason.STOP;
      case "MAX_TOKENS", "2" -> FinishReason.LENGTH;
      case "SAFETY", "3", "RECITATION", "4", "LANGUAGE", "6", "BLOCKLIST", "7" ->
          FinishReason.FILTERED;
      case "PROHIBITED_CONTENT", "8", "SPII", "9", "IMAGE_SAFETY", "11", "MODEL_ARMOR" ->
          FinishReason.FILTERED;
      case "IMAGE_PROHIBITED_CONTENT", "14", "IMAGE_RECITATION", "17" -> FinishReason.FILTERED;
      case "MALFORMED_FUNCTION_CALL", "10", "UNEXPECTED_TOOL_CALL", "12" -> FinishReason.FAILED;
      case "TOO_MANY_TOOL_CALLS", "13", "MISSING_THOUGHT_SIGNATURE", "18" -> FinishReason.FAILED;
      case "MALFORMED_RESPONSE" -> FinishReason.FAILED;
      default -> FinishReason.OTHER;
    };
  }
}
