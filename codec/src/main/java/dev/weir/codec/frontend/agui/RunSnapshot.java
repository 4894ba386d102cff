package dev.weir.codec.frontend.agui;

import dev.weir.codec.Frame;
import dev.weir.codec.frontend.LateJoin;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run for a late joiner: {@code RUN_STARTED}, the messages so far in one {@code
 * MESSAGES_SNAPSHOT} after those of the request, and the starts of what is open, so that what comes
 * can be added to it. A run that has ended ends here too.
 */
final class RunSnapshot implements LateJoin {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 64 << 20);

  /** A message as it grows. */
  private static final class Told {
    final String role;
    final StringBuilder content = new StringBuilder();
    final Map<String, Call> calls = new LinkedHashMap<>();
    @Nullable String seal;
    @Nullable String callId;
    @Nullable Json metadata;

    Told(String role) {
      this.role = role;
    }
  }

  private record Call(String name, StringBuilder arguments) {}

  private final Json asked;
  private final Map<String, Told> messages = new LinkedHashMap<>();
  private final Map<String, List<Frame>> open = new LinkedHashMap<>();
  private final List<Frame> before = new ArrayList<>();
  private final List<Frame> after = new ArrayList<>();
  private String lastId = "";

  /**
   * @param asked the messages of the request
   */
  RunSnapshot(Json asked) {
    this.asked = asked;
  }

  @Override
  public void frame(Frame frame) {
    lastId = frame.id();
    Json event = READER.read(frame.data());
    String id = event.get("messageId").textOrEmpty();
    String callId = event.get("toolCallId").textOrEmpty();
    switch (event.get("type").textOrEmpty()) {
      case "RUN_STARTED" -> before.add(frame);
      case "RUN_FINISHED", "RUN_ERROR", "CUSTOM" -> after.add(frame);
      case "TEXT_MESSAGE_START" -> {
        messages.computeIfAbsent(id, i -> new Told("assistant"));
        opened(id, frame);
      }
      case "REASONING_START" -> opened(id, frame);
      case "REASONING_MESSAGE_START" -> {
        messages.put(id, new Told("reasoning"));
        opened(id, frame);
      }
      case "TEXT_MESSAGE_CONTENT", "REASONING_MESSAGE_CONTENT" ->
          told(id).content.append(event.get("delta").textOrEmpty());
      case "TEXT_MESSAGE_END", "REASONING_END" -> open.remove(id);
      case "REASONING_MESSAGE_END" -> open.getOrDefault(id, new ArrayList<>()).removeLast();
      case "REASONING_ENCRYPTED_VALUE" ->
          told(event.get("entityId").textOrEmpty()).seal =
              event.get("encryptedValue").textOrEmpty();
      case "TOOL_CALL_START" -> {
        String name = event.get("toolCallName").textOrEmpty();
        told(event.get("parentMessageId").textOrEmpty())
            .calls
            .put(callId, new Call(name, new StringBuilder()));
        opened(callId, frame);
      }
      case "TOOL_CALL_ARGS" -> call(callId).append(event.get("delta").textOrEmpty());
      case "TOOL_CALL_END" -> open.remove(callId);
      case "TOOL_CALL_RESULT" -> {
        var told = new Told("tool");
        told.callId = callId;
        told.content.append(event.get("content").textOrEmpty());
        told.metadata = event.has("metadata") ? event.get("metadata") : null;
        messages.put(id, told);
      }
      default -> throw new IllegalArgumentException("Not an event of a run: " + event.toText());
    }
  }

  private void opened(String id, Frame start) {
    open.computeIfAbsent(id, i -> new ArrayList<>()).add(start);
  }

  private Told told(String id) {
    return messages.computeIfAbsent(id, i -> new Told("assistant"));
  }

  private StringBuilder call(String id) {
    for (Told message : messages.values()) {
      Call call = message.calls.get(id);
      if (call != null) {
        return call.arguments();
      }
    }
    return new StringBuilder();
  }

  @Override
  public List<Frame> frames() {
    if (before.isEmpty()) {
      return List.of();
    }
    List<Frame> frames = new ArrayList<>(before);
    frames.add(Frame.data(snapshot()));
    open.values().forEach(frames::addAll);
    frames.addAll(after);
    List<Frame> numbered = new ArrayList<>();
    for (int i = 0; i < frames.size(); i++) {
      // Only the last frame stands for all: a reader with less has not joined.
      String id = i == frames.size() - 1 ? lastId : "";
      numbered.add(new Frame("", id, frames.get(i).data()));
    }
    return numbered;
  }

  private String snapshot() {
    var json = new JsonText().beginObject().field("type", "MESSAGES_SNAPSHOT");
    json.name("messages").beginArray();
    asked.items().forEach(json::value);
    messages.forEach((id, message) -> {
      if (message.callId == null) {
        write(json, id, message);
        outputs(json, message);
      }
    });
    return json.endArray().endObject().toString();
  }

  /** Writes what tools returned after the message that called them, as clients do. */
  private void outputs(JsonText json, Told calling) {
    messages.forEach((id, message) -> {
      if (message.callId != null && calling.calls.containsKey(message.callId)) {
        write(json, id, message);
      }
    });
  }

  private static void write(JsonText json, String id, Told message) {
    json.beginObject().field("id", id).field("role", message.role);
    boolean isCallsOnly = message.content.isEmpty() && !message.calls.isEmpty();
    if (!isCallsOnly) {
      json.field("content", message.content.toString());
    }
    json.fieldIfAny("toolCallId", message.callId).fieldIfAny("encryptedValue", message.seal);
    if (!message.calls.isEmpty()) {
      json.name("toolCalls").beginArray();
      message.calls.forEach((callId, call) -> {
        json.beginObject().field("id", callId).field("type", "function");
        json.name("function").beginObject().field("name", call.name());
        json.field("arguments", call.arguments().toString()).endObject().endObject();
      });
      json.endArray();
    }
    if (message.metadata != null) {
      json.name("metadata").value(message.metadata);
    }
    json.endObject();
  }
}
