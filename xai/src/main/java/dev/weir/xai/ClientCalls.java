package dev.weir.xai;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.event.BlockKind;
import dev.weir.xai.proto.ToolCall;
import dev.weir.xai.proto.ToolCallStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls that the client must run. A call usually comes whole in one entry; asked to, the service
 * streams name and arguments in entries that are in progress, and repeats both whole at the end.
 */
final class ClientCalls {
  private final EventWriter writer;
  private final int output;
  private final Map<String, String> origin;
  private final Map<String, Call> calls = new LinkedHashMap<>();

  ClientCalls(EventWriter writer, int output, Map<String, String> origin) {
    this.writer = writer;
    this.output = output;
    this.origin = origin;
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  void add(ToolCall entry) {
    String key = entry.getId().isEmpty() ? "#" + calls.size() : entry.getId();
    Call call = calls.computeIfAbsent(key, k -> new Call(entry.getId()));
    String name = entry.getFunction().getName();
    String arguments = entry.getFunction().getArguments();
    if (entry.getStatus() == ToolCallStatus.TOOL_CALL_STATUS_COMPLETED) {
      call.name = name.isEmpty() ? call.name : name;
      OpenBlock block = open(call);
      writer.reconcile(block, arguments);
      writer.end(block);
      return;
    }
    if (call.block == null) {
      call.name += name;
    }
    if (!arguments.isEmpty()) {
      writer.delta(open(call), arguments);
    }
  }

  private OpenBlock open(Call call) {
    OpenBlock block = call.block;
    if (block == null) {
      block =
          writer.open(
              output,
              BlockKind.TOOL_CALL,
              call.id.isEmpty() ? null : call.id,
              call.name,
              /* synthetic= */ false,
              origin);
      call.block = block;
    }
    return block;
  }

  /** Opens calls for which only the name came. */
  void end() {
    calls.values().forEach(this::open);
  }

  private static final class Call {
    final String id;
    String name = "";
    @Nullable OpenBlock block;

    Call(String id) {
      this.id = id;
    }
  }
}
