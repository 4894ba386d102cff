package dev.weir.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.weir.client.Weir;
import dev.weir.codec.request.Request;

/** What both models share: who is asked, and how a request is made ready. */
record Asking(Weir weir, ModelOptions options) {
  Asking {
    Support.check(options.defaults(), weir.upstream().dialect());
  }

  /** The request that is sent. */
  Request request(ChatRequest chat) {
    Request request = options.adjusting().apply(Requests.of(chat));
    return Support.checked(request, weir.upstream().dialect());
  }

  ChatFold fold(Request request) {
    return new ChatFold(weir.upstream().name(), weir.upstream().dialect(), request.modelName());
  }

  ModelProvider provider() {
    return Support.provider(weir.upstream().name());
  }
}
