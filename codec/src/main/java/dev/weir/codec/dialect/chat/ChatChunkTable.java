package dev.weir.codec.dialect.chat;

import dev.weir.codec.Frame;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.chunk.PartKind;
import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * Classifies chat chunks by what their first choice brings.
 *
 * <pre>
 * delta.content                          assistant
 * delta.reasoning*, reasoning_details    reasoning
 * delta.tool_calls, function_call        function_arguments
 * delta.refusal                          refusal
 * delta.executed_tools                   tool_output
 * role, finish reason, usage, error      status
 * </pre>
 */
final class ChatChunkTable implements ChunkTable {

  @Override
  public Chunk classify(Frame frame, Json json) {
    Json choice = json.get("choices").at(0);
    Json delta = choice.get("delta");
    String text = null;
    String arguments = null;
    PartKind kind = PartKind.STATUS;
    if (content(delta) != null) {
      kind = PartKind.ASSISTANT;
      text = content(delta);
    } else if (reasoning(delta) != null) {
      kind = PartKind.REASONING;
      text = reasoning(delta);
    } else if (!delta.get("tool_calls").items().isEmpty() || delta.has("function_call")) {
      kind = PartKind.FUNCTION_ARGUMENTS;
      Json function = delta.get("tool_calls").at(0).get("function");
      Json legacy = delta.get("function_call");
      arguments = (function.isObject() ? function : legacy).get("arguments").text();
    } else if (delta.get("refusal").textIfAny() != null) {
      kind = PartKind.REFUSAL;
      text = delta.get("refusal").text();
    } else if (!delta.get("executed_tools").items().isEmpty()) {
      kind = PartKind.TOOL_OUTPUT;
      text = delta.get("executed_tools").at(0).get("output").text();
    }
    boolean isError = json.has("error") || frame.event().equals("error");
    String object = json.get("object").textIfAny();
    return new Chunk(
        kind,
        text,
        arguments,
        Chunk.Place.of(
            json.get("id").textIfAny(),
            choice.get("index").number(),
            null,
            delta.get("tool_calls").at(0).get("id").textIfAny()),
        isError ? "error" : object == null ? "chat.completion.chunk" : object,
        isError || choice.get("finish_reason").word() != null,
        frame.data());
  }

  private static @Nullable String content(Json delta) {
    Json content = delta.get("content");
    Json part = content.at(0);
    return content.isArray() ? part.get("text").textIfAny() : content.textIfAny();
  }

  private static @Nullable String reasoning(Json delta) {
    for (String name : ChatChoice.REASONING_FIELDS) {
      if (delta.get(name).textIfAny() != null) {
        return delta.get(name).text();
      }
    }
    Json detail = delta.get("reasoning_details").at(0);
    String summary = detail.get("summary").textIfAny();
    Json thinking = delta.get("content").at(0).get("thinking").at(0).get("text");
    String text = detail.get("text").textIfAny();
    return text != null ? text : summary != null ? summary : thinking.textIfAny();
  }
}
