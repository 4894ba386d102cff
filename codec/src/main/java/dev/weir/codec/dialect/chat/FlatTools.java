package dev.weir.codec.dialect.chat;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tools that clients send flat, as Responses has them. Cursor does so; providers of Chat refuse
 * them.
 */
final class FlatTools {
  private static final Set<String> TYPES = Set.of("function", "custom");

  /** What stands beside the tool's own object in Chat too. */
  private static final Set<String> OUTSIDE = Set.of("type", "cache_control");

  private FlatTools() {}

  /** The request with its tools, and its choice among them, in Chat's own form. */
  static Json nested(Json body) {
    List<Json> tools = body.get("tools").items();
    Json choice = body.get("tool_choice");
    if (tools.stream().noneMatch(FlatTools::isFlat) && !isFlat(choice)) {
      return body;
    }
    Map<String, Json> fields = new LinkedHashMap<>(body.fields());
    if (!tools.isEmpty()) {
      fields.put("tools", new Json.Items(tools.stream().map(FlatTools::nestedTool).toList()));
    }
    fields.computeIfPresent("tool_choice", (name, chosen) -> nestedTool(chosen));
    return new Json.Fields(fields);
  }

  private static boolean isFlat(Json tool) {
    String type = tool.get("type").textOrEmpty();
    return TYPES.contains(type) && tool.has("name") && !tool.get(type).isObject();
  }

  private static Json nestedTool(Json tool) {
    if (!isFlat(tool)) {
      return tool;
    }
    var outer = new Tree();
    var inner = new Tree();
    tool.fields()
        .forEach((name, value) -> {
          if (OUTSIDE.contains(name)) {
            outer.put(name, value);
          } else {
            inner.put(name, name.equals("format") ? format(value) : value);
          }
        });
    return outer.put(tool.get("type").textOrEmpty(), inner).json();
  }

  /** A grammar is an object of its own in Chat. */
  private static Json format(Json format) {
    if (!"grammar".equals(format.get("type").textIfAny()) || format.has("grammar")) {
      return format;
    }
    var grammar = new Tree();
    format
        .fields()
        .forEach((name, value) -> {
          if (!name.equals("type")) {
            grammar.put(name, value);
          }
        });
    return Tree.of("type", "grammar").put("grammar", grammar).json();
  }
}
