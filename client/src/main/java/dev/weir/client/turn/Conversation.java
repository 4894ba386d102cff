package dev.weir.client.turn;

import dev.weir.client.tool.ToolResult;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a turn adds to the conversation, such that a provider takes it back: every call has its
 * output, and nothing that was cut goes along.
 */
final class Conversation {
  private static final String NOT_RUN = "Not run: the turn ended before.";

  private Conversation() {}

  /** The calls of a response that the client runs: of several alternatives, those of the first. */
  static List<Response.Block> calls(Response response) {
    return response.firstAnswer(BlockKind.TOOL_CALL);
  }

  /** A pass and what its tools gave, in the order of the calls. */
  static List<Message> round(
      Response response, @Nullable Dialect dialect, List<PlannedCall> calls, ToolRuns runs) {
    List<ToolOutput> outputs = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      PlannedCall call = calls.get(i);
      ToolResult result = runs.result(i);
      outputs.add(
          result == null
              ? new ToolOutput(call.id(), call.name(), NOT_RUN, /* isError= */ true)
              : new ToolOutput(call.id(), call.name(), result.text(), !result.success()));
    }
    return List.of(earlier(response, dialect), new Message.ToolOutputs(outputs));
  }

  private static Message earlier(Response response, @Nullable Dialect dialect) {
    return new Message.Earlier(response, dialect == null ? null : dialect.word());
  }

  /** A pass as it is: with calls that the caller will run, or without any. */
  static List<Message> asItIs(Response response, @Nullable Dialect dialect) {
    return List.of(earlier(response, dialect));
  }

  /**
   * The last pass, none of whose calls will run. If it was cut, only its text goes along: providers
   * refuse half a call and reasoning without its seal.
   */
  static List<Message> last(Response response, @Nullable Dialect dialect) {
    List<Response.Block> calls = calls(response);
    Verdict verdict = response.verdict();
    boolean isWhole =
        verdict != null && verdict.isNatural() && calls.stream().allMatch(Response.Block::complete);
    if (!isWhole) {
      String text = response.text(BlockKind.TEXT);
      return text.isEmpty() ? List.of() : List.of(new Message.Assistant(text));
    }
    if (calls.isEmpty()) {
      return List.of(earlier(response, dialect));
    }
    List<ToolOutput> outputs =
        calls.stream()
            .map(c ->
                new ToolOutput(
                    c.id(), c.name() == null ? "" : c.name(), NOT_RUN, /* isError= */ true))
            .toList();
    return List.of(earlier(response, dialect), new Message.ToolOutputs(outputs));
  }
}
