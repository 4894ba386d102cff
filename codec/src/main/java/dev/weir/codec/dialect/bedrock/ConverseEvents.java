package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.Frame;
import dev.weir.codec.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The events of ConverseStream. A message of the event stream names its event in a header; as a
 * JSON line, and from Nova behind InvokeModel, the event is the name of the only field.
 */
final class ConverseEvents {
  static final Set<String> NAMES =
      Set.of(
          "messageStart",
          "contentBlockStart",
          "contentBlockDelta",
          "contentBlockStop",
          "messageStop",
          "metadata");

  private ConverseEvents() {}

  /** The events of a frame by name; none if it holds no event of Converse. */
  static Map<String, Json> of(Frame frame, Json chunk) {
    if (NAMES.contains(frame.event())) {
      return Map.of(frame.event(), chunk);
    }
    Map<String, Json> events = new LinkedHashMap<>();
    if (frame.event().isEmpty()) {
      chunk
          .fields()
          .forEach((name, body) -> {
            if (NAMES.contains(name) && body.isObject()) {
              events.put(name, body);
            }
          });
    }
    return events;
  }
}
