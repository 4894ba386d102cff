package dev.weir.codec.dialect.gemini;

import dev.weir.codec.Frame;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.chunk.PartKind;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Classifies Gemini chunks by the first part of their first candidate that says something.
 *
 * <pre>
 * text                                   assistant
 * text with thought                      reasoning
 * functionCall (args, partialArgs)       function_arguments
 * executableCode, toolCall               function_arguments
 * codeExecutionResult, toolResponse      tool_output
 * other parts, finish, usage, error      status
 * </pre>
 *
 * <p>The chunks have no type on the wire; they get the name of their schema. A text delta covers
 * all parts of the kind; updates of single leaves ({@code partialArgs}) are in the raw chunk only,
 * because what they add to the arguments depends on the chunks before.
 */
final class GeminiChunkTable implements ChunkTable {

  @Override
  public Chunk classify(Frame frame, Json json) {
    Json body = GeminiDecoder.body(json.isArray() ? json.at(0) : json);
    Json candidate = body.get("candidates").at(0);
    List<Json> parts = candidate.get("content").get("parts").items();
    Json first = parts.stream().filter(p -> kind(p) != PartKind.STATUS).findFirst().orElse(body);
    PartKind kind = kind(first);
    boolean isError = json.has("error") || body.has("error");
    boolean isTerminal =
        isError
            || GeminiFinish.word(candidate.get("finishReason")) != null
            || body.get("promptFeedback").has("blockReason");
    return new Chunk(
        kind,
        text(kind, parts),
        kind == PartKind.FUNCTION_ARGUMENTS ? arguments(first) : null,
        Chunk.Place.of(
            body.get("responseId").textIfAny(),
            candidate.get("index").number(),
            null,
            first.get("functionCall").get("id").textIfAny()),
        isError ? "error" : "GenerateContentResponse",
        isTerminal,
        frame.data());
  }

  private static PartKind kind(Json part) {
    if (part.get("text").textIfAny() != null) {
      return part.get("thought").isTrue() ? PartKind.REASONING : PartKind.ASSISTANT;
    }
    if (part.has("functionCall") || part.has("executableCode") || part.has("toolCall")) {
      return PartKind.FUNCTION_ARGUMENTS;
    }
    boolean isOutput = part.has("codeExecutionResult") || part.has("toolResponse");
    return isOutput ? PartKind.TOOL_OUTPUT : PartKind.STATUS;
  }

  private static @Nullable String text(PartKind kind, List<Json> parts) {
    if (kind == PartKind.FUNCTION_ARGUMENTS || kind == PartKind.STATUS) {
      return null;
    }
    var text = new StringBuilder();
    for (Json part : parts) {
      if (kind(part) == kind) {
        Json output = part.get("codeExecutionResult").get("output");
        Json response = part.get("toolResponse").get("response");
        text.append(part.get("text").textOrEmpty())
            .append(output.textOrEmpty())
            .append(response.isNull() ? "" : JsonText.canonical(response));
      }
    }
    return text.toString();
  }

  private static @Nullable String arguments(Json part) {
    Json args = part.get("functionCall").get("args");
    Json toolArgs = part.get("toolCall").get("args");
    Json whole = args.isNull() ? toolArgs : args;
    return whole.isNull()
        ? part.get("executableCode").get("code").text()
        : JsonText.canonical(whole);
  }
}
