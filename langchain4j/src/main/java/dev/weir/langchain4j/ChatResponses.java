package dev.weir.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.ChatResponseMetadata;
import dev.langchain4j.model.output.FinishReason;
import dev.weir.codec.conversation.CarriedAnswer;
import dev.weir.codec.request.Message;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Our responses as LangChain4j's. Pure. */
final class ChatResponses {
  /** The attribute of a message that carries all of the answer. */
  static final String CARRIED = "weir";

  private ChatResponses() {}

  /**
   * A response that came to its end.
   *
   * @param newMessages what of it goes back with the next request
   * @param askedModel who was asked, for dialects whose responses do not say who answered
   */
  static ChatResponse of(
      Response response, List<Message> newMessages, @Nullable String askedModel) {
    String carried = CarriedAnswer.write(newMessages);
    AiMessage message =
        AiMessage.builder()
            .text(orNull(CarriedAnswer.text(response)))
            .thinking(orNull(response.firstAnswerText(BlockKind.REASONING)))
            .toolExecutionRequests(
                CarriedAnswer.calls(response).stream().map(ChatResponses::request).toList())
            .attributes(carried == null ? Map.of() : Map.of(CARRIED, carried))
            .build();
    ChatResponseMetadata metadata =
        ChatResponseMetadata.builder()
            .id(response.responseId())
            .modelName(response.modelName() == null ? askedModel : response.modelName())
            .tokenUsage(
                new WeirTokenUsage(Objects.requireNonNullElse(response.usage(), Usage.NONE)))
            .finishReason(finish(response.verdict()))
            .build();
    return ChatResponse.builder().aiMessage(message).metadata(metadata).build();
  }

  static ToolExecutionRequest request(Message.Call call) {
    return ToolExecutionRequest.builder()
        .id(call.id())
        .name(call.toolName())
        .arguments(call.arguments())
        .build();
  }

  private static FinishReason finish(@Nullable Verdict verdict) {
    return switch (verdict) {
      case COMPLETE -> FinishReason.STOP;
      case LENGTH -> FinishReason.LENGTH;
      case TOOL_CALLS -> FinishReason.TOOL_EXECUTION;
      case REFUSED, FILTERED -> FinishReason.CONTENT_FILTER;
      case null -> FinishReason.OTHER;
      case PAUSED, FAILED, TRUNCATED, CANCELLED, STALLED -> FinishReason.OTHER;
    };
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
