package dev.weir.codec.render;

import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.Thinking.Level;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How much to think, as a word or as a number of tokens, whichever a dialect takes. */
public final class ThinkingScale {
  private static final int LOW_TOKENS = 2_048;
  private static final int MEDIUM_TOKENS = 8_192;
  private static final int HIGH_TOKENS = 16_384;
  private static final int HIGHEST_TOKENS = 32_768;

  private ThinkingScale() {}

  /** The effort nearest to what was asked for, in the words that most providers share. */
  public static String effort(Thinking thinking) {
    return switch (thinking) {
      case Thinking.Off off -> "none";
      case Thinking.On on -> "medium";
      case Thinking.Effort effort -> effort.level().name().toLowerCase(Locale.ROOT);
      case Thinking.Budget budget ->
          budget.tokens() <= LOW_TOKENS
              ? "low"
              : budget.tokens() <= MEDIUM_TOKENS ? "medium" : "high";
    };
  }

  /** The thinking that an effort stands for; {@code null} for a word that is not on this scale. */
  public static @Nullable Thinking ofEffort(String word) {
    if (word.equals("none")) {
      return new Thinking.Off();
    }
    for (Level level : Level.values()) {
      if (level.name().toLowerCase(Locale.ROOT).equals(word)) {
        return new Thinking.Effort(level);
      }
    }
    return null;
  }

  /** The number of tokens nearest to what was asked for. */
  public static int budget(Thinking thinking) {
    return switch (thinking) {
      case Thinking.Off off -> 0;
      case Thinking.On on -> MEDIUM_TOKENS;
      case Thinking.Effort effort -> budget(effort.level());
      case Thinking.Budget budget -> budget.tokens();
    };
  }

  private static int budget(Level level) {
    return switch (level) {
      case MINIMAL -> LOW_TOKENS / 2;
      case LOW -> LOW_TOKENS;
      case MEDIUM -> MEDIUM_TOKENS;
      case HIGH -> HIGH_TOKENS;
      case XHIGH, MAX -> HIGHEST_TOKENS;
    };
  }
}
