package dev.weir.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatModelStreamingEvent;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.weir.client.Weir;
import dev.weir.codec.request.Request;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Flow;

/**
 * Asks through a {@link Weir}, whatever its provider, and tells the answer as it comes: to a
 * handler, or to a subscriber, whose demand reaches back to the provider's socket.
 *
 * <p>Failures are LangChain4j's own exceptions; a parameter that the provider's dialect has no
 * field for is refused. Events that LangChain4j has no word for come raw, as {@link
 * dev.weir.event.StreamEvent}. A handler may block: it slows down its own response and no other.
 * Tools are run by LangChain4j, so that the {@link Weir} needs none. Closing it is left to whoever
 * made it.
 */
public final class WeirStreamingChatModel implements StreamingChatModel {
  private final Asking asking;

  /** A model without defaults and listeners. */
  public WeirStreamingChatModel(Weir weir) {
    this(weir, ModelOptions.DEFAULT);
  }

  /**
   * A model.
   *
   * @throws dev.langchain4j.exception.UnsupportedFeatureException if the defaults have a parameter
   *     that the provider's dialect has no field for
   */
  public WeirStreamingChatModel(Weir weir, ModelOptions options) {
    this.asking = new Asking(weir, options);
  }

  @Override
  public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
    try {
      HandledCall.open(asking, asking.request(request), handler);
    } catch (IllegalArgumentException wrong) {
      throw Failures.of(wrong);
    }
  }

  @Override
  public Flow.Publisher<ChatModelStreamingEvent> doChat(ChatRequest request) {
    Request ready = asking.request(request);
    return subscriber -> PublishedCall.open(asking, ready, subscriber);
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
