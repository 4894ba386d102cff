package dev.weir.codec.dialect.chat;

import dev.weir.event.FinishReason;
import java.util.Locale;

/** The finish words of chat dialects. */
final class ChatFinish {
  private ChatFinish() {}

  /**
   * The published word for a reason. Typed clients throw on any other, so a refusal without its
   * text is written as filtered, and a pause as a stop.
   */
  static String word(FinishReason reason) {
    return switch (reason) {
      case STOP, OTHER, PAUSED -> "stop";
      case LENGTH -> "length";
      case TOOL_CALLS -> "tool_calls";
      case REFUSED, FILTERED -> "content_filter";
      case FAILED -> "error";
    };
  }

  static FinishReason reason(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "stop", "end_turn", "eos", "eos_token", "stop_sequence", "completed", "complete" ->
          FinishReason.STOP;
      case "length", "max_tokens", "model_length", "max_output_tokens", "max_length" ->
          FinishReason.LENGTH;
      case "tool_calls", "tool_call", "tool_use", "function_call" -> FinishReason.TOOL_CALLS;
      case "content_filter", "safety", "recitation", "prohibited_content", "sensitive" ->
          FinishReason.FILTERED;
      case "refusal" -> FinishReason.REFUSED;
      case "pause_turn" -> FinishReason.PAUSED;
      case "error", "insufficient_system_resource", "network_error", "abort" -> FinishReason.FAILED;
      default -> FinishReason.OTHER;
    };
  }
}
