package dev.weir.langchain4j;

import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import dev.weir.codec.request.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a model does for every request.
 *
 * @param defaults what counts where a request says nothing
 * @param listeners who is told of each request and what became of it
 * @param adjusting makes the request that is sent of the one that was translated, for what
 *     LangChain4j has no word for: thinking, cache marks, the vendor's own options
 */
public record ModelOptions(
    ChatRequestParameters defaults,
    List<ChatModelListener> listeners,
    UnaryOperator<Request> adjusting) {

  /** Nothing. */
  public static final ModelOptions DEFAULT =
      new ModelOptions(DefaultChatRequestParameters.EMPTY, List.of(), UnaryOperator.identity());

  public ModelOptions {
    listeners = List.copyOf(listeners);
  }

  /** The same with these parameters where a request says nothing. */
  public ModelOptions withDefaults(ChatRequestParameters parameters) {
    return new ModelOptions(parameters, listeners, adjusting);
  }

  /** The same with one more listener. */
  public ModelOptions withListener(ChatModelListener listener) {
    List<ChatModelListener> more = new ArrayList<>(listeners);
    more.add(listener);
    return new ModelOptions(defaults, more, adjusting);
  }

  /** The same, which changes each request after all that it did before. */
  public ModelOptions withAdjusting(UnaryOperator<Request> change) {
    return new ModelOptions(defaults, listeners, request -> change.apply(adjusting.apply(request)));
  }
}
