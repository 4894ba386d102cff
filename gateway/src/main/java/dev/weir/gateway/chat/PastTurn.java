package dev.weir.gateway.chat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.event.BlockKind;
import dev.weir.event.ClientToolOutput;
import dev.weir.event.Pass;
import dev.weir.event.PassSplitter;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a kept turn adds to the conversation: each pass's answer and what its tools gave. */
final class PastTurn {
  private PastTurn() {}

  /**
   * What a turn adds to the conversation.
   *
   * @param given what the client's own tools gave to its last calls
   * @throws WrongRequestException if it did not call what that answers
   */
  static List<Message> messages(
      List<StreamEvent> events, @Nullable Dialect dialect, List<ToolOutput> given)
      throws WrongRequestException {
    List<Pass> passes = PassSplitter.split(events);
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < passes.size(); i++) {
      Pass pass = passes.get(i);
      Response response = pass.response();
      List<ToolOutput> outputs =
          new ArrayList<>(pass.outputs().stream().map(PastTurn::output).toList());
      boolean isLast = i == passes.size() - 1;
      Verdict verdict = response.verdict();
      boolean isWhole =
          !isLast
              || (verdict != null
                  && verdict.isNatural()
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
          outputs.add(named(response, output));
        }
      }
      List<ToolOutput> all = outputs(response, outputs);
      if (!all.isEmpty()) {
        messages.add(new Message.ToolOutputs(all));
      }
    }
    return messages;
  }

  private static ToolOutput output(ClientToolOutput output) {
    return new ToolOutput(output.callId(), output.toolName(), output.text(), !output.success());
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
