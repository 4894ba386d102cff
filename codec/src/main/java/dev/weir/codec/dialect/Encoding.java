package dev.weir.codec.dialect;

import dev.weir.codec.Frame;
import dev.weir.event.StreamEvent;
import java.util.ArrayList;
import java.util.List;

/** Writes the responses of a dialect. */
public interface Encoding {

  /** Writes the frames of one response from its events. */
  DialectEncoder encoder(EventSource source, EncodeOptions options);

  /** The frames of a whole response. */
  static List<Frame> frames(DialectEncoder encoder, List<StreamEvent> events) {
    List<Frame> frames = new ArrayList<>();
    events.forEach(event -> encoder.accept(event, frames::add));
    return frames;
  }
}
