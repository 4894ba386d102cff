package dev.weir.terminal;

import dev.weir.event.StreamEvent;

/** Brings the events of one stream to the view. Any thread may call it, one at a time. */
public interface ShownStream {

  /** Takes the next event, which comes now. */
  void accept(StreamEvent event);

  /** Takes the next event, with its time in microseconds since the request was made. */
  void accept(StreamEvent event, long atMicros);
}
