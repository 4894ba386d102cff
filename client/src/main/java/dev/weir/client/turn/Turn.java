package dev.weir.client.turn;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.CurrentCall;
import dev.weir.client.call.SafeSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.GoingBack;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.BlockKind;
import dev.weir.event.ClientToolOutput;
import dev.weir.event.PassJoiner;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A turn under way: the model is asked, the tools that it calls run, it is asked again with what
 * they returned, until it calls none or the rounds are used up. A provider that paused in the
 * middle of its answer is asked to go on, which is a round too.
 *
 * <p>The sink gets one stream that keeps the grammar ({@link PassJoiner} explains how), with times
 * since the turn was opened. Everything that happens on the way of each pass reaches it too: a
 * further pass begins with {@code trying} at attempt 1 again, and each pass is measured.
 *
 * <p>At any moment one thread owns the turn: the upstream's, while a pass is streamed, or a virtual
 * one of ours, which waits for the tools and opens the next pass. The upstream's thread never waits
 * for a tool. What other threads may touch is guarded by {@code lock}.
 */
public final class Turn implements StreamCall {
  private static final System.Logger DIAGNOSTICS = System.getLogger(Turn.class.getName());
  private static final long NANOS = 1000;

  private final Upstream upstream;
  private final Request request;
  private final Map<String, Tool> tools;
  private final TurnOptions options;
  private final SafeSink sink;
  private final PassJoiner joiner;
  private final long openedNanos = System.nanoTime();
  private long atMicros;
  private int rounds;
  private boolean hasCalled;
  private CallEvent.@Nullable Asking asking;
  private boolean isJoined;

  private final CurrentCall passes = new CurrentCall();
  private final Object lock = new Object();
  private @Nullable ToolRuns runs;
  private CallEvent.@Nullable Streamed passing;
  private List<Message> messages = List.of();

  private Turn(
      Upstream upstream,
      Request request,
      Map<String, Tool> tools,
      TurnOptions options,
      CallSink consumer) {
    this.upstream = upstream;
    this.request = request;
    this.tools = tools.isEmpty() ? Map.of() : tools;
    this.options = options;
    this.sink = new SafeSink(consumer, upstream.name(), this::cancel);
    this.joiner = new PassJoiner(event -> sink.accept(streamed(event)));
  }

  /**
   * Opens a turn. The tools are offered to the model in addition to those of the request; if the
   * model calls one that only the request has, the turn ends with TOOL_CALLS for the caller to run.
   *
   * @throws IllegalArgumentException if two tools have the same name, or if the request cannot be
   *     put to this provider at all
   */
  public static Turn open(
      Upstream upstream,
      Request request,
      List<? extends Tool> tools,
      TurnOptions options,
      CallSink sink) {
    Map<String, Tool> byName = new LinkedHashMap<>();
    for (Tool tool : tools) {
      String name = tool.spec().name();
      if (byName.put(name, tool) != null) {
        throw new IllegalArgumentException(
            "Two tools are named \"%s\"; give one of them another name".formatted(name));
      }
    }
    var turn = new Turn(upstream, offering(request, byName), byName, options, sink);
    turn.openPass();
    return turn;
  }

  /**
   * What to add to the conversation so that it can go on: each pass's answer and what its tools
   * returned. Complete once the turn has ended; before that, what has come so far.
   */
  public List<Message> messages() {
    synchronized (lock) {
      return messages;
    }
  }

  @Override
  public void cancel() {
    passes.cancel();
    ToolRuns running;
    synchronized (lock) {
      running = runs;
    }
    if (running != null) {
      running.cancel();
    }
  }

  @Override
  public void pause() {
    passes.pause();
  }

  @Override
  public void resume() {
    passes.resume();
  }

  private static Request offering(Request request, Map<String, Tool> tools) {
    if (tools.isEmpty()) {
      return request;
    }
    List<ToolSpec> offered =
        request.tools().stream()
            .filter(spec -> !tools.containsKey(spec.name()))
            .collect(Collectors.toCollection(ArrayList::new));
    tools.values().forEach(tool -> offered.add(tool.spec()));
    return request.toBuilder().tools(offered).build();
  }

