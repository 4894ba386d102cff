package dev.weir.codec.dialect.cohere;

import dev.weir.codec.json.Json;
import dev.weir.codec.read.Field;
import dev.weir.codec.render.Tree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns a whole message into the events in which a stream would bring it. */
final class CohereStream {
  private CohereStream() {}

  static List<Json> events(Field message) {
    List<Json> events = new ArrayList<>();
    events.add(event("message-start", /* index= */ null, /* said= */ null));
    String plan = message.get("tool_plan").textIfAny();
    if (plan != null) {
      events.add(event("tool-plan-delta", null, Tree.of("tool_plan", plan)));
    }
    Field content = message.get("content");
    if (content.isText()) {
      content(0, Tree.of("type", "text").put("text", content.text()).json(), events);
    } else {
      List<Field> parts = content.itemsIfAny();
      for (int i = 0; i < parts.size(); i++) {
        content(i, parts.get(i).object().json(), events);
      }
    }
    List<Field> calls = message.get("tool_calls").itemsIfAny();
    for (int i = 0; i < calls.size(); i++) {
      Json call = calls.get(i).object().json();
      events.add(event("tool-call-start", i, new Tree().put("tool_calls", call)));
      events.add(event("tool-call-end", i, null));
    }
    Tree end = Tree.of("finish_reason", calls.isEmpty() ? "COMPLETE" : "TOOL_CALL");
    events.add(Tree.of("type", "message-end").put("delta", end).json());
    return events;
  }

  private static void content(int index, Json content, List<Json> events) {
    events.add(event("content-start", index, new Tree().put("content", content)));
    events.add(event("content-end", index, /* said= */ null));
  }

  private static Json event(String type, @Nullable Integer index, @Nullable Tree said) {
    Tree event = Tree.of("type", type).putIfAny("index", index);
    if (said != null) {
      event.put("delta", new Tree().put("message", said));
    }
    return event.json();
  }
}
