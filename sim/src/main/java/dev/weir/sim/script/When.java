package dev.weir.sim.script;

import dev.weir.sim.request.Asked;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which requests an answer is for; everything that is said must hold.
 *
 * @param text words that the last user text contains, in upper or lower case
 * @param matches a regular expression that is found in the last user text
 * @param results tools whose results just came, each with words that its result contains; an answer
 *     that names none is for requests without results
 * @param tools tools that the client offers
 * @param model the model that was asked for; {@code *} at its end stands for any ending
 */
public record When(
    @Nullable String text,
    @Nullable Pattern matches,
    Map<String, String> results,
    List<String> tools,
    @Nullable String model) {

  public When {
    results = Map.copyOf(results);
    tools = List.copyOf(tools);
  }

  boolean isFor(Asked asked) {
    return (text == null || contains(asked.prompt(), text))
        && (matches == null || matches.matcher(asked.prompt()).find())
        && asked.tools().containsAll(tools)
        && (model == null || isModel(asked.model(), model))
        && results.isEmpty() == asked.results().isEmpty()
        && results.entrySet().stream().allMatch(r -> hasResult(asked, r.getKey(), r.getValue()));
  }

  private static boolean hasResult(Asked asked, String tool, String words) {
    return asked.result(tool).filter(result -> contains(result.text(), words)).isPresent();
  }

  private static boolean contains(String text, String words) {
    return text.toLowerCase(Locale.ROOT).contains(words.toLowerCase(Locale.ROOT));
  }

  private static boolean isModel(String asked, String wanted) {
    return wanted.endsWith("*")
        ? asked.startsWith(wanted.substring(0, wanted.length() - 1))
        : asked.equals(wanted);
  }
}
