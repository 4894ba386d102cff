package dev.weir.codec.dialect.bedrock;

import dev.weir.event.FinishReason;
import java.util.Locale;

/** The stop reasons of Converse, and those of the text models behind InvokeModel. */
final class BedrockStop {
  private BedrockStop() {}

  static FinishReason reason(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "end_turn", "stop_sequence", "stop", "finish", "complete", "endoftext" ->
          FinishReason.STOP;
      case "max_tokens", "length", "model_context_window_exceeded" -> FinishReason.LENGTH;
      case "tool_use", "tool_calls" -> FinishReason.TOOL_CALLS;
      case "guardrail_intervened", "content_filtered", "content_filter", "error_toxic" ->
          FinishReason.FILTERED;
      case "refusal" -> FinishReason.REFUSED;
      case "pause_turn" -> FinishReason.PAUSED;
      case "malformed_model_output", "malformed_tool_use", "error" -> FinishReason.FAILED;
      default -> FinishReason.OTHER;
    };
  }

  /** Whether a block that never got its stop may count as complete after all. */
  static boolean leavesBlocksComplete(FinishReason reason) {
    return switch (reason) {
      case STOP, TOOL_CALLS, PAUSED, OTHER -> true;
      case LENGTH, REFUSED, FILTERED, FAILED -> false;
    };
  }
}
