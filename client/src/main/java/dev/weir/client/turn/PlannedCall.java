package dev.weir.client.turn;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.event.Response;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to do with one call of the model: run a tool, or tell the model why not.
 *
 * @param id the model's id for the call
 * @param plan what to do
 */
record PlannedCall(@Nullable String id, String name, Plan plan) {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, 8 << 20);

  /** What to do. */
  sealed interface Plan {}

  record Run(Tool tool, ToolCall call) implements Plan {}

  record Refuse(ToolResult result) implements Plan {}

  /** Decides from a call as it came; the arguments are the model's own text and may be anything. */
  static PlannedCall of(Response.Block block, Map<String, Tool> tools) {
    String name = block.name() == null ? "" : block.name();
    return new PlannedCall(block.id(), name, plan(block, name, tools));
  }

  static PlannedCall refused(Response.Block block, String why) {
    String name = block.name() == null ? "" : block.name();
    return new PlannedCall(block.id(), name, refuse(why));
  }

  private static Plan plan(Response.Block block, String name, Map<String, Tool> tools) {
    Tool tool = tools.get(name);
    if (tool == null) {
      return refuse(
          "There is no tool named \"%s\". There are: %s"
              .formatted(name, String.join(", ", tools.keySet())));
    }
    if (!block.complete()) {
      // They may look whole: what is missing could change what the call does.
      return refuse(
          "Not run: the arguments of %s did not arrive whole. Call it again.".formatted(name));
    }
    String text = block.text().isBlank() ? "{}" : block.text();
    Json arguments;
    try {
      arguments = READER.read(text);
    } catch (JsonException malformed) {
      return refuse(
          "The arguments of %s are %s. Send one JSON object."
              .formatted(name, malformed.getMessage()));
    }
    String problem = ArgumentCheck.problem(arguments, tool.spec().parameters());
    return problem == null
        ? new Run(tool, new ToolCall(block.id(), name, arguments))
        : refuse("The arguments of %s do not fit: %s".formatted(name, problem));
  }

  private static Plan refuse(String why) {
    return new Refuse(ToolResult.failed(why));
  }
}
