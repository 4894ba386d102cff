package dev.weir.cli.config;

import dev.weir.codec.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** The fields of one mapping in a YAML file, each asked for once; what is left over is refused. */
final class YamlFields {
  private static final int MAX_ALIASES = 20;
  private static final int MAX_CHARS = 1 << 20;

  private final String file;
  private final String path;
  private final Map<String, Node> fields = new LinkedHashMap<>();
  private final List<String> known = new ArrayList<>();

  private YamlFields(String file, String path) {
    this.file = file;
    this.path = path;
  }

  /** The fields at the top of a file; none if it is empty. */
  static YamlFields of(String file, String text) {
    var settings =
        LoadSettings.builder()
            .setLabel(file)
            .setMaxAliasesForCollections(MAX_ALIASES)
            .setCodePointLimit(MAX_CHARS)
            .setAllowDuplicateKeys(false)
            .build();
    try {
      Node top = new Compose(settings).composeString(text).orElse(null);
      var fields = new YamlFields(file, "");
      if (top != null) {
        fields.fill(top);
      }
      return fields;
    } catch (MarkedYamlEngineException broken) {
      int line = broken.getProblemMark().map(Mark::getLine).orElse(0) + 1;
      throw new ConfigException(
          "%s line %d: not YAML: %s".formatted(file, line, broken.getProblem()));
    } catch (YamlEngineException broken) {
      throw new ConfigException("%s: not YAML: %s".formatted(file, broken.getMessage()));
    } catch (StackOverflowError tooDeep) {
      throw new ConfigException(
          "%s: lists or fields are nested too deeply; is a bracket missing?".formatted(file));
    }
  }

  private void fill(Node node) {
    if (!(node instanceof MappingNode mapping)) {
      throw wrong(node, path.isEmpty() ? "the file" : path, "fields, as NAME: VALUE");
    }
    for (NodeTuple tuple : mapping.getValue()) {
      String name = tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "?";
      fields.put(name, tuple.getValueNode());
    }
  }

  @Nullable String text(String name) {
    Node node = take(name);
    if (node == null || isNull(node)) {
      return null;
    }
    if (!(node instanceof ScalarNode scalar)) {
      throw wrong(node, path + name, "a text");
    }
    return scalar.getValue();
  }

  @Nullable Double number(String name) {
    Node node = fields.get(name);
    String text = text(name);
    if (text == null || node == null) {
      return null;
    }
    try {
      double value = Double.parseDouble(text);
      if (value > 0 && Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // Said below.
    }
    throw wrong(node, path + name, "a number above 0");
  }

  /** The fields of a mapping; none if it is absent. */
  YamlFields fields(String name) {
    var inner = new YamlFields(file, path + name + ".");
    Node node = take(name);
    if (node != null && !isNull(node)) {
      inner.fill(node);
    }
    return inner;
  }

  Json json(String name) {
    Node node = take(name);
    return node == null ? Json.Null.NULL : value(node, path + name);
  }

  Collection<String> names() {
    return List.copyOf(fields.keySet());
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  /** Refuses a field, saying why. */
  ConfigException refused(String name, String why) {
    Node node = fields.get(name);
    return new ConfigException("%s%s: %s%s: %s".formatted(file, line(node), path, name, why));
  }

  /** Refuses what nobody asked for. */
  void nothingElse() {
    for (String name : fields.keySet()) {
      if (!known.contains(name)) {
        String near = Suggestion.nearest(name, known);
        throw refused(
            name,
            "unknown field; expected one of %s%s"
                .formatted(
                    String.join(", ", known), near == null ? "" : ". Did you mean " + near + "?"));
      }
    }
  }

  private @Nullable Node take(String name) {
    known.add(name);
    return fields.get(name);
  }

  private ConfigException wrong(Node node, String what, String expected) {
    String seen =
        switch (node) {
          case ScalarNode scalar -> "\"" + scalar.getValue() + "\"";
          case SequenceNode list -> "a list";
          default -> "fields";
        };
    return new ConfigException(
        "%s%s: %s is %s; expected %s".formatted(file, line(node), what, seen, expected));
  }

  private static String line(@Nullable Node node) {
    return node == null
        ? ""
        : node.getStartMark().map(mark -> " line " + (mark.getLine() + 1)).orElse("");
  }

  private static boolean isNull(Node node) {
    return node.getTag().equals(Tag.NULL);
  }

  private Json value(Node node, String what) {
    if (node.isRecursive()) {
      throw new ConfigException(
          "%s%s: %s contains itself; write it out instead of using an alias"
              .formatted(file, line(node), what));
    }
    return switch (node) {
      case ScalarNode scalar -> scalar(scalar);
      case SequenceNode list ->
          new Json.Items(list.getValue().stream().map(item -> value(item, what)).toList());
      case MappingNode mapping -> {
        Map<String, Json> map = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
          if (tuple.getKeyNode() instanceof ScalarNode key) {
            map.put(key.getValue(), value(tuple.getValueNode(), what));
          }
        }
        yield new Json.Fields(map);
      }
      default -> Json.Null.NULL;
    };
  }

  private static Json scalar(ScalarNode scalar) {
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