  private void openPass() {
    int opening = passes.opening();
    // The first pass is opened with the turn: its times are those of the turn.
    boolean isFirst = rounds == 0;
    Request next;
    synchronized (lock) {
      next = request.withMore(messages);
    }
    ToolChoice choice = next.toolChoice();
    if (hasCalled && choice != null && !choice.equals(choice.fulfilled())) {
      next = next.toBuilder().toolChoice(choice.fulfilled()).build();
    }
    passes.opened(opening, upstream.open(next, new PassSink(isFirst ? 0 : elapsedMicros())));
  }

  /** Most events of a first pass are those of the turn as they are. */
  @SuppressWarnings("ReferenceEquality") // An equal event would do too, and costs more to find.
  private CallEvent.Streamed streamed(StreamEvent event) {
    CallEvent.Streamed same = passing;
    passing = null;
    return same != null && same.event() == event && same.atMicros() == atMicros
        ? same
        : new CallEvent.Streamed(event, atMicros);
  }

  /** A pass has ended; decides what follows. */
  private void passEnded(Response response, ResponseEnd end) {
    List<Response.Block> calls = GoingBack.calls(response);
    if (end.verdict() == Verdict.PAUSED && calls.isEmpty() && rounds < options.maxRounds()) {
      rounds++;
      add(GoingBack.unanswered(response, dialect()));
      joiner.passEnded();
      passes.ended();
      Thread.ofVirtual().name("weir-turn").start(this::askOn);
    } else if (calls.isEmpty() || end.verdict() != Verdict.TOOL_CALLS) {
      add(GoingBack.of(response, dialect(), List.of()));
      joiner.end();
    } else if (options.maxRounds() == 0 || calls.stream().anyMatch(this::isForCaller)) {
      add(GoingBack.unanswered(response, dialect()));
      joiner.end();
    } else if (rounds == options.maxRounds()) {
      add(GoingBack.of(response, dialect(), List.of()));
      joiner.accept(new StreamEvent.Fault(tooDeep()));
      joiner.end();
    } else {
      rounds++;
      runTools(response, calls);
    }
  }

  /** Some providers say "stop" where they mean that tools are to be called. */
  private static ResponseEnd told(ResponseAssembler soFar, ResponseEnd end) {
    boolean wantsTools =
        end.verdict() == Verdict.COMPLETE
            && soFar.has(BlockKind.TOOL_CALL)
            && !soFar.response().firstAnswer(BlockKind.TOOL_CALL).isEmpty();
    return wantsTools
        ? new ResponseEnd(Verdict.TOOL_CALLS, end.word(), end.usage(), end.reasoning())
        : end;
  }

  private boolean isForCaller(Response.Block call) {
    String name = call.name();
    return name != null
        && !tools.containsKey(name)
        && request.tools().stream().anyMatch(spec -> spec.name().equals(name));
  }

  private StreamFault tooDeep() {
    return new StreamFault(
        StreamFault.Kind.LIMIT,
        "tool_depth",
        "The model called tools again after %,d rounds, which is the limit; raise calls.max-rounds (TurnOptions.maxRounds), or ask for less at once"
            .formatted(options.maxRounds()));
  }

  private void runTools(Response response, List<Response.Block> calls) {
    List<PlannedCall> planned = new ArrayList<>();
    for (Response.Block block : calls) {
      planned.add(
          planned.size() < options.maxCalls()
              ? PlannedCall.of(block, tools)
              : PlannedCall.refused(
                  block,
                  "Not run: more than %,d calls at once. Call again for this."
                      .formatted(options.maxCalls())));
    }
    joiner.passEnded();
    hasCalled = true;
    var running = new ToolRuns(planned, options);
    passes.ended();
    synchronized (lock) {
      runs = running;
    }
    // Whoever cancelled before could not see these, and whoever does later can.
    if (passes.isCancelled()) {
      running.cancel();
    }
    Thread.ofVirtual().name("weir-turn").start(() -> goOn(response, planned, running));
  }

  /** Waits for the tools and opens the next pass. Owns its thread. */
  private void goOn(Response response, List<PlannedCall> calls, ToolRuns running) {
    try {
      boolean isDone =
          running.run((call, result) -> {
            atMicros = elapsedMicros();
            joiner.toolOutput(output(call, result));
          });
      add(GoingBack.of(response, dialect(), outputs(calls, running)));
      synchronized (lock) {
        runs = null;
      }
      if (!isDone) {
        passes.cancel();
      }
      askAgain();
    } catch (InterruptedException | RuntimeException broken) {
      // This owns its thread: nobody else would end the answer.
      running.cancel();
      brokeDown("after its tools had run", broken);
    }
  }

