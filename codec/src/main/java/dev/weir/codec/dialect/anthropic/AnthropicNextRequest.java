package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;

/**
 * Turns a message into the assistant message that the next request sends back.
 *
 * <p>Every block keeps its place: thinking is signed where it stands, and moving it is refused.
 * Thinking that was cut has no signature and is left out, because it would be refused as well.
 */
final class AnthropicNextRequest {
  private AnthropicNextRequest() {}

  /** The {@code messages} to add, and the {@code container} that code ran in, in an object. */
  static String of(Response response) {
    var json = new JsonText().beginObject().name("messages").beginArray();
    json.beginObject().field("role", "assistant").name("content").beginArray();
    String container = null;
    for (Block block : response.blocks()) {
      if (ContentStart.isContainer(block.kind(), block.name())) {
        container = block.id();
      } else {
        content(json, block);
      }
    }
    json.endArray().endObject().endArray();
    return json.fieldIfAny("container", container).endObject().toString();
  }

  private static void content(JsonText json, Block block) {
    switch (block.kind()) {
      case TEXT -> text(json, block);
      case REASONING -> thinking(json, block);
      case TOOL_CALL, SERVER_TOOL -> call(json, block);
      case TOOL_OUTPUT -> {
        Json source = ProviderJson.object(block.source());
        if (source != null) {
          json.value(source);
        }
      }
      case REFUSAL, MEDIA -> {
        // This dialect has neither.
      }
    }
  }

  private static void text(JsonText json, Block block) {
    if (block.text().isBlank()) {
      // Refused: text blocks must not be blank.
      return;
    }
    json.beginObject().field("type", "text").field("text", block.text());
    if (!block.annotations().isEmpty()) {
      json.name("citations").beginArray();
      for (String annotation : block.annotations()) {
        json.value(ProviderJson.valueOf(annotation));
      }
      json.endArray();
    }
    json.endObject();
  }

  private static void thinking(JsonText json, Block block) {
    Reasoning reasoning = block.reasoning();
    String data = reasoning == null ? null : reasoning.encrypted();
    String signature = reasoning == null ? null : reasoning.signature();
    if (data != null) {
      json.beginObject().field("type", "redacted_thinking").field("data", data).endObject();
    } else if (signature != null || block.complete()) {
      // Other servers of this dialect do not sign, but still want their thinking back.
      json.beginObject().field("type", "thinking").field("thinking", block.text());
      json.field("signature", signature == null ? "" : signature).endObject();
    }
  }

  private static void call(JsonText json, Block block) {
    String type = block.origin().getOrDefault("type", "tool_use");
    json.beginObject().field("type", type).fieldIfAny("id", block.id());
    json.fieldIfAny("name", block.name())
        .name("input")
        .value(ProviderJson.argumentsObject(block.text()));
    block
        .origin()
        .forEach((name, value) -> {
          if (!name.equals("type")) {
            json.name(name).value(ProviderJson.valueOf(value));
          }
        });
    json.endObject();
  }
}
