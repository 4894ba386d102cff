package dev.weir.langchain4j;

import dev.langchain4j.model.chat.response.ChatModelStreamingEvent;
import dev.langchain4j.model.chat.response.CompleteResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.RawStreamingEvent;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.codec.request.Request;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * A response on its way to a handler. As LangChain4j asks for: what the handler throws it is told
 * as an error, and the response goes on; a handler that cancelled hears nothing more.
 */
final class HandledCall implements CallSink, StreamingHandle {
  private static final Logger LOG = System.getLogger(HandledCall.class.getName());

  private final ChatFold fold;
  private final StreamingChatResponseHandler handler;
  private volatile boolean cancelled;
  private volatile @Nullable StreamCall call;

  private HandledCall(ChatFold fold, StreamingChatResponseHandler handler) {
    this.fold = fold;
    this.handler = handler;
  }

  static void open(Asking asking, Request request, StreamingChatResponseHandler handler) {
    var opened = new HandledCall(asking.fold(request), handler);
    opened.call = asking.weir().call(request, opened);
    if (opened.cancelled) {
      // It was cancelled before it was known.
      opened.cancel();
    }
  }

  @Override
  public void accept(CallEvent event) {
    if (!(event instanceof CallEvent.Streamed streamed)) {
      fold.note(event);
      return;
    }
    ChatModelStreamingEvent told = fold.of(streamed.event());
    Throwable failure = fold.failure();
    if (cancelled) {
      return;
    }
    if (told != null) {
      try {
        tell(told);
      } catch (Exception thrown) {
        // A handler is anybody's code.
        fail(thrown);
      }
    } else if (failure != null) {
      fail(failure);
    }
  }

  private void tell(ChatModelStreamingEvent event) {
    switch (event) {
      case PartialResponse partial ->
          handler.onPartialResponse(partial, new PartialResponseContext(this));
      case PartialThinking partial ->
          handler.onPartialThinking(partial, new PartialThinkingContext(this));
      case PartialToolCall partial ->
          handler.onPartialToolCall(partial, new PartialToolCallContext(this));
      case CompleteToolCall complete -> handler.onCompleteToolCall(complete);
      case CompleteResponse complete -> handler.onCompleteResponse(complete.chatResponse());
      case RawStreamingEvent raw -> handler.onUnmappedRawEvent(raw.rawEvent());
      default -> throw new IllegalStateException("Not an event of ours: " + event);
    }
  }

  private void fail(Throwable problem) {
    try {
      handler.onError(problem);
    } catch (Exception again) {
      // There is nobody left to be told.
      LOG.log(Level.WARNING, "A handler threw when it was told of an error", again);
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
    StreamCall opened = call;
    if (opened != null) {
      opened.cancel();
    }
  }

  @Override
  public boolean isCancelled() {
    return cancelled;
  }
}
