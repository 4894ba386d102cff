package dev.weir.client.call;

import dev.weir.client.transport.HttpCall;
import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.RequestLoss;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamMetrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a call: the events of its response, and what happens on the way to them.
 *
 * <pre>
 * ( trying connected? headers? ( refused | arrived | streamed | problem | resuming )* )+ measured streamed{response_end}
 * </pre>
 *
 * <p>In a route each try stands between {@link Asking} and {@link Tried}.
 *
 * <p>A call that is cancelled before its first try, or that cannot be sent, has less; {@link
 * Measured} and the end of the response are always the last two.
 */
public sealed interface CallEvent {

  /** Microseconds since the call was opened; they never go back. */
  long atMicros();

  /** The same, counted from an earlier beginning. */
  CallEvent later(long micros);

  /** The same for whoever does not look at it at once: with a copy of what is only lent. */
  default CallEvent kept() {
    return this;
  }

  /** The next event of the response. */
  record Streamed(StreamEvent event, long atMicros) implements CallEvent {
    @Override
    public Streamed later(long micros) {
      return new Streamed(event, atMicros + micros);
    }
  }

  /**
   * In a route: a step is asked; everything that follows is about it.
   *
   * @param dialect in which its response goes back to it; absent if there is none
   */
  record Asking(
      String provider, @Nullable Dialect dialect, @Nullable String modelName, long atMicros)
      implements CallEvent {
    @Override
    public Asking later(long micros) {
      return new Asking(provider, dialect, modelName, atMicros + micros);
    }
  }

  /**
   * In a route: a try of a step has ended.
   *
   * @param outcome {@code answered}, or one of few words for what went wrong
   */
  record Tried(String provider, @Nullable String modelName, String outcome, long atMicros)
      implements CallEvent {
    @Override
    public Tried later(long micros) {
      return new Tried(provider, modelName, outcome, atMicros + micros);
    }
  }

  /**
   * A try begins. A later one means that nothing of the earlier one was seen.
   *
   * @param lost what of the request the provider's dialect could not carry
   */
  record Trying(int attempt, HttpCall call, List<RequestLoss> lost, long atMicros)
      implements CallEvent {
    public Trying {
      lost = List.copyOf(lost);
    }

    @Override
    public Trying later(long micros) {
      return new Trying(attempt, call, lost, atMicros + micros);
    }
  }

  /** A connection was made. */
  record Connected(long atMicros) implements CallEvent {
    @Override
    public Connected later(long micros) {
      return new Connected(atMicros + micros);
    }
  }

  /**
   * The http response has begun.
   *
   * @param headers as they came, names in lower case
   * @param requestId under which the provider can look up the request
   */
  record Headers(int status, Map<String, String> headers, @Nullable String requestId, long atMicros)
      implements CallEvent {
    @Override
    public Headers later(long micros) {
      return new Headers(status, headers, requestId, atMicros + micros);
    }
  }

  /**
   * Bytes of the stream, before the events that they complete.
   *
   * @param slice lent while the sink is told of them: whoever keeps them takes a copy
   */
  record Arrived(Bytes slice, long atMicros) implements CallEvent {
    @Override
    public Arrived later(long micros) {
      return new Arrived(slice, atMicros + micros);
    }

    @Override
    public Arrived kept() {
      return new Arrived(Bytes.of(slice.toArray()), atMicros);
    }
  }

  /** The body of an http response that is an error, or as much of it as is kept. */
  @SuppressWarnings("ArrayRecordComponent")
  record Refused(byte[] body, long atMicros) implements CallEvent {
    @Override
    public Refused later(long micros) {
      return new Refused(body, atMicros + micros);
    }
  }

  /**
   * A try came to nothing, or a response broke off. What is shown of it comes as events.
   *
   * @param retryIn how long until the next try; absent if there is none
   */
  record Problem(ProviderError error, @Nullable Duration retryIn, long atMicros)
      implements CallEvent {
    @Override
    public Problem later(long micros) {
      return new Problem(error, retryIn, atMicros + micros);
    }

    /** One line for people. */
    public String inWords() {
      String words = error.inWords();
      if (retryIn == null) {
        return words;
      }
      boolean isSentence = words.endsWith(".") || words.endsWith("?");
      String when = retryIn.isZero() ? "at once" : "in %.1f s".formatted(retryIn.toMillis() / 1e3);
      return "%s%s again %s".formatted(words, isSentence ? " Trying" : "; trying", when);
    }
  }

  /**
   * The response broke and its rest is asked for. What comes next continues what came: {@link
   * Arrived} omits what is repeated.
   */
  record Resuming(HttpCall call, long atMicros) implements CallEvent {
    @Override
    public Resuming later(long micros) {
      return new Resuming(call, atMicros + micros);
    }
  }

  /**
   * What was measured of the whole response, just before its end is reported: after the end nothing
   * follows.
   *
   * @param metrics with times since the call was opened, even after {@link #later}
   * @param ending how the bytes of the last try ended, for recordings
   */
  record Measured(StreamMetrics metrics, StreamEnding ending, long atMicros) implements CallEvent {
    @Override
    public Measured later(long micros) {
      return new Measured(metrics, ending, atMicros + micros);
    }
  }
}
