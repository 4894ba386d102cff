package dev.weir.codec.dialect.gemini;

import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import org.jspecify.annotations.Nullable;

/**
 * Turns a response into the content that the next request sends back.
 *
 * <p>Every block is one part in its place, with its signature on it: a call that comes back without
 * the signature it had is refused.
 */
final class GeminiNextRequest {
  private GeminiNextRequest() {}

  /** The {@code contents} to add, in an object; the first candidate's, where there are several. */
  static String of(Response response) {
    var json = new JsonText().beginObject().name("contents").beginArray();
    json.beginObject().name("parts").beginArray();
    for (Block block : response.blocks()) {
      if (block.block().output() == 0) {
        part(json, block);
      }
    }
    return json.endArray().field("role", "model").endObject().endArray().endObject().toString();
  }

  private static void part(JsonText json, Block block) {
    json.beginObject();
    switch (block.kind()) {
      case TEXT, REFUSAL -> json.field("text", block.text());
      case REASONING -> json.field("text", block.text()).field("thought", true);
      case TOOL_CALL -> CallPart.of(block).write(json);
      case SERVER_TOOL, TOOL_OUTPUT, MEDIA -> ProviderPart.write(json, block);
    }
    json.fieldIfAny("thoughtSignature", signature(block)).endObject();
  }

  private static @Nullable String signature(Block block) {
    Reasoning reasoning = block.reasoning();
    boolean isThought = block.kind() == BlockKind.REASONING;
    return isThought ? (reasoning == null ? null : reasoning.signature()) : block.signature();
  }
}
