package dev.weir.gateway.chat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.event.ClientToolOutput;
import dev.weir.event.Pass;
import dev.weir.event.PassSplitter;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a kept turn adds to the conversation: each pass's answer and its tools' results. */
final class PastTurn {
  private PastTurn() {}

  /**
   * What a turn adds to the conversation.
   *
   * @param given results of the client's own tools for its last calls
   * @throws WrongRequestException if it did not call what that answers
   */
  static List<Message> messages(
      List<StreamEvent> events, @Nullable Dialect dialect, List<ToolOutput> given)
      throws WrongRequestException {
    String from = dialect == null ? null : dialect.word();
    List<Pass> passes = PassSplitter.split(events);
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < passes.size(); i++) {
      Response response = passes.get(i).response();
      List<ToolOutput> outputs =
          new ArrayList<>(passes.get(i).outputs().stream().map(PastTurn::output).toList());
      if (i == passes.size() - 1) {
        for (ToolOutput output : given) {
          outputs.add(named(response, output));
        }
      }
      messages.addAll(GoingBack.of(response, from, outputs));
    }
    return messages;
  }

  private static ToolOutput output(ClientToolOutput output) {
    return new ToolOutput(output.callId(), output.toolName(), output.text(), !output.success());
  }

  /** The result of the client's tool, with the name and id of the call that it answers. */
  private static ToolOutput named(Response response, ToolOutput output)
      throws WrongRequestException {
    if (!GoingBack.isEnded(response)) {
      throw new WrongRequestException(
          "A tool result cannot go back: the answer that called the tool was cut (%s)"
              .formatted(response.verdict()));
    }
    List<Response.Block> calls = GoingBack.calls(response);
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
        "The previous stream made no call \"%s\"; it made %s"
            .formatted(
                ChatRequest.shortened(
                    output.callId() == null ? output.toolName() : output.callId()),
                calls.isEmpty()
                    ? "none"
                    : calls.stream()
                        .map(call -> "%s (%s)".formatted(call.id(), call.name()))
                        .collect(Collectors.joining(", "))));
  }
}
