package dev.weir.codec.dialect.cohere;

import dev.weir.codec.Frame;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.chunk.PartKind;
import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * Classifies Cohere's events by their type.
 *
 * <pre>
 * content-* with text, citation-*, text-generation, citation-generation    assistant
 * content-* with thinking, tool-plan-delta                                 reasoning
 * tool-call-*, tool-calls-chunk, tool-calls-generation                     function_arguments
 * search-results                                                           tool_output
 * message-*, content-end, stream-*, errors, anything else                  status
 * </pre>
 */
final class CohereChunkTable implements ChunkTable {

  @Override
  public Chunk classify(Frame frame, Json json) {
    String old = CohereV1.type(json);
    String type = old == null ? CohereDecoder.type(frame, json) : old;
    Json message = json.get("delta").get("message");
    Json content = message.get("content");
    boolean thinks = content.has("thinking") || type.equals("tool-plan-delta");
    PartKind kind =
        switch (type) {
          case "content-start", "content-delta", "tool-plan-delta" ->
              thinks ? PartKind.REASONING : PartKind.ASSISTANT;
          case "citation-start", "citation-end", "text-generation", "citation-generation" ->
              PartKind.ASSISTANT;
          case "tool-call-start", "tool-call-delta", "tool-call-end" -> PartKind.FUNCTION_ARGUMENTS;
          case "tool-calls-chunk", "tool-calls-generation" -> PartKind.FUNCTION_ARGUMENTS;
          case "search-results" -> PartKind.TOOL_OUTPUT;
          default -> PartKind.STATUS;
        };
    Json call = message.get("tool_calls");
    Json piece = json.get("tool_call_delta");
    String arguments = call.get("function").get("arguments").textIfAny();
    String id = json.get("id").textIfAny();
    return new Chunk(
        kind,
        text(json, message),
        arguments == null ? piece.get("parameters").textIfAny() : arguments,
        Chunk.Place.of(
            id == null ? json.get("generation_id").textIfAny() : id,
            null,
            json.get("index").number(),
            call.get("id").textIfAny()),
        type.isEmpty() ? "chunk" : type,
        type.endsWith("-end") || json.has("error"),
        frame.data());
  }

  private static @Nullable String text(Json json, Json message) {
    Json content = message.get("content");
    String text = content.get("text").textIfAny();
    String thinking = content.get("thinking").textIfAny();
    String plan = message.get("tool_plan").textIfAny();
    if (text != null || thinking != null) {
      return text != null ? text : thinking;
    }
    return plan != null ? plan : json.get("text").textIfAny();
  }
}
