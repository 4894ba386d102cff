package dev.weir.client;

import dev.weir.client.ContextCapture.Captured;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.client.route.RouteUpstream;
import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.client.turn.Turn;
import dev.weir.client.turn.TurnOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolSpec;
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
    if (context.equals(ContextCapture.NONE)) {
      return open(request, tools, sink);
    }
    Captured captured = context.capture();
    List<Tool> carried = tools.stream().map(tool -> (Tool) new Carried(tool, captured)).toList();
    return open(request, carried, event -> captured.run(() -> sink.accept(event)));
  }

  private StreamCall open(Request request, List<Tool> offered, CallSink sink) {
    return offered.isEmpty()
        ? upstream.open(request, sink)
        : Turn.open(upstream, request, offered, turns, sink);
  }

  /** The same for whoever waits for the whole answer: until it is whole, a route may start over. */
  Asker whole() {
    return upstream instanceof RouteUpstream route
        ? new Asker(route.whole(), tools, turns, context)
        : this;
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
