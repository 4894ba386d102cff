package dev.weir.langchain4j;

import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.Setting;
import dev.weir.codec.request.Style;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a provider can be asked, in LangChain4j's words. Pure. */
final class Support {
  private Support() {}

  /**
   * Refuses parameters that the dialect has no field for: LangChain4j's models never ignore one.
   *
   * @param dialect absent where there are several, as in a route
   * @throws UnsupportedFeatureException if there is one
   */
  static Request checked(Request request, @Nullable Dialect dialect) {
    if (dialect == null) {
      return request;
    }
    // Only the settings are of interest, so that a long conversation is not written twice.
    Request settings = request.toBuilder().messages(List.of(Message.user("?"))).build();
    List<RequestLoss> losses =
        dialect
            .clientSide()
            .map(client -> client.write(settings, "any", Style.DEFAULT).leftOut())
            .orElse(List.of());
    for (Setting setting : Setting.values()) {
      for (RequestLoss loss : losses) {
        if (loss.field().equals(setting.word())) {
          throw new UnsupportedFeatureException(
              "%s is not supported by %s: %s"
                  .formatted(name(setting, request), dialect.word(), loss.why()));
        }
      }
    }
    return request;
  }

  /** As {@link #checked}, for what counts where a request says nothing. */
  static void check(ChatRequestParameters defaults, @Nullable Dialect dialect) {
    ChatRequest request =
        ChatRequest.builder()
            .messages(dev.langchain4j.data.message.UserMessage.from("?"))
            .parameters(defaults)
            .build();
    checked(Requests.of(request), dialect);
  }

  private static String name(Setting setting, Request request) {
    return switch (setting) {
      case TOOL_CHOICE ->
          request.toolChoice() == null ? "ToolChoice" : "ToolChoice." + request.toolChoice().mode();
      case FORMAT -> "JSON response format";
      case STOP -> "'stopSequences' parameter";
      default -> "'%s' parameter".formatted(setting.word());
    };
  }

  /** Who is asked, as far as LangChain4j has a word for it. */
  static ModelProvider provider(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "openai" -> ModelProvider.OPEN_AI;
      case "anthropic" -> ModelProvider.ANTHROPIC;
      case "gemini" -> ModelProvider.GOOGLE_AI_GEMINI;
      case "vertex" -> ModelProvider.GOOGLE_VERTEX_AI_GEMINI;
      case "bedrock" -> ModelProvider.AMAZON_BEDROCK;
      case "mistral" -> ModelProvider.MISTRAL_AI;
      case "ollama" -> ModelProvider.OLLAMA;
      case "cohere" -> ModelProvider.COHERE;
      default -> ModelProvider.OTHER;
    };
  }
}
