package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.Frame;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.chunk.PartKind;
import dev.weir.codec.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Classifies the events of ConverseStream and the chunks of text models.
 *
 * <pre>
 * contentBlockDelta  text, citation, image                assistant
 *                    reasoningContent                     reasoning
 *                    toolUse                              function_arguments
 *                    toolResult                           tool_output
 * contentBlockStop, messageStop                           status, terminal
 * messageStart, contentBlockStart, metadata               status
 * text of a text model                                    assistant, terminal with a stop reason
 * anything unknown                                        status
 * </pre>
 *
 * <p>A message is one output, so the output index is always 0.
 */
final class ConverseChunkTable implements ChunkTable {

  @Override
  public Chunk classify(Frame frame, Json json) {
    Map<String, Json> events = ConverseEvents.of(frame, json);
    TextModelChunk plain = events.isEmpty() ? TextModelChunk.of(json) : null;
    if (plain != null) {
      return chunk(
          frame,
          "chunk",
          plain.text() == null ? PartKind.STATUS : PartKind.ASSISTANT,
          plain.text(),
          Json.Null.NULL,
          plain.word() != null);
    }
    String name =
        events.keySet().stream()
            .findFirst()
            .orElse(frame.event().isEmpty() ? "unknown" : frame.event());
    Json event = events.getOrDefault(name, Json.Null.NULL);
    Json delta = event.get("delta");
    PartKind kind = name.equals("contentBlockDelta") ? kind(delta) : PartKind.STATUS;
    boolean isTerminal = name.equals("contentBlockStop") || name.equals("messageStop");
    return chunk(frame, name, kind, text(kind, delta), event, isTerminal);
  }

  private static Chunk chunk(
      Frame frame,
      String type,
      PartKind kind,
      @Nullable String text,
      Json event,
      boolean isTerminal) {
    boolean isArguments = kind == PartKind.FUNCTION_ARGUMENTS;
    Json start = event.get("start");
    String call = start.get("toolUse").get("toolUseId").textIfAny();
    return new Chunk(
        kind,
        isArguments ? null : text,
        isArguments ? text : null,
        Chunk.Place.of(
            null,
            /* outputIndex= */ 0L,
            event.get("contentBlockIndex").number(),
            call == null ? start.get("toolResult").get("toolUseId").textIfAny() : call),
        type,
        isTerminal,
        frame.data());
  }

  private static PartKind kind(Json delta) {
    if (delta.has("reasoningContent")) {
      return PartKind.REASONING;
    }
    if (delta.has("toolUse")) {
      return PartKind.FUNCTION_ARGUMENTS;
    }
    if (delta.has("toolResult")) {
      return PartKind.TOOL_OUTPUT;
    }
    boolean isContent = delta.has("text") || delta.has("citation") || delta.has("image");
    return isContent ? PartKind.ASSISTANT : PartKind.STATUS;
  }

  private static @Nullable String text(PartKind kind, Json delta) {
    return switch (kind) {
      case ASSISTANT -> delta.get("text").text();
      case REASONING -> delta.get("reasoningContent").get("text").text();
      case FUNCTION_ARGUMENTS -> delta.get("toolUse").get("input").text();
      case TOOL_OUTPUT -> delta.get("toolResult").toText();
      case REFUSAL, STATUS -> null;
    };
  }
}
