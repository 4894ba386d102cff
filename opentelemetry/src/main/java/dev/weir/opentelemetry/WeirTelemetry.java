package dev.weir.opentelemetry;

import dev.weir.client.ContextCapture;
import dev.weir.client.Weir;
import dev.weir.client.call.Inference;
import dev.weir.client.tool.Tool;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.List;

/**
 * Tells OpenTelemetry of everything that a {@link Weir} is asked, by the names of the GenAI
 * conventions: figures of each response, a span for what was asked, in it one for each pass and one
 * for each tool. What is said is not told.
 */
public final class WeirTelemetry {
  private static final String SCOPE = "dev.weir";

  private final Tracer tracer;
  private final InferenceFigures figures;
  private final ToolFigures tools;

  private WeirTelemetry(OpenTelemetry telemetry) {
    this.tracer = telemetry.getTracer(SCOPE);
    this.figures = new InferenceFigures(telemetry.getMeter(SCOPE));
    this.tools = new ToolFigures(telemetry.getMeter(SCOPE));
  }

  /** Tells this one. */
  public static WeirTelemetry to(OpenTelemetry telemetry) {
    return new WeirTelemetry(telemetry);
  }

  /** The same, of which everything is told. Callbacks and tools have the span of what was asked. */
  public Weir watch(Weir weir) {
    return weir.with(
            upstream -> Inference.told(upstream.openedBy(new PassSpans(tracer)), figures::record))
        .withContext(this::capture);
  }

  /** The same tools, each run of which is told. */
  public List<Tool> watch(List<? extends Tool> some) {
    return some.stream().map(tool -> (Tool) new TracedTool(tool, tracer, tools)).toList();
  }

  private ContextCapture.Captured capture() {
    Span asked = tracer.spanBuilder("weir.ask").startSpan();
    return new Asked(asked, Context.current().with(asked));
  }

  private record Asked(Span span, Context context) implements ContextCapture.Captured {
    @Override
    public void run(Runnable task) {
      context.wrap(task).run();
    }

    @Override
    public void ended() {
      span.end();
    }
  }
}
