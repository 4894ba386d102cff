package dev.weir.xai;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.event.BlockKind;
import dev.weir.xai.proto.ToolCall;
import dev.weir.xai.proto.ToolCallStatus;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls that xAI runs itself. A call is announced in one output and reported finished in a later
 * one, so its block stays open across outputs.
 */
final class ServerTools {
  private final EventWriter writer;
  private final Map<String, OpenBlock> running = new HashMap<>();

  ServerTools(EventWriter writer) {
    this.writer = writer;
  }

  void call(int output, Map<String, String> outputOrigin, ToolCall call) {
    OpenBlock known = running.get(call.getId());
    if (known == null) {
      Map<String, String> origin = new LinkedHashMap<>(outputOrigin);
      origin.put("type", call.getType().name());
      OpenBlock block =
          writer.open(
              output,
              BlockKind.SERVER_TOOL,
              call.getId().isEmpty() ? null : call.getId(),
              call.getFunction().getName(),
              /* synthetic= */ false,
              origin);
      writer.delta(block, call.getFunction().getArguments());
      running.put(call.getId(), block);
    }
    progress(call);
  }

  /** A call that runs says so, or says nothing of its state; returns whether it is finished. */
  boolean progress(ToolCall call) {
    OpenBlock block = running.get(call.getId());
    boolean runs =
        call.getStatus() == ToolCallStatus.TOOL_CALL_STATUS_UNSPECIFIED
            || call.getStatus() == ToolCallStatus.TOOL_CALL_STATUS_IN_PROGRESS;
    if (block == null || runs) {
      return !runs;
    }
    boolean failed = call.getStatus() == ToolCallStatus.TOOL_CALL_STATUS_FAILED;
    String why = failed && call.hasErrorMessage() ? ": " + call.getErrorMessage() : "";
    writer.toolProgress(block, status(call.getStatus()) + why);
    writer.end(block, call.getStatus() != ToolCallStatus.TOOL_CALL_STATUS_INCOMPLETE);
    running.remove(call.getId());
    return true;
  }

  private static String status(ToolCallStatus status) {
    return switch (status) {
      case TOOL_CALL_STATUS_UNSPECIFIED, TOOL_CALL_STATUS_IN_PROGRESS -> "in_progress";
      case TOOL_CALL_STATUS_COMPLETED -> "completed";
      case TOOL_CALL_STATUS_INCOMPLETE -> "incomplete";
      case TOOL_CALL_STATUS_FAILED -> "failed";
      case UNRECOGNIZED -> "unrecognized";
    };
  }

  /** Ends the calls whose outcome was never reported; the calls themselves came whole. */
  void end(boolean whole) {
    List.copyOf(running.values()).forEach(block -> writer.end(block, whole));
    running.clear();
  }
}
