package dev.weir.client;

import dev.weir.client.ContextCapture.Captured;
import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.client.turn.Turn;
import dev.weir.client.turn.TurnOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.StreamEvent.ResponseEnd;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An upstream that runs the turn if there are tools, with the context of whoever asks. */
record Asker(Upstream upstream, List<Tool> tools, TurnOptions turns, ContextCapture context)
    implements Upstream {

  @Override
  public String name() {
    return upstream.name();
  }

  @Override
  public @Nullable Dialect dialect() {
    return upstream.dialect();
  }

  @Override
  public CompletableFuture<Optional<Long>> countTokens(Request request) {
    return upstream.countTokens(request);
  }

  @Override
  public StreamCall open(Request request, CallSink sink) {
    Duration time = request.deadline();
    if (time == null) {
      return opened(request, sink);
    }
    var deadline = new Deadline(sink);
    StreamCall call = opened(request, deadline);
    deadline.begin(time, call);
    return call;
  }

  private StreamCall opened(Request request, CallSink sink) {
    if (context.equals(ContextCapture.NONE)) {
      return open(upstream, request, tools, sink);
    }
    Captured captured = context.capture();
    List<Tool> carried = tools.stream().map(tool -> (Tool) new Carried(tool, captured)).toList();
    try {
      return open(carried(captured), request, carried, ending(captured, sink));
    } catch (IllegalArgumentException refused) {
      captured.ended();
      throw refused;
    }
  }

  private StreamCall open(Upstream asked, Request request, List<Tool> offered, CallSink sink) {
    return offered.isEmpty()
        ? asked.open(request, sink)
        : Turn.open(asked, request, offered, turns, sink);
  }

  /** Passes of a turn begin on other threads than the one that asks. */
  private Upstream carried(Captured captured) {
    return upstream.openedBy((asked, request, sink) -> {
      var opening = new Opened(asked, request, sink);
      captured.run(opening);
      return opening.call();
    });
  }

  private static CallSink ending(Captured captured, CallSink sink) {
    return event -> {
      if (event instanceof CallEvent.Streamed streamed && streamed.event() instanceof ResponseEnd) {
        // Before, so that it has happened for whoever waits for the end.
        captured.ended();
      }
      captured.run(() -> sink.accept(event));
    };
  }

  /** The same with the context of this thread, for those who open it on another. */
  Asker here() {
    if (context.equals(ContextCapture.NONE)) {
      return this;
    }
    Captured captured = context.capture();
    return new Asker(upstream, tools, turns, () -> captured);
  }

  @Override
  public Asker whole() {
    return new Asker(upstream.whole(), tools, turns, context);
  }

  /** Carries an open call out of a task that gives nothing. */
  private static final class Opened implements Runnable {
    private final Upstream upstream;
    private final Request request;
    private final CallSink sink;
    private @Nullable StreamCall call;

    Opened(Upstream upstream, Request request, CallSink sink) {
      this.upstream = upstream;
      this.request = request;
      this.sink = sink;
    }

    @Override
    public void run() {
      call = upstream.open(request, sink);
    }

    StreamCall call() {
      StreamCall given = call;
      if (given == null) {
        throw new IllegalStateException("The context capture did not run the request");
      }
      return given;
    }
  }

  /** A tool with the context of whoever asked. */
  private record Carried(Tool tool, Captured captured) implements Tool {
    @Override
    public ToolSpec spec() {
      return tool.spec();
    }

    @Override
    public ToolResult run(ToolCall call) throws Exception {
      var running = new Outcome(() -> tool.run(call));
      captured.run(running);
      return running.result();
    }
  }

  /** Carries what a tool returned or threw out of a task that can do neither. */
  private static final class Outcome implements Runnable {
    private final Callable<ToolResult> tool;
    private @Nullable ToolResult result;
    private @Nullable Exception thrown;

    Outcome(Callable<ToolResult> tool) {
      this.tool = tool;
    }

    @Override
    public void run() {
      try {
        result = tool.call();
      } catch (Exception problem) {
        // A tool may throw anything; whoever waits for it gets exactly that.
        thrown = problem;
      }
    }

    ToolResult result() throws Exception {
      ToolResult given = result;
      if (given == null) {
        throw thrown != null
            ? thrown
            : new IllegalStateException("The context capture did not run the tool");
      }
      return given;
    }
  }
}
