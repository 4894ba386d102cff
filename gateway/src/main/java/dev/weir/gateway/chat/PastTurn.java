package dev.weir.gateway.chat;

import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.stream.Dialect;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes a kept turn apart again: each pass's answer as its provider sent it, and what the tools
 * gave between two passes. What the joined stream moved to higher numbers is moved back, so ids,
 * signatures and encrypted reasoning go back in their places.
 */
final class PastTurn {
  /** One answer of the model, with the numbers of its own. */
  private static final class Pass {
    final ResponseAssembler assembler = new ResponseAssembler();
    final int firstBlock;
    final int firstOutput;
    int lastBlock = -1;
    Verdict verdict = Verdict.TOOL_CALLS;
    final List<ToolOutput> outputs = new ArrayList<>();

    Pass(int firstBlock, int firstOutput) {
      this.firstBlock = firstBlock;
      this.firstOutput = firstOutput;
    }

    BlockId moved(BlockId block) {
      return new BlockId(block.output() - firstOutput, block.block() - firstBlock);
    }
  }

  private final @Nullable Dialect dialect;
  private final List<Pass> passes = new ArrayList<>(List.of(new Pass(0, 0)));
  private final Map<Integer, StringBuilder> toolTexts = new TreeMap<>();
  private final Map<Integer, BlockStart> tools = new TreeMap<>();
  private int blocks;
  private int outputs;

  private PastTurn(@Nullable Dialect dialect) {
    this.dialect = dialect;
  }

  /**
   * What a turn adds to the conversation.
   *
   * @param given what the client's own tools gave to its last calls
   * @throws WrongRequestException if it did not call what that answers
   */
  static List<Message> messages(
      List<StreamEvent> events, @Nullable Dialect dialect, List<ToolOutput> given)
      throws WrongRequestException {
    var turn = new PastTurn(dialect);
    Verdict verdict = Verdict.TRUNCATED;
    for (StreamEvent event : events) {
      turn.accept(event);
      if (event instanceof ResponseEnd end) {
        verdict = end.verdict();
      }
    }
    return turn.messages(verdict, given);
  }

  private Pass pass() {
    return passes.getLast();
  }

  private void accept(StreamEvent event) {
    switch (event) {
      case ResponseStart start -> pass().assembler.accept(start);
      case ResponseProgress progress -> progress(progress);
      case BlockStart start -> start(start);
      case BlockDelta delta -> {
        StringBuilder text = toolTexts.get(delta.block().block());
        if (text == null) {
          BlockId moved = pass().moved(delta.block());
          pass().assembler.accept(new BlockDelta(moved, delta.part(), delta.text()));
        } else {
          text.append(delta.text());
        }
      }
      case BlockEnd end -> end(end);
      case Annotation mark -> {
        var moved = new Annotation(pass().moved(mark.block()), mark.kind(), mark.json());
        pass().assembler.accept(moved);
      }
      case OutputEnd end -> {
        int output = end.output() - pass().firstOutput;
        pass().assembler.accept(new OutputEnd(output, end.reason(), end.word()));
      }
      case ResponseEnd end -> finish(end);
      case UsageUpdate passing -> {}
      case ToolProgress passing -> {}
      case BlockRepair repair -> {
        BlockId moved = pass().moved(repair.block());
        pass().assembler.accept(new BlockRepair(moved, repair.part(), repair.text()));
      }
      case SequenceGap passing -> {}
      case UnrepairedGap passing -> {}
      case Unrecognized passing -> {}
      case Fault passing -> {}
    }
  }

  private void progress(ResponseProgress progress) {
    Verdict passEnd = progress.passEnd();
    if (passEnd != null) {
      pass().verdict = passEnd;
    } else if (progress.status().equals(ResponseProgress.CONTINUED)) {
      passes.add(new Pass(blocks, outputs));
    }
    pass().assembler.accept(progress);
  }

  private void start(BlockStart start) {
    blocks = Math.max(blocks, start.block().block() + 1);
    outputs = Math.max(outputs, start.block().output() + 1);
    boolean isByClient = start.isByClient();
    if (start.kind() == BlockKind.TOOL_OUTPUT && isByClient) {
      tools.put(start.block().block(), start);
      toolTexts.put(start.block().block(), new StringBuilder());
      return;
    }
    pass().lastBlock = start.block().block();
    pass()
        .assembler
        .accept(
            new BlockStart(
                pass().moved(start.block()),
                start.kind(),
                start.id(),
                start.name(),
                start.synthetic(),
                start.origin()));
  }

