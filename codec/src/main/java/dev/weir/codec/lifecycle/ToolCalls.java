package dev.weir.codec.lifecycle;

import dev.weir.codec.json.Json;
import dev.weir.codec.lifecycle.LifecycleEvent.ArtifactComplete;
import dev.weir.codec.lifecycle.LifecycleEvent.ImageComplete;
import dev.weir.codec.lifecycle.LifecycleEvent.ToolCallDelta;
import dev.weir.codec.lifecycle.LifecycleEvent.ToolCallStart;
import dev.weir.codec.lifecycle.LifecycleEvent.ToolMoved;
import dev.weir.codec.lifecycle.LifecycleEvent.ToolResult;
import dev.weir.codec.lifecycle.LifecycleEvent.WebSearch;
import dev.weir.codec.lifecycle.ShownBlocks.Shown;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ToolProgress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells a front end about the calls of a turn: announced, written, called, answered.
 *
 * <p>A result belongs to the call whose id it has. Where calls have no ids it belongs to the first
 * call of its name, else of any tool of the provider, that has no result yet. A tool of the
 * provider whose run only its item reports is answered when the item ends.
 */
final class ToolCalls {
  /** Open calls beyond this are forgotten, because a server may never answer them. */
  private static final int MAX_OPEN = 1024;

  private static final int UNNUMBERED = -1;
  private static final String FAILED = "failed";

  private static final class Call {
    final BlockStart start;
    final LifecycleEvent.Called called;
    boolean isCalled;
    boolean isComplete;
    boolean isShown;
    @Nullable String failure;

    Call(BlockStart start, int number) {
      this.start = start;
      this.called =
          new LifecycleEvent.Called(
              start.id(), start.name(), number, start.kind() == BlockKind.SERVER_TOOL);
    }

    boolean isServer() {
      return called.isServer();
    }
  }

  private final boolean tellsRuns;
  private final Consumer<? super LifecycleEvent> out;
  private final Map<Integer, Call> byBlock = new HashMap<>();
  private final Map<Integer, String> failedOutputs = new HashMap<>();
  private final List<Call> unanswered = new ArrayList<>();
  private int count;

  /**
   * @param tellsRuns whether more is reported than that a call was made and has finished
   */
  ToolCalls(boolean tellsRuns, Consumer<? super LifecycleEvent> out) {
    this.tellsRuns = tellsRuns;
    this.out = out;
  }

  /** A call is on its way. */
  void start(BlockStart start) {
    var call = new Call(start, tellsRuns ? count++ : UNNUMBERED);
    byBlock.put(start.block().block(), call);
    if (unanswered.size() == MAX_OPEN) {
      unanswered.removeFirst();
    }
    unanswered.add(call);
    run(new ToolCallDelta(call.called, ""));
  }

  private void run(LifecycleEvent event) {
    if (tellsRuns) {
      out.accept(event);
    }
  }

  void delta(BlockDelta delta) {
    Call call = byBlock.get(delta.block().block());
    if (call != null) {
      run(new ToolCallDelta(call.called, delta.text()));
    }
  }

  void progress(ToolProgress progress) {
    int block = progress.block().block();
    Call call = byBlock.get(block);
    String status = progress.status();
    boolean isFailure = status.equals(FAILED) || status.startsWith(FAILED + ":");
    String why = isFailure ? status.substring(FAILED.length()).replaceFirst("^: *", "") : "";
    if (call == null) {
      if (isFailure) {
        failedOutputs.put(block, why);
      }
      return;
    }
    if (isFailure) {
      call.failure = why;
    }
    run(new ToolMoved(call.called, isFailure ? FAILED : status));
  }

  /** The arguments are there. */
  void called(Shown block, BlockEnd end) {
    Call call = byBlock.get(block.start.block().block());
    if (call == null) {
      return;
    }
    call.isCalled = true;
    call.isComplete = end.complete();
    String arguments = end.arguments() == null ? "" : end.arguments();
    out.accept(new ToolCallStart(call.called, arguments, !end.complete()));
    String source = end.source();
    if (call.isServer() && block.isSearch() && source != null) {
      call.isShown = found(source) && tellsRuns;
    }
  }

