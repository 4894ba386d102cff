package dev.weir.sim.script;

import dev.weir.event.FinishReason;
import dev.weir.event.Usage;
import dev.weir.sim.yaml.YamlException;
import dev.weir.sim.yaml.YamlFields;
import dev.weir.sim.yaml.YamlValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a script from YAML; {@code docs/simulator.md} describes it. */
public final class ScriptReader {
  private static final Duration EVERY = Duration.ofMillis(25);
  private static final List<String> PARTS =
      List.of("thinking", "text", "refusal", "call", "pause", "error");

  private ScriptReader() {}

  /**
   * Reads a script.
   *
   * @param name what complaints call it, such as its file's name
   * @throws YamlException if it is not a script
   */
  public static Script read(String name, String yaml) {
    YamlFields script = YamlFields.parse(name, yaml);
    String model = script.text("model");
    Duration every = script.get("every").duration(EVERY);
    Duration wait = script.get("wait").duration(Duration.ZERO);
    YamlValue listed = script.get("answers");
    script.nothingElse();
    List<ScriptedAnswer> answers = new ArrayList<>();
    for (YamlValue answer : listed.items()) {
      answers.add(answer(YamlFields.of(answer), every, wait));
    }
    if (answers.isEmpty()) {
      throw listed.refused("expected at least one answer");
    }
    return new Script(model, answers);
  }

  private static ScriptedAnswer answer(YamlFields answer, Duration every, Duration wait) {
    List<Part> parts = new ArrayList<>();
    YamlValue said = answer.get("say");
    if (!said.isAbsent()) {
      said.items().forEach(part -> parts.add(part(part)));
    }
    var read =
        new ScriptedAnswer(
            answer.get("when").isAbsent() ? null : when(answer.fields("when")),
            answer.get("wait").duration(wait),
            answer.get("every").duration(every),
            parts,
            finish(answer.get("finish")),
            usage(answer.get("usage")),
            answer.text("fault"));
    answer.nothingElse();
    return read;
  }

  private static When when(YamlFields when) {
    var read =
        new When(
            when.text("text"),
            pattern(when.get("matches")),
            results(when.get("result")),
            texts(when.get("tools")),
            when.text("model"),
            when.text("format"),
            when.text("tool_choice"),
            when.get("max_tokens").wholeIfAny());
    when.nothingElse();
    return read;
  }

  private static @Nullable Pattern pattern(YamlValue node) {
    if (node.isAbsent()) {
      return null;
    }
    try {
      return Pattern.compile(node.text());
    } catch (PatternSyntaxException notOne) {
      throw node.wrong("a regular expression (%s)".formatted(notOne.getDescription()));
    }
  }

  /** Tools by name alone, or each with words that its result contains. */
  private static Map<String, String> results(YamlValue node) {
    Map<String, String> results = new LinkedHashMap<>();
    if (node.hasFields()) {
      node.fields().forEach((tool, words) -> results.put(tool, words.text()));
    } else {
      texts(node).forEach(tool -> results.put(tool, ""));
    }
    return results;
  }

  private static List<String> texts(YamlValue node) {
    if (node.isAbsent()) {
      return List.of();
    }
    return node.isList()
        ? node.items().stream().map(YamlValue::text).toList()
        : List.of(node.text());
  }

  private static Part part(YamlValue value) {
    YamlFields part = YamlFields.of(value);
    List<String> kinds = PARTS.stream().filter(part::has).toList();
    if (kinds.size() != 1) {
      throw value.wrong("exactly one of " + String.join(", ", PARTS));
    }
    String kind = kinds.getFirst();
    YamlValue said = part.get(kind);
    Part read =
        switch (kind) {
          case "thinking" -> new Part.Thinking(words(said), every(part));
          case "text" -> new Part.Text(words(said), every(part));
          case "refusal" -> new Part.Refusal(words(said), every(part));
          case "call" ->
              new Part.Call(
                  part.text("id"), said.text(), arguments(part.get("arguments")), every(part));
          case "pause" -> new Part.Pause(said.duration(Duration.ZERO));
          default -> new Part.Failure(part.text("code"), said.text());
        };
    part.nothingElse();
    return read;
  }

  private static @Nullable Duration every(YamlFields part) {
    YamlValue every = part.get("every");
    return every.isAbsent() ? null : every.duration(EVERY);
  }

  private static ScriptedText words(YamlValue node) {
    return node.isList()
        ? new ScriptedText(texts(node), ScriptedText.Cut.AS_GIVEN)
        : new ScriptedText(List.of(node.text()), ScriptedText.Cut.WORDS);
  }

  /** An object, or JSON text, or its deltas one by one. */
  private static ScriptedText arguments(YamlValue node) {
    if (node.isAbsent()) {
      return new ScriptedText(List.of("{}"), ScriptedText.Cut.AS_GIVEN);
    }
    if (node.hasFields()) {
      return new ScriptedText(List.of(node.json().toText()), ScriptedText.Cut.CHARACTERS);
    }
    return node.isList()
        ? words(node)
        : new ScriptedText(List.of(node.text()), ScriptedText.Cut.CHARACTERS);
  }

  private static @Nullable FinishReason finish(YamlValue node) {
    if (node.isAbsent()) {
      return null;
    }
    String wanted = node.text().toUpperCase(Locale.ROOT).replace('-', '_');
    return Arrays.stream(FinishReason.values())
        .filter(reason -> reason.name().equals(wanted))
        .findFirst()
        .orElseThrow(() ->
            node.wrong(
                Arrays.stream(FinishReason.values())
                    .map(reason -> reason.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "))));
  }

  private static @Nullable Usage usage(YamlValue node) {
    if (node.isAbsent()) {
      return null;
    }
    YamlFields counts = YamlFields.of(node);
    var usage =
        new Usage(
            counts.get("input").wholeIfAny(),
            counts.get("output").wholeIfAny(),
            counts.get("reasoning").wholeIfAny(),
            counts.get("cached").wholeIfAny(),
            counts.get("cache_write").wholeIfAny());
    counts.nothingElse();
    return usage;
  }
}
