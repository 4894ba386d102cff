package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.dialect.CallIds;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.Losses;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the content blocks of one message, numbered as they start.
 *
 * <p>Blocks that a message can only hold whole wait for their end: redacted thinking, and what a
 * tool returned. Blocks that are open at the same time stay so, told apart by their index.
 */
final class ContentEncoder {
  private static final String FOREIGN = "it is JSON of another dialect";

  private static final class Content {
    final BlockStart start;
    final int index;
    final boolean isFreeText;
    boolean hasText;

    Content(BlockStart start, int index) {
      this.start = start;
      this.index = index;
      String type = start.origin().getOrDefault("type", "");
      this.isFreeText = start.kind() == BlockKind.TOOL_CALL && type.startsWith("custom");
    }
  }

  private final MessageEvents events;
  private final EventSource source;
  private final Losses losses;
  private final Map<Integer, Content> open = new HashMap<>();
  private final Map<Integer, BlockStart> waiting = new HashMap<>();
  private final Map<Integer, BlockEnd> unstopped = new TreeMap<>();
  private int indexes;
  private @Nullable String messageId;
  private @Nullable Json container;

  ContentEncoder(MessageEvents events, EventSource source, Losses losses) {
    this.events = events;
    this.source = source;
    this.losses = losses;
  }

  /** The message's id, from which ids are made for calls that have none. */
  void belongsTo(String id) {
    messageId = id.isEmpty() ? null : id;
  }

  void start(BlockStart start) {
    switch (start.kind()) {
      case TEXT, REFUSAL -> {
        lostOfStart(start, start.id() != null);
        if (start.kind() == BlockKind.REFUSAL) {
          losses.add(start, "kind", "a message has no refusal; it is written as text");
        }
        open(start, json -> json.field("type", "text").field("text", ""));
      }
      case REASONING -> {
        lostOfStart(start, /* losesId= */ false);
        if (start.synthetic()) {
          waiting.put(start.block().block(), start);
        } else {
          open(
              start,
              json -> json.field("type", "thinking").field("thinking", "").field("signature", ""));
        }
      }
      case TOOL_CALL -> call(start, "tool_use");
      case SERVER_TOOL -> {
        if (source.sameDialect()) {
          call(start, start.origin().getOrDefault("type", "server_tool_use"));
        } else {
          losses.add(start, "tools of another dialect's provider are not translated");
        }
      }
      case TOOL_OUTPUT -> {
        if (source.sameDialect()) {
          waiting.put(start.block().block(), start);
        } else {
          losses.add(start, "tools of another dialect's provider are not translated");
        }
      }
      case MEDIA -> losses.add(start, "a message that answers holds no media");
    }
  }

  /** The index of the block that began last. */
  int lastIndex() {
    return Math.max(0, indexes - 1);
  }

  private void lostOfStart(BlockStart start, boolean losesId) {
    if (losesId) {
      losses.add(start, "id", "text has no id in a message");
    }
    if (!start.origin().isEmpty()) {
      losses.add(start, "origin", "a message has no place for " + start.origin().keySet());
    }
  }

  private interface Fields {
    void write(JsonText json);
  }

  private void open(BlockStart start, Fields fields) {
    var content = new Content(start, indexes++);
    open.put(start.block().block(), content);
    events.blockStart(
        content.index,
        json -> {
          json.beginObject();
          fields.write(json);
          json.endObject();
        });
  }

  private void call(BlockStart start, String type) {
    if (!source.sameDialect()) {
      boolean carried = start.origin().keySet().stream().allMatch("type"::equals);
      if (!carried) {
        losses.add(start, "origin", "a message has no place for " + start.origin().keySet());
      }
    }
    String id = id(start);
    open(
        start,
        json -> {
          json.field("type", type).fieldIfAny("id", id).fieldIfAny("name", start.name());
          json.name("input").beginObject().endObject();
          if (!source.sameDialect()) {
            // Typed clients insist on the caller.
            json.name("caller").beginObject().field("type", "direct").endObject();
          } else {
            start
                .origin()
                .forEach((name, value) -> {
                  if (!name.equals("type")) {
                    json.name(name).value(ProviderJson.valueOf(value));
                  }
                });
          }
        });
  }

  private @Nullable String id(BlockStart start) {
    if (start.id() != null || source.sameDialect()) {
      return start.id();
    }
    losses.add(start, "id", "a call must have one, so it is made up");
    return CallIds.of(messageId, start.block());
  }

  void delta(BlockDelta delta) {
    Content content = open.get(delta.block().block());
    if (content == null) {
      if (!waiting.containsKey(delta.block().block())) {
        losses.add(delta, "its block is not written");
      }
      return;
    }
    if (delta.part() != 0) {
      losses.add(delta, "part", "a message does not number the parts of a text");
    }
    switch (content.start.kind()) {
      case TEXT, REFUSAL -> events.delta(content.index, "text_delta", "text", delta.text());
      case REASONING -> events.delta(content.index, "thinking_delta", "thinking", delta.text());
      case TOOL_CALL, SERVER_TOOL -> {
        String json = content.isFreeText ? escaped(content, delta) : delta.text();
        events.delta(content.index, "input_json_delta", "partial_json", json);
      }
      case TOOL_OUTPUT, MEDIA -> losses.add(delta, "its block is not written");
    }
    content.hasText = true;
  }

