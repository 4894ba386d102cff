package dev.weir.xai;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.chunk.PartKind;
import dev.weir.codec.json.Json;
import dev.weir.xai.proto.CompletionOutputChunk;
import dev.weir.xai.proto.Delta;
import dev.weir.xai.proto.FinishReason;
import dev.weir.xai.proto.GetChatCompletionChunk;
import dev.weir.xai.proto.MessageRole;
import org.jspecify.annotations.Nullable;

/**
 * Classifies chunks by what their first output brings first; their raw form is protobuf's text.
 *
 * <pre>
 * content                        assistant; tool_output under the tool role
 * reasoning_content              reasoning
 * tool_calls                     function_arguments
 * trailers, anything else        status
 * </pre>
 */
final class XaiChunkTable implements ChunkTable {

  @Override
  public boolean readsJson() {
    return false;
  }

  @Override
  public Chunk classify(Frame frame, Json json) {
    if (frame.event().equals(GrpcMessageDecoder.TRAILERS)) {
      return Chunk.status(frame.event(), /* isTerminal= */ true, frame.data());
    }
    try {
      return classify(GetChatCompletionChunk.parseFrom(frame.data().toSlice()));
    } catch (InvalidProtocolBufferException notAChunk) {
      return Chunk.status("malformed", /* isTerminal= */ false, frame.data());
    }
  }

  private static Chunk classify(GetChatCompletionChunk chunk) {
    boolean any = chunk.getOutputsCount() > 0;
    CompletionOutputChunk output =
        any ? chunk.getOutputs(0) : CompletionOutputChunk.getDefaultInstance();
    Delta delta = output.getDelta();
    String text = null;
    String arguments = null;
    PartKind kind = PartKind.STATUS;
    if (!delta.getReasoningContent().isEmpty()) {
      kind = PartKind.REASONING;
      text = delta.getReasoningContent();
    } else if (!delta.getContent().isEmpty()) {
      boolean isTool = delta.getRole() == MessageRole.ROLE_TOOL;
      kind = isTool ? PartKind.TOOL_OUTPUT : PartKind.ASSISTANT;
      text = delta.getContent();
    } else if (delta.getToolCallsCount() > 0) {
      kind = PartKind.FUNCTION_ARGUMENTS;
      arguments = delta.getToolCalls(0).getFunction().getArguments();
    }
    return new Chunk(
        kind,
        text,
        arguments,
        Chunk.Place.of(
            ifAny(chunk.getId()),
            any ? (long) output.getIndex() : null,
            null,
            delta.getToolCallsCount() > 0 ? ifAny(delta.getToolCalls(0).getId()) : null),
        "GetChatCompletionChunk",
        output.getFinishReason() != FinishReason.REASON_INVALID,
        Bytes.of(TextFormat.printer().emittingSingleLine(true).printToString(chunk).strip()));
  }

  private static @Nullable String ifAny(String text) {
    return text.isEmpty() ? null : text;
  }
}
