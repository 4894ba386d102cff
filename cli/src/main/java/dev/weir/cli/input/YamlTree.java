package dev.weir.cli.input;

import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A YAML document as the JSON that it amounts to. Tags of other languages are ignored; binary
 * scalars become objects with the field {@code base64_string}, as cassettes in JSON have them.
 */
final class YamlTree {
  private static final int MAX_ALIASES = 50;
  private static final int MAX_DEPTH = 100;
  private static final int MAX_NODES = 5_000_000;

  private int nodes;

  private YamlTree() {}

  /**
   * Reads a document.
   *
   * @throws NotAStreamException if it is not one within the limits
   */
  static Json read(String text) throws NotAStreamException {
    var settings =
        LoadSettings.builder()
            .setMaxAliasesForCollections(MAX_ALIASES)
            .setCodePointLimit(text.length() + 1)
            .setUseMarks(false)
            .setAllowDuplicateKeys(true)
            .build();
    try {
      Node top = new Compose(settings).composeString(text).orElse(null);
      return top == null ? Json.Null.NULL : new YamlTree().value(top, 0);
    } catch (YamlEngineException broken) {
      throw new NotAStreamException("a cassette that is not YAML: " + broken.getMessage());
    } catch (StackOverflowError tooDeep) {
      // The library recurses, and has no limit of its own.
      throw new NotAStreamException("YAML that is nested too deeply");
    }
  }

  /** Aliases may lead to the same node again and again, or in a circle: what is read is counted. */
  private Json value(Node node, int depth) throws NotAStreamException {
    if (depth > MAX_DEPTH || ++nodes > MAX_NODES) {
      throw new NotAStreamException(
          "YAML with more than %,d values or %d levels".formatted(MAX_NODES, MAX_DEPTH));
    }
    return switch (node) {
      case ScalarNode scalar -> scalar(scalar);
      case SequenceNode list -> {
        List<Json> items = new ArrayList<>();
        for (Node item : list.getValue()) {
          items.add(value(item, depth + 1));
        }
        yield new Json.Items(items);
      }
      case MappingNode mapping -> {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
          if (tuple.getKeyNode() instanceof ScalarNode key) {
            fields.put(key.getValue(), value(tuple.getValueNode(), depth + 1));
          }
        }
        yield new Json.Fields(fields);
      }
      default -> Json.Null.NULL;
    };
  }

  private static Json scalar(ScalarNode scalar) {
    String tag = scalar.getTag().getValue();
    String text = scalar.getValue();
    if (tag.endsWith("binary")) {
      return new Json.Fields(Map.of("base64_string", new Json.Text(text)));
    }
    if (tag.endsWith(":null")) {
      return Json.Null.NULL;
    }
    Json number = tag.endsWith(":int") ? number(text) : null;
    return number == null ? new Json.Text(text) : number;
  }

  private static @Nullable Json number(String text) {
    return text.matches("-?\\d{1,18}") ? new Json.Num(text) : null;
  }
}
