package dev.weir.sim.xai;

import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Usage;
import dev.weir.xai.proto.CompletionOutputChunk;
import dev.weir.xai.proto.Delta;
import dev.weir.xai.proto.FunctionCall;
import dev.weir.xai.proto.GetChatCompletionChunk;
import dev.weir.xai.proto.MessageRole;
import dev.weir.xai.proto.SamplingUsage;
import dev.weir.xai.proto.ToolCall;
import dev.weir.xai.proto.ToolCallStatus;
import dev.weir.xai.proto.ToolCallType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of a scripted answer as chunks of xAI's chat service: one output, calls whole.
 * A failure is reported by the status of the call, not by a chunk.
 */
final class XaiEncoder {
  private final Map<Integer, BlockStart> starts = new HashMap<>();
  private String id = "";
  private String model = "";
  private dev.weir.xai.proto.FinishReason finish = dev.weir.xai.proto.FinishReason.REASON_INVALID;

  void accept(StreamEvent event, Consumer<GetChatCompletionChunk> out) {
    switch (event) {
      case ResponseStart e -> {
        id = e.responseId() == null ? "" : e.responseId();
        model = e.modelName() == null ? "" : e.modelName();
      }
      case BlockStart e -> starts.put(e.block().block(), e);
      case BlockDelta e -> delta(e, out);
      case BlockEnd e -> end(e, out);
      case OutputEnd e -> finish = word(e.reason());
      case ResponseEnd e -> out.accept(last(e.usage()));
      case StreamEvent.ResponseProgress e -> {}
      case StreamEvent.PassStart e -> {}
      case StreamEvent.PassEnd e -> {}
      case StreamEvent.Annotation e -> {}
      case StreamEvent.ToolProgress e -> {}
      case StreamEvent.UsageUpdate e -> {}
      case StreamEvent.SequenceGap e -> {}
      case StreamEvent.BlockRepair e -> {}
      case StreamEvent.UnrepairedGap e -> {}
      case StreamEvent.FailedTry e -> {}
      case StreamEvent.Seam e -> {}
      case StreamEvent.Unrecognized e -> {}
      case StreamEvent.Fault e -> {}
    }
  }

  private BlockStart start(int block) {
    BlockStart start = starts.get(block);
    if (start == null) {
      throw new IllegalArgumentException("Block %d was never started".formatted(block));
    }
    return start;
  }

  private void delta(BlockDelta delta, Consumer<GetChatCompletionChunk> out) {
    switch (start(delta.block().block()).kind()) {
      case REASONING -> out.accept(chunk(Delta.newBuilder().setReasoningContent(delta.text())));
      case TEXT, REFUSAL -> out.accept(chunk(Delta.newBuilder().setContent(delta.text())));
      case TOOL_CALL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> {
        // A call comes whole, with its end; scripts have none of the others.
      }
    }
  }

  private void end(BlockEnd end, Consumer<GetChatCompletionChunk> out) {
    BlockStart start = start(end.block().block());
    Reasoning reasoning = end.reasoning();
    if (reasoning != null && reasoning.encrypted() != null) {
      out.accept(chunk(Delta.newBuilder().setEncryptedContent(reasoning.encrypted())));
    }
    String arguments = end.arguments();
    if (arguments != null) {
      FunctionCall.Builder function = FunctionCall.newBuilder().setArguments(arguments);
      ToolCall.Builder call =
          ToolCall.newBuilder()
              .setType(ToolCallType.TOOL_CALL_TYPE_CLIENT_SIDE_TOOL)
              .setStatus(ToolCallStatus.TOOL_CALL_STATUS_COMPLETED);
      if (start.name() != null) {
        function.setName(start.name());
      }
      if (start.id() != null) {
        call.setId(start.id());
      }
      out.accept(chunk(Delta.newBuilder().addToolCalls(call.setFunction(function))));
    }
  }

  private GetChatCompletionChunk.Builder begin() {
    return GetChatCompletionChunk.newBuilder().setId(id).setModel(model);
  }

  private GetChatCompletionChunk chunk(Delta.Builder delta) {
    delta.setRole(MessageRole.ROLE_ASSISTANT);
    return begin().addOutputs(CompletionOutputChunk.newBuilder().setDelta(delta)).build();
  }

  private GetChatCompletionChunk last(@Nullable Usage usage) {
    GetChatCompletionChunk.Builder chunk =
        begin().addOutputs(CompletionOutputChunk.newBuilder().setFinishReason(finish));
    if (usage != null) {
      int prompt = count(usage.inputTokens());
      int completion = count(usage.visibleOutputTokens());
      int reasoning = count(usage.reasoningTokens());
      chunk.setUsage(
          SamplingUsage.newBuilder()
              .setPromptTokens(prompt)
              .setCompletionTokens(completion)
              .setTotalTokens(prompt + completion + reasoning)
              .setReasoningTokens(reasoning)
              .setCachedPromptTextTokens(count(usage.cachedInputTokens())));
    }
    return chunk.build();
  }

  private static int count(@Nullable Long tokens) {
    return tokens == null ? 0 : Math.clamp(tokens, 0, Integer.MAX_VALUE / 2);
  }

  private static dev.weir.xai.proto.FinishReason word(FinishReason reason) {
    return switch (reason) {
      case LENGTH -> dev.weir.xai.proto.FinishReason.REASON_MAX_LEN;
      case TOOL_CALLS -> dev.weir.xai.proto.FinishReason.REASON_TOOL_CALLS;
      case STOP, REFUSED, FILTERED, PAUSED, FAILED, OTHER ->
          dev.weir.xai.proto.FinishReason.REASON_STOP;
    };
  }
}
