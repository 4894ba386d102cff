package dev.weir.codec.dialect.ollama;

import dev.weir.codec.Frame;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.chunk.PartKind;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import org.jspecify.annotations.Nullable;

/**
 * Classifies Ollama's lines by what their message brings first.
 *
 * <pre>
 * message.content, response              assistant
 * message.thinking, thinking             reasoning
 * message.tool_calls                     function_arguments
 * done, error, anything else             status
 * </pre>
 *
 * <p>The lines have no type on the wire; they get that of the endpoint they come from.
 */
final class OllamaChunkTable implements ChunkTable {

  @Override
  public Chunk classify(Frame frame, Json json) {
    Json message = json.get("message");
    String content = first(message.get("content"), json.get("response"));
    String thinking = first(message.get("thinking"), json.get("thinking"));
    Json call = message.get("tool_calls").at(0);
    PartKind kind = PartKind.STATUS;
    if (content != null) {
      kind = PartKind.ASSISTANT;
    } else if (thinking != null) {
      kind = PartKind.REASONING;
    } else if (!call.isNull()) {
      kind = PartKind.FUNCTION_ARGUMENTS;
    }
    boolean isError = json.has("error");
    Json arguments = call.get("function").get("arguments");
    String type = message.isObject() ? "chat" : json.has("response") ? "generate" : "status";
    return new Chunk(
        kind,
        content != null ? content : thinking,
        kind == PartKind.FUNCTION_ARGUMENTS && arguments.isObject()
            ? JsonText.canonical(arguments)
            : arguments.text(),
        Chunk.Place.of(null, null, null, call.get("id").textIfAny()),
        isError ? "error" : type,
        isError || json.get("done").isTrue(),
        frame.data());
  }

  private static @Nullable String first(Json one, Json other) {
    return one.textIfAny() != null ? one.text() : other.textIfAny();
  }
}
