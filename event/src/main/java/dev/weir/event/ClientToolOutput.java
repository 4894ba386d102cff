package dev.weir.event;

import dev.weir.event.StreamEvent.BlockStart;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a tool of the client returned for a call of a pass.
 *
 * @param text what the model reads
 * @param shown what else front ends may show it as, in a word; absent if nothing
 * @param source the tool's own data, as JSON
 */
public record ClientToolOutput(
    @Nullable String callId,
    String toolName,
    boolean success,
    @Nullable String shown,
    String text,
    @Nullable String source) {

  /** The facts that its block carries. */
  Map<String, String> origin() {
    Map<String, String> origin = new LinkedHashMap<>();
    origin.put("by", "client");
    origin.put("success", Boolean.toString(success));
    if (shown != null) {
      origin.put("shown", shown);
    }
    return origin;
  }

  /** Reads it back from its block. */
  static ClientToolOutput of(BlockStart start, String text, @Nullable String source) {
    String name = start.name();
    return new ClientToolOutput(
        start.id(),
        name == null ? "" : name,
        "true".equals(start.origin().get("success")),
        start.origin().get("shown"),
        text,
        source);
  }
}
