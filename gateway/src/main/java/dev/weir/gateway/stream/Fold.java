package dev.weir.gateway.stream;

import dev.weir.event.StreamEvent;

/**
 * Turns a stream's events into frames. It knows nothing but the events and their times, so whoever
 * folds the same stream gets the same frames with the same ids: live, later, or after a restart.
 */
interface Fold {
  /** Takes the next event, from the first one on. */
  void accept(StreamEvent event, long atMillis);
}
