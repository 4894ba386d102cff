package dev.weir.sim.dialect;

import dev.weir.codec.Frame;
import dev.weir.codec.render.Tree;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import org.jspecify.annotations.Nullable;

/** Writes the events of Gemini Interactions. Deltas have ids; what begins and ends has none. */
final class InteractionsEncoder extends ScriptEncoder {
  private String id = "";
  private String model = "";
  private int deltas;

  @Override
  void start(String responseId, String modelName) {
    id = responseId;
    model = modelName;
    event("interaction.created", interaction("in_progress", /* usage= */ null));
    event("interaction.status_update", Tree.of("interaction_id", id).put("status", "in_progress"));
  }

  private Tree interaction(String status, @Nullable Tree usage) {
    var interaction = Tree.of("id", id).put("status", status).put("object", "interaction");
    if (usage != null) {
      interaction.put("usage", usage);
    }
    return new Tree().put("interaction", interaction.put("model", model));
  }

  private void event(String type, Tree event) {
    say(type, event.put("event_type", type));
  }

  private static Tree at(int index) {
    return new Tree().put("index", index);
  }

  @Override
  void start(int index, BlockStart block) {
    Tree step =
        switch (block.kind()) {
          case REASONING -> Tree.of("type", "thought");
          case TOOL_CALL ->
              Tree.of("type", "function_call")
                  .putIfAny("id", block.id())
                  .putIfAny("name", block.name())
                  .put("arguments", new Tree());
          case TEXT, REFUSAL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> Tree.of("type", "model_output");
        };
    event("step.start", at(index).put("step", step));
  }

  @Override
  void delta(int index, BlockStart block, String text) {
    Tree delta =
        switch (block.kind()) {
          case REASONING ->
              Tree.of("type", "thought_summary")
                  .put("content", Tree.of("type", "text").put("text", text));
          case TOOL_CALL -> Tree.of("type", "arguments_delta").put("arguments", text);
          case TEXT, REFUSAL, SERVER_TOOL, TOOL_OUTPUT, MEDIA ->
              Tree.of("type", "text").put("text", text);
        };
    event("step.delta", at(index).put("delta", delta).put("event_id", "ev_" + ++deltas));
  }

  @Override
  void end(int index, BlockStart block, BlockEnd end) {
    Reasoning reasoning = end.reasoning();
    if (block.kind() == BlockKind.REASONING && reasoning != null && reasoning.signature() != null) {
      var seal = Tree.of("type", "thought_signature").put("signature", reasoning.signature());
      event("step.delta", at(index).put("delta", seal));
    }
    event("step.stop", at(index));
  }

  @Override
  void end(FinishReason reason, Usage usage) {
    var counts =
        new Tree()
            .putIfAny("total_input_tokens", usage.inputTokens())
            .putIfAny("total_output_tokens", usage.visibleOutputTokens())
            .putIfAny("total_thought_tokens", usage.reasoningTokens());
    String status = word(reason, "completed", "incomplete", "requires_action", "failed");
    event("interaction.completed", interaction(status, counts));
    say(new Frame("done", "", Frame.DONE.data()));
  }

  @Override
  void fail(StreamFault fault) {
    event("error", InteractionsServer.error(fault.message()));
  }
}
