package dev.weir.sim.yaml;

import dev.weir.codec.json.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** A value of a YAML file, which may be absent, together with its place. */
public final class YamlValue {
  private static final int MAX_ALIASES = 50;
  private static final int MAX_CHARS = 3 << 20;
  private static final int MAX_SHOWN = 60;
  private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|m)");

  private final String file;
  private final String path;
  private final @Nullable Node node;

  private YamlValue(String file, String path, @Nullable Node node) {
    this.file = file;
    this.path = path;
    this.node = node == null || node.getTag().equals(Tag.NULL) ? null : node;
  }

  /**
   * The value that a file holds; absent if it is empty.
   *
   * @param file what complaints call it
   * @throws YamlException if it is not YAML
   */
  public static YamlValue parse(String file, String text) {
    var settings =
        LoadSettings.builder()
            .setLabel(file)
            .setMaxAliasesForCollections(MAX_ALIASES)
            .setCodePointLimit(MAX_CHARS)
            .setAllowDuplicateKeys(false)
            .build();
    try {
      // Its Compose does the same, in a package that its module does not export.
      var parser = new ParserImpl(settings, new StreamReader(settings, text));
      return new YamlValue(file, "", new Composer(settings, parser).getSingleNode().orElse(null));
    } catch (MarkedYamlEngineException broken) {
      int line = broken.getProblemMark().map(Mark::getLine).orElse(0) + 1;
      throw new YamlException(
          "%s line %d: not YAML: %s".formatted(file, line, broken.getProblem()));
    } catch (YamlEngineException broken) {
      throw new YamlException("%s: not YAML: %s".formatted(file, broken.getMessage()));
    } catch (StackOverflowError tooDeep) {
      throw new YamlException(
          "%s: lists or fields are nested too deeply; is a bracket missing?".formatted(file));
    }
  }

  /** Whether nothing was written. */
  public boolean isAbsent() {
    return node == null;
  }

  /** Whether it is a list. */
  public boolean isList() {
    return node instanceof SequenceNode;
  }

  /** Whether it has fields. */
  public boolean hasFields() {
    return node instanceof MappingNode;
  }

  /** Refuses it: something else was expected here. */
  public YamlException wrong(String expected) {
    String seen =
        switch (node) {
          case null -> "missing";
          case ScalarNode scalar -> "\"" + shortened(scalar.getValue()) + "\"";
          case SequenceNode list -> "a list";
          default -> "a group of fields";
        };
    return new YamlException(
        "%s%s: %s is %s; expected %s"
            .formatted(file, line(), path.isEmpty() ? "the file" : path, seen, expected));
  }

  private static String shortened(String text) {
    return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "…" : text;
  }

  /** Refuses it, saying why. */
  public YamlException refused(String why) {
    return new YamlException("%s%s: %s: %s".formatted(file, line(), path, why));
  }

  private String line() {
    return node == null
        ? ""
        : node.getStartMark().map(mark -> " line " + (mark.getLine() + 1)).orElse("");
  }

  /** The names and values of its fields, in their order; none if it is absent. */
  public Map<String, YamlValue> fields() {
    Map<String, YamlValue> fields = new LinkedHashMap<>();
    if (node == null) {
      return fields;
    }
    if (!(node instanceof MappingNode mapping)) {
      throw wrong("fields, as NAME: VALUE");
    }
    for (NodeTuple tuple : mapping.getValue()) {
      String name = tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "?";
      fields.put(name, field(name, tuple.getValueNode()));
    }
    return fields;
  }

  /** A field that it does not have, with the place that it would have. */
  YamlValue absent(String name) {
    return field(name, null);
  }

  private YamlValue field(String name, @Nullable Node value) {
    return new YamlValue(file, path.isEmpty() ? name : path + "." + name, value);
  }

  /** The values of a list. */
  public List<YamlValue> items() {
    if (!(node instanceof SequenceNode list)) {
      throw wrong("a list");
    }
    List<YamlValue> items = new ArrayList<>();
    for (Node item : list.getValue()) {
      items.add(new YamlValue(file, "%s[%d]".formatted(path, items.size()), item));
    }
    return items;
  }

  /** The text; complains if it is none. */
  public String text() {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw wrong("a text");
  }

  /** The text, if there is any. */
  public @Nullable String textIfAny() {
    return node == null ? null : text();
  }

  /** The whole number, if there is any. */
  public @Nullable Long wholeIfAny() {
    if (node == null) {
      return null;
    }
    try {
      return Long.valueOf(text());
    } catch (NumberFormatException notOne) {
      throw wrong("a whole number");
    }
  }

  /** A number above zero, if any. */
  public @Nullable Double numberIfAny() {
    if (node == null) {
      return null;
    }
    try {
      double value = Double.parseDouble(text());
      if (value > 0 && Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // Said below.
    }
    throw wrong("a number above 0");
  }

  /** A time such as {@code 20ms}, or the other one if none was written. */
  public Duration duration(Duration otherwise) {
    if (node == null) {
      return otherwise;
    }
    if (text().equals("0")) {
      return Duration.ZERO;
    }
    Matcher matcher = DURATION.matcher(text());
    if (!matcher.matches()) {
      throw wrong("a time such as 20ms, 1.5s or 2m");
    }
    double millis =
        switch (matcher.group(2)) {
          case "s" -> 1000;
          case "m" -> 60_000;
          default -> 1;
        };
    return Duration.ofNanos(Math.round(Double.parseDouble(matcher.group(1)) * millis * 1e6));
  }

  /** The value as JSON, names in their order. */
  public Json json() {
    return node == null ? Json.Null.NULL : json(node);
  }

  private Json json(Node value) {
    if (value.isRecursive()) {
      throw refused("contains itself; write it out instead of using an alias");
    }
    return switch (value) {
      case ScalarNode scalar -> json(scalar);
      case SequenceNode list -> new Json.Items(list.getValue().stream().map(this::json).toList());
      case MappingNode mapping -> {
        Map<String, Json> map = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
          if (tuple.getKeyNode() instanceof ScalarNode key) {
            map.put(key.getValue(), json(tuple.getValueNode()));
          }
        }
        yield new Json.Fields(map);
      }
      default -> Json.Null.NULL;
    };
  }

  private static Json json(ScalarNode scalar) {
    String text = scalar.getValue();
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.NULL)) {
      return Json.Null.NULL;
    }
    if (tag.equals(Tag.BOOL)) {
      return new Json.Bool(Boolean.parseBoolean(text));
    }
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      try {
        return new Json.Num(new BigDecimal(text).toPlainString());
      } catch (NumberFormatException special) {
        return new Json.Text(text);
      }
    }
    return new Json.Text(text);
  }
}
