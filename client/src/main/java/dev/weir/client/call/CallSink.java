package dev.weir.client.call;

import dev.weir.client.transport.HttpCall;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamMetrics;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes a response as it comes. Called by one thread at a time, in order; a sink that blocks holds
 * up its own stream and no other.
 *
 * <p>Of what happens on the way only {@link #event} must be taken; the rest is for those who record
 * and measure. Times are microseconds since the call was opened.
 */
public interface CallSink {

  void event(StreamEvent event, long atMicros);

  /** A try begins. A later one means that the earlier came to nothing that anyone saw. */
  default void trying(int attempt, HttpCall call, long atMicros) {}

  /**
   * The response broke and its rest is asked for. What comes then follows what came: {@link
   * #arrived} leaves out what came before.
   */
  default void resuming(HttpCall call, long atMicros) {}

  default void connected(long atMicros) {}

  default void headers(int status, Map<String, String> headers, long atMicros) {}

  /** Bytes of the stream, before the events that they complete. */
  default void arrived(byte[] slice, long atMicros) {}

  /** The body of an http response that is an error, or as much of it as is kept. */
  default void refused(byte[] body, long atMicros) {}

  /**
   * A try came to nothing, or a response broke off. What is to be seen of it comes as events.
   *
   * @param retryIn how long until the next try; absent if there is none
   */
  default void problem(ProviderError error, @Nullable Duration retryIn, long atMicros) {}

  /** What was measured of the response, after its last event. */
  default void measured(StreamMetrics metrics) {}
}
