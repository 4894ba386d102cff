package dev.weir.codec.dialect.cohere;

import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one output of a Cohere response: contents and calls, each by its own numbering.
 *
 * <p>The tool plan, which says why tools are called, is neither the answer nor what the model
 * thought. It must go back with the calls, so a block without text keeps it as its summary.
 */
final class CohereMessage {
  static final int OUTPUT = 0;

  private final EventWriter writer;
  private final Limits limits;
  private final Map<Long, OpenBlock> contents = new HashMap<>();
  private final Map<Long, OpenBlock> calls = new HashMap<>();
  private final StringBuilder plan = new StringBuilder();
  private @Nullable OpenBlock planBlock;
  private @Nullable OpenBlock lastText;
  private boolean called;
  private boolean silent = true;
  private @Nullable String word;

  CohereMessage(EventWriter writer, Limits limits) {
    this.writer = writer;
    this.limits = limits;
  }

  /** Whether nothing of the message has come yet. */
  boolean isSilent() {
    return silent;
  }

  void plan(String text) {
    if (text.isEmpty()) {
      return;
    }
    if (planBlock == null) {
      silent = false;
      Map<String, String> origin = Map.of("part", "tool_plan");
      planBlock =
          writer.open(OUTPUT, BlockKind.REASONING, null, null, /* synthetic= */ true, origin);
    }
    if (plan.length() + text.length() > limits.maxBlockChars()) {
      throw new LimitExceededException(
          "The tool plan exceeds %,d characters; raise max-block-chars or check the upstream"
              .formatted(limits.maxBlockChars()));
    }
    plan.append(text);
  }

  private void endPlan(boolean complete) {
    OpenBlock block = planBlock;
    if (block != null) {
      List<String> summary = List.of(plan.toString());
      block.reasoning(new Reasoning(null, summary, null, null, /* redacted= */ false));
      writer.end(block, complete);
      planBlock = null;
      plan.setLength(0);
    }
  }

  void content(long index, BlockKind kind, String text) {
    if (text.isEmpty()) {
      return;
    }
    endPlan(/* complete= */ true);
    OpenBlock block = contents.get(index);
    if (block == null || block.kind() != kind) {
      contentEnd(index);
      silent = false;
      block = writer.open(OUTPUT, kind);
      contents.put(index, block);
      lastText = kind == BlockKind.TEXT ? block : lastText;
    }
    writer.delta(block, text);
  }

  void contentEnd(long index) {
    OpenBlock block = contents.remove(index);
    if (block != null) {
      writer.end(block);
    }
  }

  /** The final text of the one content that version 1 has. */
  void reconcile(@Nullable String whole) {
    OpenBlock block = contents.get(0L);
    if (block != null && block.kind() == BlockKind.TEXT) {
      writer.reconcile(block, whole);
    } else if (silent && whole != null) {
      content(0, BlockKind.TEXT, whole);
    }
  }

  /** A citation belongs to the content it names, else to the last text. */
  void citation(Json citation) {
    Long index = citation.get("content_index").number();
    OpenBlock named = index == null ? null : contents.get(index);
    OpenBlock block = named == null ? lastText : named;
    if (block != null && !block.isEnded()) {
      writer.annotation(block, "citation", citation.toText());
    } else {
      writer.unrecognized("citation without its text", citation.toText());
    }
  }

  boolean hasCall(long index) {
    return calls.containsKey(index);
  }

  /** The call of that index, begun now if it is new. */
  OpenBlock call(long index, @Nullable String id, @Nullable String name) {
    OpenBlock block = calls.get(index);
    if (block == null) {
      endPlan(/* complete= */ true);
      silent = false;
      called = true;
      block = writer.open(OUTPUT, BlockKind.TOOL_CALL, id, name);
      calls.put(index, block);
    }
    return block;
  }

  void arguments(long index, String text) {
    writer.delta(call(index, null, null), text);
  }

  void callEnd(long index) {
    OpenBlock block = calls.remove(index);
    if (block != null) {
      writer.end(block);
    }
  }

  void finish(@Nullable String finishWord) {
    word = finishWord == null ? word : finishWord;
  }

  @Nullable String word() {
    return word;
  }

  /**
   * Ends what is open; {@code finished} says whether the provider brought the message to an end.
   */
  void end(boolean finished) {
    FinishReason reason = reason();
    boolean complete =
        finished
            && reason != FinishReason.LENGTH
            && reason != FinishReason.FILTERED
            && reason != FinishReason.FAILED;
    endPlan(complete);
    writer.endBlocks(OUTPUT, complete);
    if (reason != null) {
      writer.outputEnd(OUTPUT, reason, word);
    }
  }

  @Nullable FinishReason reason() {
    String w = word;
    if (w == null) {
      return null;
    }
    FinishReason said = CohereFinish.reason(w);
    return said == FinishReason.STOP && called ? FinishReason.TOOL_CALLS : said;
  }
}
