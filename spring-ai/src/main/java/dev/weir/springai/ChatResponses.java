package dev.weir.springai;

import dev.weir.codec.conversation.CarriedAnswer;
import dev.weir.codec.request.Message;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** Our responses as Spring AI's. Pure. */
final class ChatResponses {
  /** The metadata of a message that carries all of the answer. */
  static final String CARRIED = "weir";

  /** The metadata of a message that holds thinking, as Spring AI's own models name it. */
  static final String THINKING = "reasoningContent";

  private ChatResponses() {}

  /**
   * A response that came to its end.
   *
   * @param newMessages what of it goes back with the next request
   * @param askedModel who was asked, for dialects whose responses do not say who answered
   */
  static ChatResponse whole(
      Response response, List<Message> newMessages, @Nullable String askedModel) {
    return of(CarriedAnswer.text(response), response, newMessages, askedModel);
  }

  /** The last of a response that was told as it came: all but its text. */
  static ChatResponse last(
      Response response, List<Message> newMessages, @Nullable String askedModel) {
    return of("", response, newMessages, askedModel);
  }

  /** A piece of the answer. */
  static ChatResponse text(String text) {
    return new ChatResponse(List.of(new Generation(new AssistantMessage(text))));
  }

  /** A piece of thinking, which is not text of the answer. */
  static ChatResponse thinking(String text) {
    AssistantMessage message =
        AssistantMessage.builder().content("").properties(Map.of(THINKING, text)).build();
    return new ChatResponse(List.of(new Generation(message)));
  }

  private static ChatResponse of(
      String text, Response response, List<Message> newMessages, @Nullable String askedModel) {
    Map<String, Object> properties = new HashMap<>();
    String thinking = response.firstAnswerText(BlockKind.REASONING);
    if (!thinking.isEmpty()) {
      properties.put(THINKING, thinking);
    }
    String carried = CarriedAnswer.write(newMessages);
    if (carried != null) {
      properties.put(CARRIED, carried);
    }
    AssistantMessage message =
        AssistantMessage.builder()
            .content(text)
            .properties(properties)
            .toolCalls(CarriedAnswer.calls(response).stream().map(ChatResponses::call).toList())
            .build();
    var generation =
        new Generation(
            message,
            ChatGenerationMetadata.builder().finishReason(finish(response.verdict())).build());
    return new ChatResponse(List.of(generation), metadata(response, askedModel));
  }

  private static ChatResponseMetadata metadata(Response response, @Nullable String askedModel) {
    String model = response.modelName() == null ? askedModel : response.modelName();
    return ChatResponseMetadata.builder()
        .id(Objects.requireNonNullElse(response.responseId(), ""))
        .model(Objects.requireNonNullElse(model, ""))
        .usage(usage(Objects.requireNonNullElse(response.usage(), Usage.NONE)))
        .build();
  }

  private static AssistantMessage.ToolCall call(Message.Call call) {
    return new AssistantMessage.ToolCall(
        Objects.requireNonNullElse(call.id(), ""), "function", call.toolName(), call.arguments());
  }

  private static DefaultUsage usage(Usage usage) {
    return new DefaultUsage(
        count(usage.inputTokens()),
        count(usage.outputTokens()),
        null,
        usage,
        usage.cachedInputTokens(),
        usage.cacheWriteTokens());
  }

  private static @Nullable Integer count(@Nullable Long tokens) {
    return tokens == null ? null : (Integer) (int) Math.min(tokens, Integer.MAX_VALUE);
  }

  /** In the words that Spring AI's own models use most. */
  private static String finish(@Nullable Verdict verdict) {
    return switch (verdict) {
      case COMPLETE -> "STOP";
      case LENGTH -> "LENGTH";
      case TOOL_CALLS -> "TOOL_CALLS";
      case REFUSED, FILTERED -> "CONTENT_FILTER";
      case PAUSED -> "PAUSED";
      case null -> "OTHER";
      case FAILED, TRUNCATED, CANCELLED, STALLED -> "OTHER";
    };
  }
}
