package dev.weir.codec.render;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.ToolSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a client that a provider of another dialect knows only as functions of another name
 * or form, by what the provider calls them, so that their calls come back as the client's own.
 */
public record ClientTools(Map<String, Tool> byFunction) {
  public static final ClientTools NONE = new ClientTools(Map.of());

  /**
   * One such tool.
   *
   * @param isCustom whether it takes text
   */
  public record Tool(String name, @Nullable String namespace, boolean isCustom) {}

  public ClientTools {
    byFunction = Map.copyOf(byFunction);
  }

  public boolean isEmpty() {
    return byFunction.isEmpty();
  }

  /** Those that change on the way; a name that a plain function also has stays the function's. */
  public static ClientTools of(List<ToolSpec> tools) {
    Set<String> plain = new HashSet<>();
    Map<String, Tool> changed = new LinkedHashMap<>();
    for (ToolSpec tool : tools) {
      if (tool.kind() == ToolSpec.Kind.BUILT_IN) {
        continue;
      }
      ToolSpec.Namespace group = tool.namespace();
      boolean isCustom = tool.kind() == ToolSpec.Kind.CUSTOM;
      if (group == null && !isCustom) {
        plain.add(tool.name());
      } else {
        changed.putIfAbsent(
            Foreign.function(tool).name(),
            new Tool(tool.name(), group == null ? null : group.name(), isCustom));
      }
    }
    changed.keySet().removeAll(plain);
    return changed.isEmpty() ? NONE : new ClientTools(changed);
  }

  /** The form in which it is kept with a stream. */
  public Json toJson() {
    List<Json> tools = new ArrayList<>();
    byFunction.forEach((function, tool) ->
        tools.add(
            Tree.of("function", function)
                .put("name", tool.name())
                .putIfAny("namespace", tool.namespace())
                .put("custom", tool.isCustom())
                .json()));
    return new Json.Items(tools);
  }

  /** Reads what {@link #toJson} wrote; no tools from anything else. */
  public static ClientTools parse(Json json) {
    Map<String, Tool> tools = new LinkedHashMap<>();
    for (Json tool : json.items()) {
      tools.put(
          tool.get("function").textOrEmpty(),
          new Tool(
              tool.get("name").textOrEmpty(),
              tool.get("namespace").text(),
              tool.get("custom").isTrue()));
    }
    return tools.isEmpty() ? NONE : new ClientTools(tools);
  }
}
