package dev.weir.event.status;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Words as they are shown: without the marks of Markdown, which models write while they think.
 *
 * <p>A star that stands alone is not a mark (15 * 3, *.java), nor is an underscore inside a name. A
 * phrase may end inside a mark, so half a pair is taken out as well. What one pair may span is
 * bounded, and so is the cost.
 */
final class PlainWords {
  private record Rule(Pattern pattern, String replacement) {
    static Rule of(String regex, String replacement) {
      return new Rule(Pattern.compile(regex), replacement);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          Rule.of("^[ \t]{0,4}(?:#{1,6}|>)[ \t]+", ""),
          Rule.of("!?\\[([^\\[\\]]{1,200})\\]\\([^()]{0,400}(?:\\)|$)", "$1"),
          Rule.of("`+|~~", ""),
          Rule.of("(?<![\\w*])(\\*{1,3})(?=\\S)(.{1,100}?)(?<=\\S)\\1(?![\\w*])", "$2"),
          Rule.of("(?<!\\w)(_{1,3})(?=\\S)(.{1,100}?)(?<=\\S)\\1(?!\\w)", "$2"),
          Rule.of("(?<!\\w)\\*{2,3}|\\*{2,3}(?!\\w)", ""));

  private PlainWords() {}

  /** The words without their marks. */
  static String of(String raw) {
    String words = raw;
    for (Rule rule : RULES) {
      words = rule.pattern().matcher(words).replaceAll(rule.replacement());
    }
    return words;
  }
}
