package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.json.Json;
import dev.weir.codec.read.Field;
import dev.weir.codec.render.Tree;
import java.util.ArrayList;
import java.util.List;

/** Turns a whole message into the events in which a stream would bring it. */
final class ConverseMessage {
  private ConverseMessage() {}

  static List<Json> events(List<Field> content) {
    List<Json> events = new ArrayList<>();
    events.add(event("messageStart", Tree.of("role", "assistant")));
    for (int i = 0; i < content.size(); i++) {
      block(i, content.get(i), events);
    }
    events.add(event("messageStop", Tree.of("stopReason", "end_turn")));
    return events;
  }

  private static Json event(String name, Tree event) {
    return new Tree().put(name, event).json();
  }

  private static void block(int index, Field block, List<Json> events) {
    Field call = block.get("toolUse");
    Field result = block.get("toolResult");
    Field reasoning = block.get("reasoningContent");
    Field thought = reasoning.get("reasoningText");
    if (!call.isAbsent()) {
      Tree start = Tree.of("toolUseId", call.object().get("toolUseId").text());
      start.put("name", call.get("name").text()).putIfAny("type", call.get("type").textIfAny());
      start(index, "toolUse", start, events);
      delta(index, "toolUse", Tree.of("input", call.get("input").json().toText()).json(), events);
    } else if (!result.isAbsent()) {
      start(index, "toolResult", tree(result.object()), events);
    } else if (!thought.isAbsent()) {
      reasoning(index, Tree.of("text", thought.get("text").textOrEmpty()), events);
      String signature = thought.get("signature").textIfAny();
      if (signature != null) {
        reasoning(index, Tree.of("signature", signature), events);
      }
    } else if (!reasoning.isAbsent()) {
      reasoning(index, Tree.of("redactedContent", reasoning.get("redactedContent").text()), events);
    } else {
      delta(index, "text", new Json.Text(block.get("text").textOrEmpty()), events);
    }
    events.add(event("contentBlockStop", new Tree().put("contentBlockIndex", index)));
  }

  private static Tree tree(Field object) {
    var tree = new Tree();
    object.json().fields().forEach(tree::put);
    return tree;
  }

  private static void start(int index, String kind, Tree start, List<Json> events) {
    events.add(
        event(
            "contentBlockStart",
            new Tree().put("contentBlockIndex", index).put("start", new Tree().put(kind, start))));
  }

  private static void reasoning(int index, Tree delta, List<Json> events) {
    delta(index, "reasoningContent", delta.json(), events);
  }

  private static void delta(int index, String kind, Json delta, List<Json> events) {
    events.add(
        event(
            "contentBlockDelta",
            new Tree().put("contentBlockIndex", index).put("delta", new Tree().put(kind, delta))));
  }
}
