package dev.weir.client.call;

import dev.weir.event.StreamEvent;
import java.util.function.Consumer;

/**
 * Takes what happens to a call. Called by one thread at a time, in order; a sink that blocks holds
 * up its own call and no other.
 *
 * <p>A sink that throws, whatever it throws, has its call cancelled; then it hears only the end of
 * its open blocks, {@link CallEvent.Measured} and the end of the response, with the verdict
 * CANCELLED and the word {@code consumer_failed}.
 */
@FunctionalInterface
public interface CallSink {

  /** Takes the next thing that happened. */
  void accept(CallEvent event);

  /** Tells two sinks, this one first. */
  default CallSink andThen(CallSink next) {
    return event -> {
      accept(event);
      next.accept(event);
    };
  }

  /** Takes only the events of the response. */
  static CallSink ofEvents(Consumer<? super StreamEvent> events) {
    return event -> {
      if (event instanceof CallEvent.Streamed streamed) {
        events.accept(streamed.event());
      }
    };
  }
}
