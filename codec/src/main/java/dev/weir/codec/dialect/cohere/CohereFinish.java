package dev.weir.codec.dialect.cohere;

import dev.weir.event.FinishReason;

/** Cohere's finish words, of both versions. */
final class CohereFinish {
  private CohereFinish() {}

  static FinishReason reason(String word) {
    return switch (word) {
      case "COMPLETE", "STOP_SEQUENCE" -> FinishReason.STOP;
      case "MAX_TOKENS" -> FinishReason.LENGTH;
      case "TOOL_CALL" -> FinishReason.TOOL_CALLS;
      case "ERROR_TOXIC" -> FinishReason.FILTERED;
      case "ERROR", "ERROR_LIMIT", "TIMEOUT" -> FinishReason.FAILED;
      default -> FinishReason.OTHER;
    };
  }
}
