package dev.weir.sim.script;

import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolChoice;
import dev.weir.sim.request.Asked;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which requests an answer is for; all that is given must hold.
 *
 * @param text words that the last user text contains, in upper or lower case
 * @param matches a regular expression that is found in the last user text
 * @param results tools whose results just came, each with words that its result contains, {@code *}
 *     for any; an answer that names none is for requests without results
 * @param tools tools that the client offers; {@code *} for any
 * @param model the model that was asked for; {@code *} at its end stands for any ending
 * @param format the form that the answer must have: {@code json} for any JSON, else the name of a
 *     schema; {@code text} if there must be none
 * @param toolChoice {@code auto}, {@code none}, {@code required}, also if one is named, or the tool
 *     that must be called
 * @param maxTokens the request allows at most this many
 */
public record When(
    @Nullable String text,
    @Nullable Pattern matches,
    Map<String, String> results,
    List<String> tools,
    @Nullable String model,
    @Nullable String format,
    @Nullable String toolChoice,
    @Nullable Long maxTokens) {

  public When {
    results = Map.copyOf(results);
    tools = List.copyOf(tools);
  }

  boolean isFor(Asked asked) {
    return (text == null || contains(asked.prompt(), text))
        && (matches == null || matches.matcher(asked.prompt()).find())
        && (isAnyTool() ? !asked.tools().isEmpty() : asked.tools().containsAll(tools))
        && (model == null || isModel(asked.model(), model))
        && (format == null || isFormat(asked.request().format(), format))
        && (toolChoice == null || isChoice(asked.request().toolChoice(), toolChoice))
        && (maxTokens == null || allowsAtMost(asked.request(), maxTokens))
        && results.isEmpty() == asked.results().isEmpty()
        && results.entrySet().stream().allMatch(r -> hasResult(asked, r.getKey(), r.getValue()));
  }

  private boolean isAnyTool() {
    return tools.equals(List.of("*"));
  }

  private static boolean isFormat(@Nullable OutputFormat asked, String wanted) {
    return switch (asked) {
      case null -> wanted.equals("text");
      case OutputFormat.AnyJson any -> wanted.equals("json");
      case OutputFormat.JsonSchema schema -> wanted.equals("json") || wanted.equals(schema.name());
    };
  }

  private static boolean isChoice(@Nullable ToolChoice asked, String wanted) {
    ToolChoice choice = asked == null ? ToolChoice.AUTO : asked;
    return choice.mode().name().equalsIgnoreCase(wanted)
        || (choice.isNamed() && choice.names().contains(wanted));
  }

  private static boolean allowsAtMost(Request asked, long tokens) {
    return asked.maxOutputTokens() != null && asked.maxOutputTokens() <= tokens;
  }

  private static boolean hasResult(Asked asked, String tool, String words) {
    if (tool.equals("*")) {
      return asked.results().stream().anyMatch(result -> contains(result.text(), words));
    }
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
