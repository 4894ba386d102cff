package dev.weir.codec.dialect.ollama;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import java.util.List;

/** Turns a response of Ollama into the assistant message that the next request sends back. */
final class OllamaNextRequest {
  private OllamaNextRequest() {}

  /** The {@code messages} to add, in an object. */
  static String of(Response response) {
    var json = new JsonText().beginObject().name("messages").beginArray();
    json.beginObject().field("role", "assistant");
    json.field("content", response.text(BlockKind.TEXT));
    String thinking = response.text(BlockKind.REASONING);
    json.fieldIfAny("thinking", thinking.isEmpty() ? null : thinking);
    List<Block> calls = response.blocks(BlockKind.TOOL_CALL);
    if (!calls.isEmpty()) {
      json.name("tool_calls").beginArray();
      for (Block call : calls) {
        json.beginObject().fieldIfAny("id", call.id()).name("function").beginObject();
        json.fieldIfAny("name", call.name());
        json.name("arguments").value(ProviderJson.argumentsObject(call.text()));
        json.endObject().endObject();
      }
      json.endArray();
    }
    return json.endObject().endArray().endObject().toString();
  }
}
