package dev.weir.terminal;

import dev.weir.event.StreamEvent;

/** Takes the events of one stream to the view. Any thread may call it, one at a time. */
public interface ShownStream {

  /** The next event, which comes now. */
  void accept(StreamEvent event);

  /** The next event, with its time in microseconds since the request was made. */
  void accept(StreamEvent event, long atMicros);
}
