package dev.weir.xai;

import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Turns a response of xAI into the messages that the next request sends back, one for each output:
 * in the JSON form of its protobuf messages, under the names of their fields. What xAI's own tools
 * returned is not sent back: it came as an excerpt, and is in the encrypted content.
 */
final class XaiNextRequest {
  private XaiNextRequest() {}

  /** The {@code messages} to add, in an object. */
  static String of(Response response) {
    var json = new JsonText().beginObject().name("messages").beginArray();
    var outputs = new TreeSet<Integer>();
    response.blocks().forEach(block -> outputs.add(block.block().output()));
    for (int output : outputs) {
      message(json, response.blocks().stream().filter(b -> b.block().output() == output).toList());
    }
    return json.endArray().endObject().toString();
  }

  private static void message(JsonText json, List<Block> blocks) {
    if (blocks.stream().allMatch(b -> b.kind() == BlockKind.TOOL_OUTPUT)) {
      return;
    }
    json.beginObject().field("role", "ROLE_ASSISTANT");
    // A message without content is refused, so an empty text is sent as one.
    json.name("content").beginArray().beginObject();
    json.field("text", text(blocks, BlockKind.TEXT)).endObject().endArray();
    String thought = text(blocks, BlockKind.REASONING);
    json.fieldIfAny("reasoning_content", thought.isEmpty() ? null : thought);
    String sealed = encrypted(blocks);
    json.fieldIfAny("encrypted_content", sealed.isEmpty() ? null : sealed);
    List<Block> calls = new ArrayList<>(of(blocks, BlockKind.TOOL_CALL));
    calls.addAll(of(blocks, BlockKind.SERVER_TOOL));
    if (!calls.isEmpty()) {
      json.name("tool_calls").beginArray();
      calls.forEach(call -> call(json, call));
      json.endArray();
    }
    json.endObject();
  }

  private static void call(JsonText json, Block call) {
    json.beginObject().fieldIfAny("id", call.id());
    json.field(
        "type",
        call.kind() == BlockKind.TOOL_CALL
            ? "TOOL_CALL_TYPE_CLIENT_SIDE_TOOL"
            : call.origin().getOrDefault("type", "TOOL_CALL_TYPE_INVALID"));
    json.field("status", "TOOL_CALL_STATUS_COMPLETED");
    json.name("function").beginObject().fieldIfAny("name", call.name());
    json.field("arguments", call.text().isBlank() ? "{}" : call.text()).endObject().endObject();
  }

  private static List<Block> of(List<Block> blocks, BlockKind kind) {
    return blocks.stream().filter(block -> block.kind() == kind).toList();
  }

  private static String text(List<Block> blocks, BlockKind kind) {
    var text = new StringBuilder();
    of(blocks, kind).forEach(block -> text.append(block.text()));
    return text.toString();
  }

  /** Joined, because the message has one field for all of it. */
  private static String encrypted(List<Block> blocks) {
    var sealed = new StringBuilder();
    for (Block block : of(blocks, BlockKind.REASONING)) {
      Reasoning reasoning = block.reasoning();
      if (reasoning != null && reasoning.encrypted() != null) {
        sealed.append(reasoning.encrypted());
      }
    }
    return sealed.toString();
  }
}