  /** In which dialect the pass goes back: in a route, only that of the step that gave it. */
  private @Nullable String dialect() {
    CallEvent.Asking asked = asking;
    Dialect spoken = asked == null ? upstream.dialect() : asked.dialect();
    return spoken == null || isJoined ? null : spoken.word();
  }

  private static List<ToolOutput> outputs(List<PlannedCall> calls, ToolRuns runs) {
    List<ToolOutput> outputs = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      PlannedCall call = calls.get(i);
      ToolResult result = runs.result(i);
      outputs.add(
          result == null
              ? GoingBack.notRun(call.id(), call.name())
              : new ToolOutput(call.id(), call.name(), result.text(), !result.success()));
    }
    return outputs;
  }

  private static ClientToolOutput output(PlannedCall call, ToolResult result) {
    boolean isPlain = result.shown() == ToolResult.Kind.PLAIN;
    return new ClientToolOutput(
        call.id(),
        call.name(),
        result.success(),
        isPlain ? null : result.shown().name().toLowerCase(Locale.ROOT),
        result.text(),
        result.data().isNull() ? null : result.data().toText());
  }

  /** Opens the next pass of an answer that paused. Owns its thread. */
  private void askOn() {
    try {
      askAgain();
    } catch (RuntimeException broken) {
      // Nobody else would end the answer.
      brokeDown("after the provider had paused", broken);
    }
  }

  private void askAgain() {
    if (passes.isCancelled()) {
      atMicros = elapsedMicros();
      joiner.cut(Verdict.CANCELLED, null);
    } else {
      openPass();
    }
  }

  private void brokeDown(String when, Exception broken) {
    DIAGNOSTICS.log(System.Logger.Level.ERROR, "A turn broke down", broken);
    atMicros = elapsedMicros();
    String why = "The turn broke down %s: %s".formatted(when, broken.getMessage());
    joiner.accept(
        new StreamEvent.Fault(new StreamFault(StreamFault.Kind.LIMIT, "turn_failed", why)));
    joiner.cut(Verdict.FAILED, null);
  }

  private void add(List<Message> more) {
    synchronized (lock) {
      List<Message> all = new ArrayList<>(messages);
      more.forEach(message -> all.add(from(message)));
      messages = List.copyOf(all);
    }
  }

  private Message from(Message message) {
    CallEvent.Asking asked = asking;
    return asked != null && message instanceof Message.Earlier earlier
        ? earlier.from(asked.provider())
        : message;
  }

  private long elapsedMicros() {
    return (System.nanoTime() - openedNanos) / NANOS;
  }

  /** Takes one pass. */
  private final class PassSink implements CallSink {
    private final long openedMicros;
    private final ResponseAssembler assembler = new ResponseAssembler();
    private long keptChars;
    private boolean isEnded;

    PassSink(long openedMicros) {
      this.openedMicros = openedMicros;
    }

    @Override
    public void accept(CallEvent event) {
      if (event instanceof CallEvent.Asking step) {
        asking = step;
      }
      if (event instanceof CallEvent.Streamed streamed) {
        isJoined =
            streamed.event() instanceof StreamEvent.Seam
                || (isJoined && !(streamed.event() instanceof StreamEvent.ResponseStart));
        passing = streamed;
        take(streamed.event(), openedMicros + streamed.atMicros());
      } else {
        sink.accept(openedMicros == 0 ? event : event.later(openedMicros));
      }
    }

    private void take(StreamEvent event, long at) {
      if (isEnded) {
        return;
      }
      atMicros = at;
      if (event instanceof ResponseEnd end) {
        isEnded = true;
        ResponseEnd told = told(assembler, end);
        assembler.accept(told);
        joiner.accept(told);
        if (isTooLong()) {
          joiner.end();
        } else {
          passEnded(assembler.response(), told);
        }
      } else {
        keep(event);
        joiner.accept(event);
      }
    }

    /** Of a pass that is too long to be followed by another, texts are kept no more. */
    private void keep(StreamEvent event) {
      if (event instanceof StreamEvent.BlockDelta delta) {
        keptChars += delta.text().length();
      }
      boolean isText =
          event instanceof StreamEvent.BlockDelta || event instanceof StreamEvent.BlockRepair;
      if (!isText || !isTooLong()) {
        assembler.accept(event);
      }
    }

    private boolean isTooLong() {
      return keptChars > options.maxKeptChars();
    }
  }
}
