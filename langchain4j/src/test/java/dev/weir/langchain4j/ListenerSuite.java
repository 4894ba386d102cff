package dev.weir.langchain4j;

import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.common.AbstractChatModelListenerIT;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.weir.client.Weir;
import dev.weir.codec.dialect.Dialect;

/** LangChain4j's suite for listeners of models that answer at once, in one dialect. */
abstract class ListenerSuite extends AbstractChatModelListenerIT {
  private final Support4j support;
  private final Weir weir;

  ListenerSuite(Dialect dialect) {
    this.support = new Support4j(dialect);
    this.weir = Suites.weir(dialect);
  }

  @Override
  protected ChatModel createModel(ChatModelListener listener) {
    return model(modelName(), listener);
  }

  @Override
  protected ChatModel createFailingModel(ChatModelListener listener) {
    return model(Suites.REFUSING_MODEL, listener);
  }

  private ChatModel model(String name, ChatModelListener listener) {
    ChatRequestParameters defaults =
        ChatRequestParameters.builder()
            .modelName(name)
            .temperature(temperature())
            .topP(topP())
            .maxOutputTokens(maxTokens())
            .build();
    return new WeirChatModel(
        weir, ModelOptions.DEFAULT.withDefaults(defaults).withListener(listener));
  }

  @Override
  protected String modelName() {
    return Suites.OTHER_MODEL;
  }

  @Override
  protected Class<? extends Exception> expectedExceptionClass() {
    return AuthenticationException.class;
  }

  @Override
  protected boolean assertResponseId() {
    return support.hasResponseIds();
  }
}