  /** Free text becomes the only field of an object, because a tool's input must be an object. */
  private String escaped(Content content, BlockDelta delta) {
    losses.add(delta, "text", "the free text of a custom tool is written as {\"input\": …}");
    String quoted = new JsonText().value(delta.text()).toString();
    String start = content.hasText ? "" : "{\"input\":\"";
    return start + quoted.substring(1, quoted.length() - 1);
  }

  void end(BlockEnd end) {
    BlockStart held = waiting.remove(end.block().block());
    if (held != null) {
      whole(held, end);
      return;
    }
    Content content = open.remove(end.block().block());
    if (content == null) {
      losses.add(end, "its block is not written");
      return;
    }
    if (content.start.kind() == BlockKind.REASONING) {
      seal(content, end);
    }
    boolean keepsSource = source.sameDialect() && content.start.kind() == BlockKind.SERVER_TOOL;
    if (end.source() != null && !keepsSource) {
      losses.add(end, "source", FOREIGN);
    }
    if (end.signature() != null) {
      losses.add(end, "signature", "only thinking is signed in a message");
    }
    if (isCall(content.start.kind()) && end.complete()) {
      endInput(content);
    }
    if (end.complete()) {
      events.blockStop(content.index);
    } else {
      unstopped.put(content.index, end);
    }
  }

  private static boolean isCall(BlockKind kind) {
    return kind == BlockKind.TOOL_CALL || kind == BlockKind.SERVER_TOOL;
  }

  /** A call without arguments still has one delta, an empty one; clients insist on it. */
  private void endInput(Content content) {
    String last = content.isFreeText && content.hasText ? "\"}" : "";
    if (!content.hasText || !last.isEmpty()) {
      events.delta(content.index, "input_json_delta", "partial_json", last);
    }
  }

  private void seal(Content content, BlockEnd end) {
    Reasoning reasoning = end.reasoning();
    if (reasoning == null) {
      return;
    }
    if (reasoning.signature() != null) {
      events.delta(content.index, "signature_delta", "signature", reasoning.signature());
    }
    if (reasoning.encrypted() != null) {
      losses.add(end, "reasoning.encrypted", "thinking that has text has only a signature");
    }
    lostOfReasoning(end, reasoning);
  }

  private void lostOfReasoning(BlockEnd end, Reasoning reasoning) {
    if (reasoning.id() != null) {
      losses.add(end, "reasoning.id", "thinking has no id");
    }
    if (!reasoning.summary().isEmpty()) {
      losses.add(end, "reasoning.summary", "its parts are written as one text");
    }
  }

  private void whole(BlockStart start, BlockEnd end) {
    Json given = start.kind() == BlockKind.TOOL_OUTPUT ? ProviderJson.object(end.source()) : null;
    Reasoning reasoning = end.reasoning();
    if (given != null && ContentStart.isContainer(start.kind(), start.name())) {
      container = given;
      return;
    }
    if (given != null) {
      events.blockStart(indexes, json -> json.value(given));
    } else if (start.kind() == BlockKind.REASONING && reasoning != null) {
      opaque(start, end, reasoning);
    } else {
      losses.add(start, "nothing is known that could be written");
      losses.add(end, "nothing is known that could be written");
      return;
    }
    if (end.complete() || !source.sameDialect()) {
      events.blockStop(indexes);
    }
    indexes++;
  }

  /** The container that code ran in, which the message says when it stops. */
  @Nullable Json container() {
    return container;
  }

  private void opaque(BlockStart start, BlockEnd end, Reasoning reasoning) {
    String data = reasoning.encrypted();
    if (data != null && !reasoning.redacted()) {
      losses.add(end, "reasoning.redacted", "encrypted reasoning is written as redacted thinking");
    }
    if (data != null && reasoning.signature() != null) {
      losses.add(end, "reasoning.signature", "redacted thinking has no signature");
    }
    if (data == null) {
      losses.add(start, "synthetic", "thinking without text is written as any thinking");
    }
    lostOfReasoning(end, reasoning);
    events.blockStart(indexes, json -> opaqueContent(json.beginObject(), data));
    if (data == null && reasoning.signature() != null) {
      events.delta(indexes, "signature_delta", "signature", reasoning.signature());
    }
  }

  private static void opaqueContent(JsonText json, @Nullable String data) {
    if (data != null) {
      json.field("type", "redacted_thinking").field("data", data).endObject();
    } else {
      json.field("type", "thinking").field("thinking", "").field("signature", "").endObject();
    }
  }

  void annotation(Annotation annotation) {
    Content content = open.get(annotation.block().block());
    Json citation = source.sameDialect() ? ProviderJson.parse(annotation.json()) : null;
    if (content == null || citation == null) {
      lost(annotation);
    } else {
      events.citation(content.index, citation);
    }
  }

  private void lost(StreamEvent event) {
    losses.add(event, "citations of another dialect are not translated");
  }

  /**
   * The message stopped, and with it the blocks that were cut. In messages of this dialect a token
   * limit may leave a block without its stop, which is how a reader notices.
   */
  void stopAll(FinishReason reason) {
    if (!source.sameDialect() || AnthropicStop.leavesBlocksComplete(reason)) {
      unstopped.forEach((index, end) -> {
        losses.add(end, "complete", "a message that stopped has stopped all its blocks");
        events.blockStop(index);
      });
    }
    unstopped.clear();
  }
}
