package dev.weir.sim.dialect;

import dev.weir.codec.Frame;
import dev.weir.codec.render.Tree;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of Cohere's chat, version 2; every event is named twice, as by the real one.
 */
final class CohereEncoder extends ScriptEncoder {
  private static final String END = "message-end";

  private static boolean isCall(BlockStart block) {
    return block.kind() == BlockKind.TOOL_CALL;
  }

  /** What a content calls its kind, and its text. */
  private static String field(BlockStart block) {
    return block.kind() == BlockKind.REASONING ? "thinking" : "text";
  }

  private void event(String type, int index, @Nullable Tree said) {
    var event = Tree.of("type", type).put("index", index);
    if (said != null) {
      event.put("delta", new Tree().put("message", said));
    }
    say(type, event);
  }

  @Override
  void start(String id, String model) {
    var message = new Tree().put("message", Tree.of("role", "assistant"));
    say("message-start", Tree.of("type", "message-start").put("id", id).put("delta", message));
  }

  @Override
  void start(int index, BlockStart block) {
    if (isCall(block)) {
      var function = new Tree().putIfAny("name", block.name()).put("arguments", "");
      var call =
          new Tree().putIfAny("id", block.id()).put("type", "function").put("function", function);
      event("tool-call-start", index, new Tree().put("tool_calls", call));
    } else {
      var content = Tree.of("type", field(block)).put(field(block), "");
      event("content-start", index, new Tree().put("content", content));
    }
  }

  @Override
  void delta(int index, BlockStart block, String text) {
    if (isCall(block)) {
      var call = new Tree().put("function", Tree.of("arguments", text));
      event("tool-call-delta", index, new Tree().put("tool_calls", call));
    } else {
      event("content-delta", index, new Tree().put("content", Tree.of(field(block), text)));
    }
  }

  @Override
  void end(int index, BlockStart block, BlockEnd end) {
    event(isCall(block) ? "tool-call-end" : "content-end", index, /* said= */ null);
  }

  @Override
  void end(FinishReason reason, Usage usage) {
    var tokens =
        new Tree()
            .putIfAny("input_tokens", usage.inputTokens())
            .putIfAny("output_tokens", usage.outputTokens());
    end(
        Tree.of("finish_reason", word(reason, "COMPLETE", "MAX_TOKENS", "TOOL_CALL", "ERROR_TOXIC"))
            .put("usage", new Tree().put("tokens", tokens)));
    say(Frame.DONE);
  }

  private void end(Tree delta) {
    say(END, Tree.of("type", END).put("delta", delta));
  }

  @Override
  void fail(StreamFault fault) {
    end(Tree.of("finish_reason", "ERROR").put("error", fault.message()));
  }
}
