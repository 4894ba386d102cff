package dev.weir.opentelemetry;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.request.ToolSpec;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.concurrent.Callable;

/** A tool with a span around each run. What it is given and gives is not told. */
record TracedTool(Tool tool, Tracer tracer, ToolFigures figures) implements Tool {

  @Override
  public ToolSpec spec() {
    return tool.spec();
  }

  @Override
  public ToolResult run(ToolCall call) throws Exception {
    String name = spec().name();
    Span span =
        tracer
            .spanBuilder(Names.EXECUTE_TOOL + " " + name)
            .setAttribute(Names.OPERATION, Names.EXECUTE_TOOL)
            .setAttribute(Names.TOOL, name)
            .startSpan();
    if (call.id() != null) {
      span.setAttribute(Names.CALL_ID, call.id());
    }
    long begun = System.nanoTime();
    String error = null;
    try {
      Callable<ToolResult> run = () -> tool.run(call);
      ToolResult result = Context.current().with(span).wrap(run).call();
      error = result.success() ? null : "tool_error";
      return result;
    } catch (Exception thrown) {
      // A tool throws what it likes, which goes on to whoever ran it.
      error = thrown.getClass().getName();
      throw thrown;
    } finally {
      if (error != null) {
        span.setAttribute(Names.ERROR, error).setStatus(StatusCode.ERROR);
      }
      span.end();
      figures.record(name, System.nanoTime() - begun, error);
    }
  }
}
