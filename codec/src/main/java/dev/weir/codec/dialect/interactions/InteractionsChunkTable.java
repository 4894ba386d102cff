package dev.weir.codec.dialect.interactions;

import dev.weir.codec.Frame;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.chunk.PartKind;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import org.jspecify.annotations.Nullable;

/**
 * Classifies Interactions events by the type of their delta.
 *
 * <pre>
 * step.delta text, text_annotation_delta            assistant
 * step.delta thought_summary, thought_signature     reasoning
 * step.delta arguments_delta, *_call                function_arguments
 * step.delta *_result                               tool_output
 * step.delta image, audio, video, document          status
 * step.start, step.stop, interaction.*, error       status
 * </pre>
 */
final class InteractionsChunkTable implements ChunkTable {

  @Override
  public Chunk classify(Frame frame, Json json) {
    String type = InteractionsDecoder.type(frame, json);
    Json delta = json.get("delta");
    PartKind kind = kind(delta.get("type").textOrEmpty());
    Json interaction = json.get("interaction");
    Json step = json.has("step") ? json.get("step") : json.get("content");
    boolean isTerminal =
        type.endsWith(".stop") || type.startsWith("interaction.complete") || json.has("error");
    String id = interaction.get("id").textIfAny();
    return new Chunk(
        kind,
        text(kind, delta),
        kind == PartKind.FUNCTION_ARGUMENTS ? arguments(delta) : null,
        Chunk.Place.of(
            id == null ? json.get("interaction_id").textIfAny() : id,
            json.get("index").number(),
            null,
            step.get("id").textIfAny()),
        type.isEmpty() ? "chunk" : type,
        isTerminal,
        frame.data());
  }

  private static PartKind kind(String deltaType) {
    return switch (deltaType) {
      case "text", "text_annotation_delta", "text_annotation" -> PartKind.ASSISTANT;
      case "thought_summary", "thought_signature" -> PartKind.REASONING;
      case "arguments_delta" -> PartKind.FUNCTION_ARGUMENTS;
      default -> {
        if (deltaType.endsWith("_call")) {
          yield PartKind.FUNCTION_ARGUMENTS;
        }
        yield deltaType.endsWith("_result") ? PartKind.TOOL_OUTPUT : PartKind.STATUS;
      }
    };
  }

  private static @Nullable String text(PartKind kind, Json delta) {
    return switch (kind) {
      case ASSISTANT -> delta.get("text").textIfAny();
      case REASONING -> delta.get("content").get("text").textIfAny();
      case TOOL_OUTPUT -> whole(delta.get("result"));
      case FUNCTION_ARGUMENTS, REFUSAL, STATUS -> null;
    };
  }

  private static @Nullable String arguments(Json delta) {
    Json given = delta.has("arguments") ? delta.get("arguments") : delta.get("partial_arguments");
    return whole(given);
  }

  private static @Nullable String whole(Json value) {
    return value.isNull() || value.text() != null ? value.text() : JsonText.canonical(value);
  }
}
