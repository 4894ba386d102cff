package dev.weir.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.weir.client.Answer;
import dev.weir.client.Weir;
import dev.weir.codec.request.Request;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Asks through a {@link Weir}, whatever its provider, and waits for the whole answer.
 *
 * <p>Failures are LangChain4j's own exceptions; a parameter that the provider's dialect has no
 * field for is refused. Tools are run by LangChain4j, so that the {@link Weir} needs none. Closing
 * it is left to whoever made it.
 */
public final class WeirChatModel implements ChatModel {
  private final Asking asking;

  /** A model without defaults and listeners. */
  public WeirChatModel(Weir weir) {
    this(weir, ModelOptions.DEFAULT);
  }

  /**
   * A model.
   *
   * @throws dev.langchain4j.exception.UnsupportedFeatureException if the defaults have a parameter
   *     that the provider's dialect has no field for
   */
  public WeirChatModel(Weir weir, ModelOptions options) {
    this.asking = new Asking(weir, options);
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    try {
      Request ready = asking.request(request);
      return response(asking.weir().ask(ready), ready);
    } catch (IllegalArgumentException wrong) {
      throw Failures.of(wrong);
    }
  }

  @Override
  public CompletableFuture<ChatResponse> doChatAsync(ChatRequest request) {
    try {
      Request ready = asking.request(request);
      CompletableFuture<Answer> answer = asking.weir().future(ready);
      CompletableFuture<ChatResponse> response = answer.thenApply(given -> response(given, ready));
      // Who cancels the one wants no more of the other.
      var unused = response.whenComplete((given, problem) -> answer.cancel(true));
      return response;
    } catch (IllegalArgumentException wrong) {
      return CompletableFuture.failedFuture(Failures.of(wrong));
    }
  }

  private static ChatResponse response(Answer answer, Request asked) {
    if (!answer.verdict().isNatural()) {
      throw Failures.of(answer.provider(), answer.verdict(), answer.error().orElse(null));
    }
    return ChatResponses.of(answer.response(), answer.newMessages(), asked.modelName());
  }

  @Override
  public ChatRequestParameters defaultRequestParameters() {
    return asking.options().defaults();
  }

  @Override
  public List<ChatModelListener> listeners() {
    return asking.options().listeners();
  }

  @Override
  public ModelProvider provider() {
    return asking.provider();
  }

  @Override
  public Set<Capability> supportedCapabilities() {
    return Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA);
  }
}
