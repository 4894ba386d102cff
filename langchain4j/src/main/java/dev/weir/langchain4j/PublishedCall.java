package dev.weir.langchain4j;

import dev.langchain4j.model.chat.response.ChatModelStreamingEvent;
import dev.weir.client.call.CallEvent;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A response on its way to a subscriber. Demand goes through to our own publisher: an event that
 * becomes none of LangChain4j's asks for the next. As LangChain4j asks for, a subscriber that
 * throws hears nothing more, and neither do listeners.
 */
final class PublishedCall implements Flow.Subscriber<StreamEvent>, Flow.Subscription {
  private static final Logger LOG = System.getLogger(PublishedCall.class.getName());

  private final ChatFold fold;
  private final Flow.Subscriber<? super ChatModelStreamingEvent> downstream;
  private Flow.@Nullable Subscription upstream;
  private volatile boolean cancelled;

  private PublishedCall(
      ChatFold fold, Flow.Subscriber<? super ChatModelStreamingEvent> downstream) {
    this.fold = fold;
    this.downstream = downstream;
  }

  static void open(
      Asking asking, Request request, Flow.Subscriber<? super ChatModelStreamingEvent> subscriber) {
    var call = new PublishedCall(asking.fold(request), subscriber);
    asking
        .weir()
        .with(upstream ->
            upstream.withSink(next ->
                event -> {
                  if (!(event instanceof CallEvent.Streamed)) {
                    call.fold.note(event);
                  }
                  next.accept(event);
                }))
        .publish(request)
        .subscribe(call);
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    upstream = subscription;
    downstream.onSubscribe(this);
  }

  @Override
  public void request(long n) {
    if (upstream != null) {
      upstream.request(n);
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
    if (upstream != null) {
      upstream.cancel();
    }
  }

  @Override
  public void onNext(StreamEvent event) {
    if (cancelled) {
      return;
    }
    ChatModelStreamingEvent told = fold.of(event);
    if (told == null) {
      request(1);
      return;
    }
    try {
      downstream.onNext(told);
    } catch (RuntimeException | Error thrown) {
      // A subscriber is anybody's code.
      LOG.log(Level.WARNING, "A subscriber threw; its request is cancelled", thrown);
      cancel();
    }
  }

  @Override
  public void onError(Throwable problem) {
    if (!cancelled) {
      downstream.onError(
          problem instanceof IllegalArgumentException wrong ? Failures.of(wrong) : problem);
    }
  }

  @Override
  public void onComplete() {
    if (cancelled) {
      return;
    }
    Throwable failure = fold.failure();
    if (failure == null) {
      downstream.onComplete();
    } else {
      downstream.onError(failure);
    }
  }
}
