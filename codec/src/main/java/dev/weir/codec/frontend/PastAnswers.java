package dev.weir.codec.frontend;

import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds an answer that a front end sends back: a pass, and what its tools returned. What the
 * provider ran itself is left out, because only the provider can vouch for it.
 */
public final class PastAnswers {
  /** How the names of calls that the provider runs begin. */
  static final String SERVER_CALL = "weir-server-call-";

  private final List<Message> messages;
  private ResponseAssembler assembler = new ResponseAssembler();
  private final List<ToolOutput> outputs = new ArrayList<>();
  private int blocks;
  private boolean hasCalls;

  /**
   * @param messages where the answers go
   */
  public PastAnswers(List<Message> messages) {
    this.messages = messages;
  }

  /** Whether a call was for the provider to run. */
  public static boolean isServerCall(String callId) {
    return callId.startsWith(SERVER_CALL);
  }

  /** Text of the answer. */
  public void text(String text) {
    if (!text.isEmpty()) {
      block(BlockKind.TEXT, null, null, text, null);
    }
  }

  /**
   * Adds reasoning.
   *
   * @param seal what came with it; reasoning without one does not go back
   */
  public void reasoning(String text, @Nullable String seal) {
    if (seal != null) {
      block(
          BlockKind.REASONING,
          null,
          null,
          text,
          new Reasoning(null, List.of(), seal, null, /* redacted= */ false));
    }
  }

  /** A call that the answer made. */
  public void call(String id, String name, String arguments) {
    hasCalls = true;
    block(BlockKind.TOOL_CALL, id, name, arguments, null);
  }

  /** What came of a call. */
  public void output(ToolOutput output) {
    outputs.add(output);
  }

  /** Whether a call has its output: anything else then belongs to the next pass. */
  public boolean isAnswered() {
    return !outputs.isEmpty();
  }

  private void block(
      BlockKind kind,
      @Nullable String id,
      @Nullable String name,
      String text,
      @Nullable Reasoning reasoning) {
    if (blocks == 0) {
      assembler.accept(new ResponseStart(null, null));
    }
    var block = new BlockId(0, blocks++);
    assembler.accept(new BlockStart(block, kind, id, name, /* synthetic= */ false, Map.of()));
    if (!text.isEmpty()) {
      assembler.accept(new BlockDelta(block, text));
    }
    String arguments = kind == BlockKind.TOOL_CALL ? text : null;
    assembler.accept(new BlockEnd(block, /* complete= */ true, reasoning, arguments, null, null));
  }

  /** Ends the pass. */
  public void end() {
    if (blocks > 0) {
      Verdict verdict = hasCalls ? Verdict.TOOL_CALLS : Verdict.COMPLETE;
      assembler.accept(new ResponseEnd(verdict, null, null));
      messages.addAll(GoingBack.of(assembler.response(), /* dialect= */ null, outputs));
    }
    assembler = new ResponseAssembler();
    outputs.clear();
    blocks = 0;
    hasCalls = false;
  }
}
