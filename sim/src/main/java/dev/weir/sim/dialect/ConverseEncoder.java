package dev.weir.sim.dialect;

import dev.weir.codec.awsstream.AwsStreamDecoder;
import dev.weir.codec.render.Tree;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;

/** Writes the events of ConverseStream. Only calls have a start, as with the real one. */
final class ConverseEncoder extends ScriptEncoder {

  @Override
  void start(String id, String model) {
    say("messageStart", Tree.of("role", "assistant"));
  }

  private static Tree at(int index) {
    return new Tree().put("contentBlockIndex", index);
  }

  @Override
  void start(int index, BlockStart block) {
    if (block.kind() == BlockKind.TOOL_CALL) {
      var call = new Tree().putIfAny("toolUseId", block.id()).putIfAny("name", block.name());
      say("contentBlockStart", at(index).put("start", new Tree().put("toolUse", call)));
    }
  }

  @Override
  void delta(int index, BlockStart block, String text) {
    switch (block.kind()) {
      case REASONING -> reasoning(index, Tree.of("text", text));
      case TOOL_CALL -> delta(index, new Tree().put("toolUse", Tree.of("input", text)));
      case TEXT, REFUSAL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> delta(index, Tree.of("text", text));
    }
  }

  private void reasoning(int index, Tree said) {
    delta(index, new Tree().put("reasoningContent", said));
  }

  private void delta(int index, Tree delta) {
    say("contentBlockDelta", at(index).put("delta", delta));
  }

  @Override
  void end(int index, BlockStart block, BlockEnd end) {
    Reasoning reasoning = end.reasoning();
    if (reasoning != null && reasoning.signature() != null) {
      reasoning(index, Tree.of("signature", reasoning.signature()));
    }
    say("contentBlockStop", at(index));
  }

  @Override
  void end(FinishReason reason, Usage usage) {
    String word = word(reason, "end_turn", "max_tokens", "tool_use", "content_filtered");
    say("messageStop", Tree.of("stopReason", word));
    var counts =
        new Tree()
            .putIfAny("inputTokens", usage.inputTokens())
            .putIfAny("outputTokens", usage.outputTokens());
    say("metadata", new Tree().put("usage", counts).put("metrics", new Tree().put("latencyMs", 0)));
  }

  @Override
  void fail(StreamFault fault) {
    say(
        AwsStreamDecoder.EXCEPTION + "modelStreamErrorException",
        Tree.of("message", fault.message()));
  }
}
