package dev.weir.gateway.stream;

import dev.weir.event.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What a list says about a stream.
 *
 * @param verdict absent while it is live
 * @param events how many the log keeps
 */
public record Summary(
    StreamDescription about, State state, @Nullable Verdict verdict, long events) {

  static Summary of(LiveStream stream) {
    return new Summary(stream.about(), State.LIVE, /* verdict= */ null, stream.events());
  }

  /** Whether more comes. */
  public enum State {
    LIVE,
    ENDED,
    /** The gateway stopped, or could not record, before the response ended. */
    CUT
  }
}
