package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.Frame;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.chunk.PartKind;
import dev.weir.codec.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * Classifies the events of a Messages stream.
 *
 * <pre>
 * content_block_delta  text_delta, citations_delta         assistant
 *                      thinking_delta, signature_delta     reasoning
 *                      input_json_delta                    function_arguments
 *                      compaction_delta                    tool_output
 * content_block_start  redacted_thinking                   reasoning
 *                      …_tool_result                       tool_output
 *                      any other block                     status
 * content_block_stop, message_stop, error                  status, terminal
 * message_delta with a stop reason                         status, terminal
 * message_start, message_delta, ping, anything unknown     status
 * </pre>
 *
 * <p>A message is one output, so the output index is always 0 and the index of a block is the
 * content index.
 */
final class AnthropicChunkTable implements ChunkTable {

  @Override
  public Chunk classify(Frame frame, Json json) {
    String said = json.get("type").textIfAny();
    String type = said == null ? frame.event() : said;
    Json delta = json.get("delta");
    Json content = json.get("content_block");
    PartKind kind =
        switch (type) {
          case "content_block_delta" -> kindOfDelta(delta.get("type").textOrEmpty());
          case "content_block_start" -> kindOfContent(content.get("type").textOrEmpty());
          default -> PartKind.STATUS;
        };
    Json message = type.equals("message") ? json : json.get("message");
    String id = content.get("id").textIfAny();
    return new Chunk(
        kind,
        text(kind, delta, content),
        kind == PartKind.FUNCTION_ARGUMENTS ? delta.get("partial_json").text() : null,
        Chunk.Place.of(
            message.get("id").textIfAny(),
            /* outputIndex= */ 0L,
            json.get("index").number(),
            id == null ? content.get("tool_use_id").textIfAny() : id),
        type.isEmpty() ? "unknown" : type,
        isTerminal(type, json),
        frame.data());
  }

  private static PartKind kindOfDelta(String type) {
    return switch (type) {
      case "text_delta", "citations_delta" -> PartKind.ASSISTANT;
      case "thinking_delta", "signature_delta" -> PartKind.REASONING;
      case "input_json_delta" -> PartKind.FUNCTION_ARGUMENTS;
      case "compaction_delta" -> PartKind.TOOL_OUTPUT;
      default -> PartKind.STATUS;
    };
  }

  private static PartKind kindOfContent(String type) {
    if (type.equals("redacted_thinking")) {
      return PartKind.REASONING;
    }
    return type.endsWith("_tool_result") ? PartKind.TOOL_OUTPUT : PartKind.STATUS;
  }

  private static @Nullable String text(PartKind kind, Json delta, Json content) {
    return switch (kind) {
      case ASSISTANT -> delta.get("text").text();
      case REASONING -> delta.get("thinking").text();
      case TOOL_OUTPUT -> {
        Json output = content.isObject() ? content.get("content") : delta.get("content");
        yield output.isNull() || output.text() != null ? output.text() : output.toText();
      }
      case FUNCTION_ARGUMENTS, REFUSAL, STATUS -> null;
    };
  }

  private static boolean isTerminal(String type, Json json) {
    return switch (type) {
      case "content_block_stop", "message_stop", "message", "error" -> true;
      case "message_delta" -> json.get("delta").has("stop_reason");
      default -> false;
    };
  }
}
