package dev.weir.sim.script;

import dev.weir.event.FinishReason;
import dev.weir.event.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads a script from YAML; {@code docs/simulator.md} describes it. */
public final class ScriptReader {
  private static final Duration EVERY = Duration.ofMillis(25);
  private static final Set<String> PARTS =
      Set.of("thinking", "text", "refusal", "call", "pause", "error");

  private ScriptReader() {}

  /**
   * Reads a script.
   *
   * @param name what complaints call it, such as its file's name
   * @throws ScriptException if it is not a script
   */
  public static Script read(String name, String yaml) {
    Object value;
    try {
      value = new Load(LoadSettings.builder().setLabel(name).build()).loadFromString(yaml);
    } catch (YamlEngineException notYaml) {
      throw new ScriptException("%s is not YAML: %s".formatted(name, notYaml.getMessage()));
    }
    var script = new YamlNode(name + ":", value);
    script.allow(Set.of("model", "every", "wait", "answers"));
    Duration every = script.get("every").duration(EVERY);
    Duration wait = script.get("wait").duration(Duration.ZERO);
    List<ScriptedAnswer> answers = new ArrayList<>();
    for (YamlNode answer : script.get("answers").items()) {
      answers.add(answer(answer, every, wait));
    }
    if (answers.isEmpty()) {
      throw script.get("answers").wrong("at least one answer");
    }
    return new Script(script.get("model").textIfAny(), answers);
  }

  private static ScriptedAnswer answer(YamlNode answer, Duration every, Duration wait) {
    answer.allow(Set.of("when", "wait", "every", "say", "finish", "usage", "fault"));
    List<Part> parts = new ArrayList<>();
    if (!answer.get("say").isAbsent()) {
      answer.get("say").items().forEach(part -> parts.add(part(part)));
    }
    return new ScriptedAnswer(
        answer.get("when").isAbsent() ? null : when(answer.get("when")),
        answer.get("wait").duration(wait),
        answer.get("every").duration(every),
        parts,
        finish(answer.get("finish")),
        usage(answer.get("usage")),
        answer.get("fault").textIfAny());
  }

  private static When when(YamlNode when) {
    when.allow(Set.of("text", "matches", "result", "tools", "model"));
    return new When(
        when.get("text").textIfAny(),
        pattern(when.get("matches")),
        results(when.get("result")),
        texts(when.get("tools")),
        when.get("model").textIfAny());
  }

  private static @Nullable Pattern pattern(YamlNode node) {
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
  private static Map<String, String> results(YamlNode node) {
    Map<String, String> results = new LinkedHashMap<>();
    if (node.value() instanceof Map<?, ?> map) {
      for (Object tool : map.keySet()) {
        results.put(String.valueOf(tool), node.get(String.valueOf(tool)).text());
      }
    } else {
      texts(node).forEach(tool -> results.put(tool, ""));
    }
    return results;
  }

  private static List<String> texts(YamlNode node) {
    if (node.isAbsent()) {
      return List.of();
    }
    return node.value() instanceof List<?>
        ? node.items().stream().map(YamlNode::text).toList()
        : List.of(node.text());
  }

  private static Part part(YamlNode part) {
    List<String> kinds = PARTS.stream().filter(part.map()::containsKey).sorted().toList();
    if (kinds.size() != 1) {
      throw part.wrong("exactly one of " + String.join(", ", PARTS.stream().sorted().toList()));
    }
    String kind = kinds.getFirst();
    YamlNode said = part.get(kind);
    Duration every = part.get("every").isAbsent() ? null : part.get("every").duration(EVERY);
    part.allow(
        switch (kind) {
          case "call" -> Set.of(kind, "id", "arguments", "every");
          case "pause" -> Set.of(kind);
          case "error" -> Set.of(kind, "code");
          default -> Set.of(kind, "every");
        });
    return switch (kind) {
      case "thinking" -> new Part.Thinking(words(said), every);
      case "text" -> new Part.Text(words(said), every);
      case "refusal" -> new Part.Refusal(words(said), every);
      case "call" ->
          new Part.Call(
              part.get("id").textIfAny(), said.text(), arguments(part.get("arguments")), every);
      case "pause" -> new Part.Pause(said.duration(Duration.ZERO));
      default -> new Part.Failure(part.get("code").textIfAny(), said.text());
    };
  }

  private static ScriptedText words(YamlNode node) {
    return node.value() instanceof List<?>
        ? new ScriptedText(texts(node), ScriptedText.Cut.AS_GIVEN)
        : new ScriptedText(List.of(node.text()), ScriptedText.Cut.WORDS);
  }

  /** An object, or JSON text, or its deltas one by one. */
  private static ScriptedText arguments(YamlNode node) {
    if (node.isAbsent()) {
      return new ScriptedText(List.of("{}"), ScriptedText.Cut.AS_GIVEN);
    }
    if (node.value() instanceof Map<?, ?>) {
      return new ScriptedText(List.of(node.json().toText()), ScriptedText.Cut.CHARACTERS);
    }
    return node.value() instanceof List<?>
        ? words(node)
        : new ScriptedText(List.of(node.text()), ScriptedText.Cut.CHARACTERS);
  }

  private static @Nullable FinishReason finish(YamlNode node) {
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

  private static @Nullable Usage usage(YamlNode node) {
    if (node.isAbsent()) {
      return null;
    }
    node.allow(Set.of("input", "output", "reasoning", "cached", "cache_write"));
    return new Usage(
        node.get("input").numberIfAny(),
        node.get("output").numberIfAny(),
        node.get("reasoning").numberIfAny(),
        node.get("cached").numberIfAny(),
        node.get("cache_write").numberIfAny());
  }
}