  /** What a tool of the client returned. */
  void clientResult(Shown block, BlockEnd end) {
    BlockStart start = block.start;
    Json data = end.source() == null ? null : ShownBlocks.data(end.source());
    Json detail = data == null ? Json.Null.NULL : data;
    String shown = start.origin().getOrDefault("shown", "");
    switch (shown) {
      case "web_search" -> out.accept(new WebSearch(detail));
      case "artifact" -> out.accept(new ArtifactComplete(detail));
      case "image" -> out.accept(new ImageComplete(detail));
      default -> {}
    }
    boolean success = "true".equals(start.origin().get("success"));
    LifecycleEvent.Called called = answer(take(start, /* isServer= */ false), start);
    Json own = shown.isEmpty() ? detail : Json.Null.NULL;
    out.accept(
        success && tellsRuns
            ? new ToolResult(called, true, block.beginning(), block.length(), null, own)
            : ToolResult.without(called, success, tellsRuns ? block.beginning() : null, own));
  }

  /** What a tool of the provider returned. */
  void serverResult(Shown block, BlockEnd end) {
    BlockStart start = block.start;
    Call call = take(start, /* isServer= */ true);
    String failure = failedOutputs.remove(start.block().block());
    if (failure == null && call != null) {
      failure = call.failure;
    }
    String source = end.source();
    if (block.length() == 0 && source != null) {
      block.given(source);
    }
    LifecycleEvent.Called called = answer(call, start);
    boolean success = end.complete() && (failure == null || !tellsRuns);
    out.accept(
        tellsRuns
            ? new ToolResult(
                called, success, block.beginning(), block.length(), failure, Json.Null.NULL)
            : ToolResult.without(called, success, null, Json.Null.NULL));
    String result = source == null ? block.text() : source;
    boolean isSearch = block.isSearch() && (call == null || !call.isShown);
    if (isSearch && result != null) {
      found(result);
    }
  }

  private static LifecycleEvent.Called answer(@Nullable Call call, BlockStart result) {
    return call == null
        ? new LifecycleEvent.Called(result.id(), result.name(), UNNUMBERED, !result.isByClient())
        : call.called;
  }

  private @Nullable Call take(BlockStart result, boolean isServer) {
    String id = result.id();
    String callId = result.origin().get("call_id");
    Call call = null;
    if (id != null || callId != null) {
      call =
          first(c ->
              c.isServer() == isServer
                  && c.start.id() != null
                  && (c.start.id().equals(id)
                      || c.start.id().equals(callId)
                      || (callId != null && callId.equals(c.start.origin().get("call_id")))));
    } else {
      String name = result.name();
      call = first(c -> isNameless(c, isServer) && name != null && name.equals(c.start.name()));
      if (call == null && isServer) {
        call = first(c -> isNameless(c, /* isServer= */ true));
      }
    }
    if (call != null) {
      unanswered.remove(call);
    }
    return call;
  }

  private static boolean isNameless(Call call, boolean isServer) {
    return call.isServer() == isServer && (isServer || call.start.id() == null);
  }

  private @Nullable Call first(Predicate<Call> which) {
    return unanswered.stream().filter(which).findFirst().orElse(null);
  }

  /**
   * An output has ended. Where outputs are the steps of an answer, so have the runs of its calls,
   * and there may be no other sign of that.
   */
  void outputEnd(OutputEnd end) {
    for (Call call : List.copyOf(unanswered)) {
      if (!call.isServer() || !call.isCalled || call.start.block().output() != end.output()) {
        continue;
      }
      boolean isFailed = call.failure != null || end.reason() == FinishReason.FAILED;
      if (isFailed || "completed".equals(end.word())) {
        unanswered.remove(call);
        boolean success = !isFailed && call.isComplete;
        run(ToolResult.without(call.called, success, call.failure, Json.Null.NULL));
      }
    }
  }

  private boolean found(String result) {
    Json data = ShownBlocks.data(result);
    if (data != null) {
      out.accept(new WebSearch(data));
    }
    return data != null;
  }

  /** A pass has ended; what its tools return may still come. */
  void nextPass() {
    byBlock.clear();
    failedOutputs.clear();
    unanswered.removeIf(call -> !call.isServer());
  }
}
