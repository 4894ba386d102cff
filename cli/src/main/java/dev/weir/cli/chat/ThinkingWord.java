package dev.weir.cli.chat;

import dev.weir.codec.request.Thinking;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How much to think, as a person says it. */
public final class ThinkingWord {
  static final List<String> LEVELS = List.of("off", "minimal", "low", "medium", "high");

  private ThinkingWord() {}

  /**
   * Reads how much to think.
   *
   * @param option how it was named, for the message
   * @throws IllegalArgumentException if it is not one
   */
  public static Thinking parse(String option, String wish) {
    if (wish.matches("\\d{1,7}")) {
      return new Thinking.Budget(Integer.parseInt(wish));
    }
    return switch (wish.toLowerCase(Locale.ROOT)) {
      case "off" -> new Thinking.Off();
      case "minimal" -> new Thinking.Effort(Thinking.Level.MINIMAL);
      case "low" -> new Thinking.Effort(Thinking.Level.LOW);
      case "medium" -> new Thinking.Effort(Thinking.Level.MEDIUM);
      case "high" -> new Thinking.Effort(Thinking.Level.HIGH);
      default ->
          throw new IllegalArgumentException(
              "%s must be off, minimal, low, medium, high or a number of tokens, saw \"%s\""
                  .formatted(option, wish));
    };
  }

  static String of(@Nullable Thinking wish) {
    return switch (wish) {
      case null -> "as much as the provider likes";
      case Thinking.Off off -> "off";
      case Thinking.On on -> "on";
      case Thinking.Budget budget -> "%,d tokens".formatted(budget.tokens());
      case Thinking.Effort effort -> effort.level().name().toLowerCase(Locale.ROOT);
    };
  }
}
