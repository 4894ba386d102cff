package dev.weir.codec.dialect.anthropic;

import dev.weir.event.FinishReason;

/** The stop reasons of a message. */
final class AnthropicStop {
  private AnthropicStop() {}

  /** The word for a reason; filtering has none of its own and borrows the nearest. */
  static String word(FinishReason reason) {
    return switch (reason) {
      case STOP, OTHER, FAILED -> "end_turn";
      case LENGTH -> "max_tokens";
      case TOOL_CALLS -> "tool_use";
      case REFUSED, FILTERED -> "refusal";
      case PAUSED -> "pause_turn";
    };
  }

  static FinishReason reason(String word) {
    return switch (word) {
      case "end_turn", "stop_sequence" -> FinishReason.STOP;
      case "max_tokens", "model_context_window_exceeded" -> FinishReason.LENGTH;
      case "tool_use" -> FinishReason.TOOL_CALLS;
      case "pause_turn", "compaction" -> FinishReason.PAUSED;
      case "refusal" -> FinishReason.REFUSED;
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
