package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns a response into the input items that the next request sends back, in their order.
 *
 * <p>Items of the provider's own tools go back as they came. Reasoning that was cut before it was
 * sealed is left out: the provider does not know it and would refuse it.
 */
final class ResponsesNextRequest {
  private ResponsesNextRequest() {}

  /** The {@code input} items to add, in an object. */
  static String of(Response response) {
    Map<Integer, List<Block>> outputs = new TreeMap<>();
    for (Block block : response.blocks()) {
      outputs.computeIfAbsent(block.block().output(), o -> new ArrayList<>()).add(block);
    }
    var json = new JsonText().beginObject().name("input").beginArray();
    outputs.values().forEach(blocks -> item(json, blocks));
    return json.endArray().endObject().toString();
  }

  private static void item(JsonText json, List<Block> blocks) {
    Block first = blocks.getFirst();
    switch (first.kind()) {
      case TEXT, REFUSAL, MEDIA -> message(json, blocks);
      case REASONING -> reasoning(json, blocks);
      case TOOL_CALL -> call(json, first);
      case SERVER_TOOL, TOOL_OUTPUT -> {
        // What the tool returned is in its item.
        Json source = ProviderJson.object(first.source());
        if (source != null) {
          json.value(sealed(source, first.reasoning()));
        }
      }
    }
  }

  /** The item with the last encrypted content that was said of it. */
  static Json sealed(Json item, @Nullable Reasoning last) {
    String encrypted = last == null ? null : last.encrypted();
    if (encrypted == null) {
      return item;
    }
    Map<String, Json> fields = new LinkedHashMap<>(item.fields());
    fields.put("encrypted_content", new Json.Text(encrypted));
    return new Json.Fields(fields);
  }

  private static void message(JsonText json, List<Block> blocks) {
    Block first = blocks.getFirst();
    boolean complete = blocks.stream().allMatch(Block::complete);
    json.beginObject().fieldIfAny("id", first.id()).field("type", "message");
    json.field("status", complete ? "completed" : "incomplete").field("role", "assistant");
    json.name("content").beginArray();
    blocks.forEach(block -> part(json, block));
    json.endArray().fieldIfAny("phase", first.origin().get("phase"));
    ItemEncoder.extras(json, first.source());
    json.endObject();
  }

  private static void part(JsonText json, Block block) {
    if (block.kind() == BlockKind.REFUSAL) {
      json.beginObject().field("type", "refusal").field("refusal", block.text()).endObject();
    } else if (block.kind() == BlockKind.TEXT) {
      json.beginObject().field("type", "output_text").field("text", block.text());
      json.name("annotations").beginArray();
      block.annotations().forEach(annotation -> json.value(ProviderJson.valueOf(annotation)));
      json.endArray().endObject();
    }
  }

  private static void reasoning(JsonText json, List<Block> blocks) {
    Block first = blocks.getFirst();
    Reasoning known = first.reasoning() == null ? Reasoning.NONE : first.reasoning();
    if (!first.complete() && known.encrypted() == null) {
      return;
    }
    json.beginObject().fieldIfAny("id", known.id() == null ? first.id() : known.id());
    json.field("type", "reasoning").name("summary").beginArray();
    List<String> summary = known.summary().isEmpty() ? texts(blocks, true) : known.summary();
    summary.forEach(text -> text(json, "summary_text", text));
    json.endArray();
    List<String> content = texts(blocks, /* ofSummary= */ false);
    if (!content.isEmpty()) {
      json.name("content").beginArray();
      content.forEach(text -> text(json, "reasoning_text", text));
      json.endArray();
    }
    json.fieldIfAny("encrypted_content", known.encrypted());
    json.fieldIfAny("signature", known.signature());
    ItemEncoder.extras(json, first.source());
    json.endObject();
  }

  private static void text(JsonText json, String type, String text) {
    json.beginObject().field("type", type).field("text", text).endObject();
  }

  private static List<String> texts(List<Block> blocks, boolean ofSummary) {
    for (Block block : blocks) {
      boolean isSummary = "summary".equals(block.origin().get("part"));
      if (isSummary == ofSummary && !block.text().isEmpty()) {
        return block.parts();
      }
    }
    return List.of();
  }

  private static void call(JsonText json, Block call) {
    boolean isCustom = "custom_tool_call".equals(call.origin().get("type"));
    json.beginObject().fieldIfAny("id", itemId(call));
    json.field("type", isCustom ? "custom_tool_call" : "function_call");
    json.fieldOrNull("call_id", call.id()).fieldOrNull("name", call.name());
    json.fieldIfAny("namespace", call.origin().get("namespace"));
    String arguments = call.text().isEmpty() && !isCustom ? "{}" : call.text();
    json.field(isCustom ? "input" : "arguments", arguments);
    ItemEncoder.extras(json, call.source());
    json.endObject();
  }

  /** Absent for servers that name their calls only by the call id. */
  private static @Nullable String itemId(Block call) {
    String item = call.origin().get("item");
    return item == null || item.equals(call.id()) ? null : item;
  }
}
