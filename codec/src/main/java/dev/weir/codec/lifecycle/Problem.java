package dev.weir.codec.lifecycle;

import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why there is no answer, or not all of it.
 *
 * @param code the provider's own code, else a word of ours
 * @param retryable whether the same request may well succeed when it is sent again
 */
record Problem(String code, String message, boolean retryable) {
  /** What a stream's end has to explain; {@code null} if it explains itself. */
  static @Nullable Problem of(
      Verdict verdict, @Nullable StreamFault fault, String refusal, boolean hasText) {
    return switch (verdict) {
      case COMPLETE, PAUSED -> refusal.isEmpty() ? null : refused(refusal);
      // A turn whose tool rounds are used up ends with calls that nobody runs.
      case TOOL_CALLS ->
          fault != null && fault.kind() == StreamFault.Kind.LIMIT
              ? failed(fault)
              : refusal.isEmpty() ? null : refused(refusal);
      case LENGTH ->
          hasText
              ? null
              : new Problem("length", "The token limit was reached before any text", false);
      case REFUSED -> refused(refusal.isEmpty() ? "The model refused" : refusal);
      case FILTERED -> new Problem("content_filter", "A content filter stopped the answer", false);
      case FAILED ->
          fault == null ? new Problem("failed", "The response failed", false) : failed(fault);
      case TRUNCATED ->
          failed(fault, "truncated", "The stream ended before the answer was complete", true);
      case STALLED -> failed(fault, "stalled", "The stream stalled; what came is kept", true);
      case CANCELLED -> new Problem("cancelled", "The stream was cancelled", false);
    };
  }

  private static Problem refused(String words) {
    return new Problem("refusal", words, /* retryable= */ false);
  }

  private static Problem failed(StreamFault fault) {
    String code = fault.code();
    return new Problem(
        code == null ? "failed" : code,
        fault.message(),
        fault.kind() == StreamFault.Kind.CONNECTION || ProviderErrors.isPassing(fault));
  }

  /** A failure with the fault as its reason, which explains an end better than the end itself. */
  private static Problem failed(
      @Nullable StreamFault fault, String code, String message, boolean retryable) {
    return fault != null
            && (fault.kind() == StreamFault.Kind.PROVIDER_ERROR
                || fault.kind() == StreamFault.Kind.CONNECTION)
        ? failed(fault)
        : new Problem(code, message, retryable);
  }

  /** Why a text ended, in the words that OpenAI's clients know, if there is one. */
  static String finishReason(Verdict verdict) {
    return switch (verdict) {
      case COMPLETE -> "stop";
      case LENGTH, TOOL_CALLS -> verdict.name().toLowerCase(Locale.ROOT);
      case FILTERED -> "content_filter";
      case REFUSED -> "refusal";
      case PAUSED -> "pause";
      case FAILED -> "error";
      case TRUNCATED, CANCELLED, STALLED -> verdict.name().toLowerCase(Locale.ROOT);
    };
  }
}
