package dev.weir.codec.frontend;

import dev.weir.codec.frontend.FrontEndEvent.Call;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives the calls of a turn unique names, and finds the call that an output answers: the one whose
 * id it has, else the first of its name that has no output yet.
 */
final class Calls {
  /** Open calls beyond this are forgotten, because a server may never answer them. */
  private static final int MAX_OPEN = 1024;

  private record Made(BlockStart start, Call call) {}

  private final String stream;
  private final Map<Integer, Call> byBlock = new HashMap<>();
  private final List<Made> unanswered = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  Calls(String stream) {
    this.stream = stream;
  }

  Call start(BlockStart start) {
    boolean isServer = start.kind() == BlockKind.SERVER_TOOL;
    String id = start.id();
    boolean isOurs = isServer || id == null || id.isEmpty() || !names.add(id);
    var call =
        new Call(
            isOurs ? ownName(start, isServer) : String.valueOf(id),
            start.name() == null ? "tool" : start.name(),
            isServer,
            "custom_tool_call".equals(start.origin().get("type")));
    byBlock.put(start.block().block(), call);
    if (unanswered.size() == MAX_OPEN) {
      unanswered.removeFirst();
    }
    unanswered.add(new Made(start, call));
    return call;
  }

  /** A call that the provider runs gets a name by which it is recognized when it comes back. */
  private String ownName(BlockStart start, boolean isServer) {
    return (isServer ? PastAnswers.SERVER_CALL : "call-") + stream + "-" + start.block().block();
  }

  @Nullable Call find(int block) {
    return byBlock.get(block);
  }

  /** The call that an output answers; absent if it answers none. */
  @Nullable Call answeredBy(BlockStart output) {
    boolean isServer = !output.isByClient();
    String id = output.id();
    String callId = output.origin().get("call_id");
    Made made = null;
    if (id != null || callId != null) {
      made = first(m -> m.call().isServer() == isServer && hasId(m.start(), id, callId));
    }
    if (made == null) {
      made = first(m -> isNameless(m, isServer) && m.call().name().equals(output.name()));
    }
    if (made == null && isServer) {
      made = first(m -> m.call().isServer());
    }
    if (made == null) {
      return null;
    }
    unanswered.remove(made);
    return made.call();
  }

  private static boolean hasId(BlockStart start, @Nullable String id, @Nullable String callId) {
    String own = start.id();
    return (own != null && (own.equals(id) || own.equals(callId)))
        || (callId != null && callId.equals(start.origin().get("call_id")));
  }

  private static boolean isNameless(Made made, boolean isServer) {
    return made.call().isServer() == isServer && (isServer || made.start().id() == null);
  }

  private @Nullable Made first(Predicate<Made> which) {
    return unanswered.stream().filter(which).findFirst().orElse(null);
  }

  /** The provider's calls in an output that has ended, for whose run there is no other sign. */
  List<Call> endedWith(int output) {
    List<Made> ended =
        unanswered.stream()
            .filter(m -> m.call().isServer() && m.start().block().output() == output)
            .toList();
    unanswered.removeAll(ended);
    return ended.stream().map(Made::call).toList();
  }
}
