package dev.weir.codec.render;

import dev.weir.codec.request.Message.ToolOutput;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait for their output, found by id or by name at a cost that does not grow with the
 * conversation.
 */
final class OpenCalls {

  /**
   * @param number distinguishes otherwise equal calls
   * @param custom whether it called a tool without a schema
   */
  record Call(int number, @Nullable String id, String name, boolean custom) {}

  private final Map<String, Deque<Call>> byId = new HashMap<>();
  private final Map<String, Deque<Call>> byName = new HashMap<>();
  private final Set<Call> open = new HashSet<>();
  private int added;

  void add(@Nullable String id, String name, boolean custom) {
    var call = new Call(added++, id, name, custom);
    open.add(call);
    byName.computeIfAbsent(name, n -> new ArrayDeque<>()).add(call);
    if (id != null) {
      byId.computeIfAbsent(id, i -> new ArrayDeque<>()).add(call);
    }
  }

  /** The oldest open call that an output answers, which is then closed. */
  @Nullable Call take(ToolOutput output) {
    String id = output.callId();
    Deque<Call> calls = id == null ? byName.get(output.toolName()) : byId.get(id);
    while (calls != null && !calls.isEmpty()) {
      Call call = calls.poll();
      if (open.remove(call)) {
        return call;
      }
    }
    return null;
  }
}
