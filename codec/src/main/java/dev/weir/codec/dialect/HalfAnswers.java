package dev.weir.codec.dialect;

import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import org.jspecify.annotations.Nullable;

/** What is said about an answer that did not reach its end. */
public final class HalfAnswers {
  private HalfAnswers() {}

  /** The error that clients get for it. */
  public static StreamFault fault(Verdict verdict, @Nullable String word) {
    String what =
        switch (verdict) {
          case TRUNCATED -> "The answer was cut: the provider's stream ended before its end";
          case STALLED -> "The answer was cut: nothing more came from the provider";
          case CANCELLED -> "The answer was cancelled before its end";
          case FAILED -> "The response failed";
          case COMPLETE, LENGTH, TOOL_CALLS, REFUSED, FILTERED, PAUSED ->
              throw new IllegalArgumentException(verdict + " is a whole answer");
        };
    String why = word == null ? "" : " (%s)".formatted(word);
    return new StreamFault(StreamFault.Kind.PROVIDER_ERROR, code(verdict), what + why);
  }

  private static String code(Verdict verdict) {
    return verdict == Verdict.STALLED
        ? "timeout"
        : verdict.name().toLowerCase(java.util.Locale.ROOT);
  }
}