  private void end(BlockEnd end) {
    BlockStart tool = tools.remove(end.block().block());
    StringBuilder text = toolTexts.remove(end.block().block());
    if (tool != null && text != null) {
      String name = tool.name() == null ? "" : tool.name();
      boolean failed = "false".equals(tool.origin().get("success"));
      pass().outputs.add(new ToolOutput(tool.id(), name, text.toString(), failed));
      return;
    }
    pass()
        .assembler
        .accept(
            new BlockEnd(
                pass().moved(end.block()),
                end.complete(),
                end.reasoning(),
                end.arguments(),
                end.signature(),
                end.source()));
  }

  private void finish(ResponseEnd end) {
    for (Pass pass : passes) {
      Map<Integer, Reasoning> late = new TreeMap<>();
      end.reasoning()
          .forEach((block, reasoning) -> {
            if (block >= pass.firstBlock && block <= pass.lastBlock) {
              late.put(block - pass.firstBlock, reasoning);
            }
          });
      boolean isLast = pass.equals(pass());
      pass.assembler.accept(
          new ResponseEnd(
              isLast ? end.verdict() : pass.verdict, isLast ? end.word() : null, null, late));
    }
  }

  private List<Message> messages(Verdict verdict, List<ToolOutput> given)
      throws WrongRequestException {
    List<Message> messages = new ArrayList<>();
    for (Pass pass : passes) {
      Response response = pass.assembler.response();
      boolean isLast = pass.equals(pass());
      boolean isWhole =
          !isLast
              || (verdict.isNatural()
                  && response.blocks().stream().allMatch(Response.Block::complete));
      if (!isWhole) {
        if (!given.isEmpty()) {
          throw new WrongRequestException(
              "What a tool gave cannot go back: the answer that called it was cut (%s)"
                  .formatted(verdict));
        }
        // Providers refuse half a call and reasoning without its seal.
        String text = response.text(BlockKind.TEXT);
        if (!text.isEmpty()) {
          messages.add(new Message.Assistant(text));
        }
        continue;
      }
      messages.add(new Message.Earlier(response, dialect == null ? null : dialect.word()));
      if (isLast) {
        for (ToolOutput output : given) {
          pass.outputs.add(named(response, output));
        }
      }
      List<ToolOutput> all = outputs(response, pass.outputs);
      if (!all.isEmpty()) {
        messages.add(new Message.ToolOutputs(all));
      }
    }
    return messages;
  }

  /** What the client's tool gave, with the name and id of the call that it answers. */
  private static ToolOutput named(Response response, ToolOutput output)
      throws WrongRequestException {
    List<Response.Block> calls = response.blocks(BlockKind.TOOL_CALL);
    for (Response.Block call : calls) {
      String name = call.name() == null ? "" : call.name();
      boolean isIt =
          output.callId() == null
              ? name.equals(output.toolName())
              : output.callId().equals(call.id());
      if (isIt) {
        return new ToolOutput(call.id(), name, output.text(), output.isError());
      }
    }
    throw new WrongRequestException(
        "The stream before made no call \"%s\"; it made %s"
            .formatted(
                ChatRequest.shortened(
                    output.callId() == null ? output.toolName() : output.callId()),
                calls.isEmpty()
                    ? "none"
                    : calls.stream()
                        .map(call -> "%s (%s)".formatted(call.id(), call.name()))
                        .collect(Collectors.joining(", "))));
  }

  /**
   * Every call has an output, in the order of the calls, or a provider takes none of it back. The
   * outputs came in the order in which the tools were done.
   */
  private static List<ToolOutput> outputs(Response response, List<ToolOutput> given) {
    List<ToolOutput> left = new ArrayList<>(given);
    List<ToolOutput> ordered = new ArrayList<>();
    for (Response.Block call : response.blocks(BlockKind.TOOL_CALL)) {
      String name = call.name() == null ? "" : call.name();
      ToolOutput answer =
          left.stream()
              .filter(
                  o -> call.id() == null ? o.toolName().equals(name) : call.id().equals(o.callId()))
              .findFirst()
              .orElseGet(() ->
                  new ToolOutput(
                      call.id(), name, "Not run: the turn ended before.", /* isError= */ true));
      left.remove(answer);
      ordered.add(answer);
    }
    ordered.addAll(left);
    return ordered;
  }
}
