package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import org.jspecify.annotations.Nullable;

/**
 * Turns a response of Converse into the assistant message that the next request sends back.
 *
 * <p>Every block keeps its place: reasoning is signed where it stands. Reasoning that was cut has
 * no signature and is left out, because it would be refused.
 */
final class ConverseNextRequest {
  private ConverseNextRequest() {}

  /** The {@code messages} to add, in an object. */
  static String of(Response response) {
    var json = new JsonText().beginObject().name("messages").beginArray();
    json.beginObject().field("role", "assistant").name("content").beginArray();
    response.blocks().forEach(block -> content(json, block));
    return json.endArray().endObject().endArray().endObject().toString();
  }

  private static void content(JsonText json, Block block) {
    switch (block.kind()) {
      case TEXT -> {
        if (!block.text().isBlank()) {
          // Refused: text must not be blank.
          json.beginObject().field("text", block.text()).endObject();
        }
      }
      case REASONING -> reasoning(json, block);
      case TOOL_CALL, SERVER_TOOL -> {
        json.beginObject().name("toolUse").beginObject();
        json.fieldIfAny("toolUseId", block.id()).fieldIfAny("name", block.name());
        json.name("input").value(ProviderJson.argumentsObject(block.text()));
        json.fieldIfAny("type", block.origin().get("type")).endObject().endObject();
      }
      case TOOL_OUTPUT -> output(json, block);
      case REFUSAL, MEDIA -> {
        // An assistant's message carries neither.
      }
    }
  }

  private static void reasoning(JsonText json, Block block) {
    Reasoning known = block.reasoning() == null ? Reasoning.NONE : block.reasoning();
    String signature = known.signature();
    String redacted = known.encrypted();
    if (redacted == null && signature == null) {
      return;
    }
    json.beginObject().name("reasoningContent").beginObject();
    if (redacted != null) {
      json.field("redactedContent", redacted);
    } else {
      json.name("reasoningText").beginObject().field("text", block.text());
      json.fieldIfAny("signature", signature).endObject();
    }
    json.endObject().endObject();
  }

  private static void output(JsonText json, Block block) {
    @Nullable Json source = ProviderJson.object(block.source());
    if (source != null) {
      json.beginObject().name("toolResult").value(source).endObject();
    }
  }
}
