package dev.weir.gateway.stream;

import dev.weir.codec.dialect.StreamForm;
import java.util.Map;

/**
 * In which form a subscriber gets a stream. Two that are equal give the same bytes, so that one
 * fold serves all who read along.
 */
public interface Format {

  /** The name by which it is asked for. */
  String word();

  /** How its frames travel. */
  StreamForm form();

  /** What the http response of its streams says besides. */
  default Map<String, String> headers() {
    return Map.of();
  }

  /** A fold from a stream's first event on, live or kept. */
  Fold fold(StreamDescription about, FrameSink out);
}
