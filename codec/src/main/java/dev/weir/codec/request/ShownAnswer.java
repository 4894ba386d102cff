package dev.weir.codec.request;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a response from what is shown of an answer. Pure. */
final class ShownAnswer {
  private final ResponseAssembler assembler = new ResponseAssembler();
  private int blocks;

  private ShownAnswer() {}

  static Response of(@Nullable String text, List<Message.Call> calls) {
    var answer = new ShownAnswer();
    answer.assembler.accept(new ResponseStart(null, null));
    if (text != null && !text.isEmpty()) {
      answer.add(BlockKind.TEXT, null, null, text);
    }
    for (Message.Call call : calls) {
      String arguments = call.arguments().isBlank() ? "{}" : call.arguments();
      answer.add(BlockKind.TOOL_CALL, call.id(), call.toolName(), arguments);
    }
    Verdict verdict = calls.isEmpty() ? Verdict.COMPLETE : Verdict.TOOL_CALLS;
    answer.assembler.accept(new ResponseEnd(verdict, null, null));
    return answer.assembler.response();
  }

  private void add(BlockKind kind, @Nullable String id, @Nullable String name, String text) {
    var block = new BlockId(0, blocks++);
    assembler.accept(new BlockStart(block, kind, id, name, /* synthetic= */ false, Map.of()));
    assembler.accept(new BlockDelta(block, text));
    String arguments = kind == BlockKind.TOOL_CALL ? text : null;
    assembler.accept(new BlockEnd(block, /* complete= */ true, null, arguments, null, null));
  }
}
