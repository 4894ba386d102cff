package dev.weir.codec.dialect.cohere;

import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import java.util.List;

/**
 * Turns a response of Cohere into the assistant message that the next request sends back: content
 * and thinking in their places, the plan for the tools, the calls.
 */
final class CohereNextRequest {
  private CohereNextRequest() {}

  /** The {@code messages} to add, in an object. */
  static String of(Response response) {
    var json = new JsonText().beginObject().name("messages").beginArray();
    json.beginObject().field("role", "assistant");
    content(json, response.blocks());
    plan(json, response.blocks(BlockKind.REASONING));
    calls(json, response.blocks(BlockKind.TOOL_CALL));
    return json.endObject().endArray().endObject().toString();
  }

  private static boolean isPlan(Block block) {
    return "tool_plan".equals(block.origin().get("part"));
  }

  private static void content(JsonText json, List<Block> blocks) {
    List<Block> said =
        blocks.stream()
            .filter(b -> b.kind() == BlockKind.TEXT || b.kind() == BlockKind.REASONING)
            .filter(b -> !isPlan(b) && !b.text().isEmpty())
            .toList();
    if (said.isEmpty()) {
      return;
    }
    json.name("content").beginArray();
    for (Block block : said) {
      String type = block.kind() == BlockKind.TEXT ? "text" : "thinking";
      json.beginObject().field("type", type).field(type, block.text()).endObject();
    }
    json.endArray();
  }

  private static void plan(JsonText json, List<Block> reasoning) {
    for (Block block : reasoning) {
      Reasoning known = block.reasoning();
      if (isPlan(block) && known != null && !known.summary().isEmpty()) {
        json.field("tool_plan", known.summary().getFirst());
        return;
      }
    }
  }

  private static void calls(JsonText json, List<Block> calls) {
    if (calls.isEmpty()) {
      return;
    }
    json.name("tool_calls").beginArray();
    for (Block call : calls) {
      String arguments = call.text().isEmpty() ? "{}" : call.text();
      json.beginObject().fieldIfAny("id", call.id()).field("type", "function");
      json.name("function").beginObject().fieldIfAny("name", call.name());
      json.field("arguments", arguments).endObject().endObject();
    }
    json.endArray();
  }
}
