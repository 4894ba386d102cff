package dev.weir.gateway.page;

import java.util.ArrayList;
import java.util.List;

/** Lifecycle frames as JSON, in order; their times are invented. */
final class LifecycleScript {

  private final List<String> frames = new ArrayList<>();
  private int phase;
  private long timestamp = 1_763_200_000_000L;
  private long paceMillis = 100;

  List<String> frames() {
    return List.copyOf(frames);
  }

  LifecycleScript phase(int number) {
    phase = number;
    return this;
  }

  /** How long every further frame comes after the one before. */
  LifecycleScript pace(long millis) {
    paceMillis = millis;
    return this;
  }

  /** A frame of this type with further fields, as JSON without braces. */
  LifecycleScript frame(String type, String fields) {
    timestamp += paceMillis;
    frames.add(
        "{\"type\":\"%s\",\"phase\":%d,\"timestamp\":%d%s%s}"
            .formatted(type, phase, timestamp, fields.isEmpty() ? "" : ",", fields));
    return this;
  }

  LifecycleScript thinking(String status, long millis, String... deltas) {
    frame("thinking_start", "");
    for (String delta : deltas) {
      frame("thinking_delta", "\"content\":" + quoted(delta));
    }
    frame("status", "\"description\":" + quoted(status) + ",\"source\":\"natural_language\"");
    return frame(
        "thinking_end", "\"duration\":%d,\"duration_ms\":%d".formatted(millis / 1000, millis));
  }

  LifecycleScript text(String finish, String... deltas) {
    frame("text_start", "");
    for (String delta : deltas) {
      frame("text_delta", "\"content\":" + quoted(delta));
    }
    return frame("text_end", "\"finish_reason\":" + quoted(finish));
  }

  LifecycleScript toolCall(String id, String name, String arguments) {
    return frame(
        "tool_call_start",
        "\"toolCallId\":%s,\"toolName\":%s,\"arguments\":%s"
            .formatted(quoted(id), quoted(name), quoted(arguments)));
  }

  LifecycleScript toolResult(String id, String name, boolean success) {
    return frame(
        "tool_result",
        "\"toolCallId\":%s,\"toolName\":%s,\"success\":%b,\"results\":2"
            .formatted(quoted(id), quoted(name), success));
  }

  LifecycleScript artifact(String title, String mediaType, String content) {
    return frame(
        "artifact_complete",
        "\"id\":\"a1\",\"title\":%s,\"mediaType\":%s,\"content\":%s"
            .formatted(quoted(title), quoted(mediaType), quoted(content)));
  }

  LifecycleScript error(String code, String message, boolean retryable) {
    return frame(
        "error",
        "\"code\":%s,\"message\":%s,\"retryable\":%b"
            .formatted(quoted(code), quoted(message), retryable));
  }

  static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
