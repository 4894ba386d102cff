package dev.weir.codec.dialect.chat;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns a chat response into the assistant message that the next request sends back.
 *
 * <p>Reasoning goes back under the field that it came from, with its details whole. A message has
 * one place for each kind, so its blocks are joined.
 */
final class ChatNextRequest {
  private ChatNextRequest() {}

  /** The {@code messages} to add, in an object; the first choice's, where there are several. */
  static String of(Response response) {
    List<Block> blocks = response.blocks().stream().filter(b -> b.block().output() == 0).toList();
    var json = new JsonText().beginObject().name("messages").beginArray();
    json.beginObject().field("role", "assistant");
    content(json, blocks);
    reasoning(json, of(blocks, BlockKind.REASONING));
    String refusal = text(of(blocks, BlockKind.REFUSAL));
    json.fieldIfAny("refusal", refusal.isEmpty() ? null : refusal);
    media(json, of(blocks, BlockKind.MEDIA));
    calls(json, of(blocks, BlockKind.TOOL_CALL));
    return json.endObject().endArray().endObject().toString();
  }

  private static List<Block> of(List<Block> blocks, BlockKind kind) {
    return blocks.stream().filter(b -> b.kind() == kind).toList();
  }

  private static String text(List<Block> blocks) {
    StringBuilder text = new StringBuilder();
    blocks.forEach(b -> text.append(b.text()));
    return text.toString();
  }

  private static void content(JsonText json, List<Block> blocks) {
    String text = text(of(blocks, BlockKind.TEXT));
    if (blocks.stream().anyMatch(ChatNextRequest::isContentPart)) {
      parts(json, blocks);
    } else {
      json.fieldOrNull("content", text.isEmpty() ? null : text);
    }
  }

  private static boolean isContentPart(Block block) {
    return ChatChoice.CONTENT_PART.equals(field(block));
  }

  private static @Nullable String field(Block block) {
    return block.kind() == BlockKind.REASONING ? block.origin().get("field") : null;
  }

  /** Mistral's thinking is a part of the content, in its own place. */
  private static void parts(JsonText json, List<Block> blocks) {
    json.name("content").beginArray();
    for (Block block : blocks) {
      if (isContentPart(block)) {
        json.beginObject().field("type", "thinking").name("thinking").beginArray();
        json.beginObject().field("type", "text").field("text", block.text()).endObject();
        json.endArray().endObject();
      } else if (block.kind() == BlockKind.TEXT) {
        json.beginObject().field("type", "text").field("text", block.text()).endObject();
      }
    }
    json.endArray();
  }

  private static void reasoning(JsonText json, List<Block> blocks) {
    Map<String, StringBuilder> texts = new LinkedHashMap<>();
    List<Json> details = new ArrayList<>();
    String opaque = null;
    for (Block block : blocks) {
      String field = field(block);
      if (field != null && ChatChoice.REASONING_FIELDS.contains(field)) {
        texts.computeIfAbsent(field, f -> new StringBuilder()).append(block.text());
      }
      Json entries = ProviderJson.parse(block.source());
      if (entries != null) {
        details.addAll(entries.items());
      } else if (block.reasoning() != null && block.reasoning().encrypted() != null) {
        opaque = block.reasoning().encrypted();
      }
    }
    texts.forEach((field, text) -> json.field(field, text.toString()));
    if (!details.isEmpty()) {
      json.name(ChatChoice.DETAILS).value(new Json.Items(details));
    }
    json.fieldIfAny("reasoning_opaque", opaque);
  }

  private static void media(JsonText json, List<Block> blocks) {
    List<Block> pictures = blocks.stream().filter(b -> !"audio".equals(b.name())).toList();
    if (!pictures.isEmpty()) {
      json.name("images").beginArray();
      for (Block picture : pictures) {
        json.beginObject().field("type", "image_url").name("image_url").beginObject();
        json.field("url", picture.text()).endObject().endObject();
      }
      json.endArray();
    }
    for (Block block : blocks) {
      if ("audio".equals(block.name()) && block.id() != null) {
        // Sound goes back by its id alone.
        json.name("audio").beginObject().fieldIfAny("id", block.id()).endObject();
      }
    }
  }

  private static void calls(JsonText json, List<Block> calls) {
    if (calls.isEmpty()) {
      return;
    }
    json.name("tool_calls").beginArray();
    for (Block call : calls) {
      boolean isCustom = "custom".equals(call.origin().get("type"));
      String type = isCustom ? "custom" : "function";
      // Arguments must be JSON, and a call without any may stream none.
      String arguments = call.text().isEmpty() && !isCustom ? "{}" : call.text();
      json.beginObject().fieldOrNull("id", call.id()).field("type", type);
      json.name(type).beginObject().fieldOrNull("name", call.name());
      json.field(isCustom ? "input" : "arguments", arguments).endObject();
      Json extra = ProviderJson.object(call.source());
      if (extra != null) {
        json.name("extra_content").value(extra);
      }
      json.endObject();
    }
    json.endArray();
  }
}
