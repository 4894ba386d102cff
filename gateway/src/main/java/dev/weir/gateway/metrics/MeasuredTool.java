package dev.weir.gateway.metrics;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.request.ToolSpec;

/** A tool whose runs are timed. */
record MeasuredTool(Tool tool, GatewayMetrics metrics) implements Tool {
  private static final double NANOS = 1e9;

  @Override
  public ToolSpec spec() {
    return tool.spec();
  }

  @Override
  public ToolResult run(ToolCall call) throws Exception {
    long begun = System.nanoTime();
    boolean succeeded = false;
    try {
      ToolResult result = tool.run(call);
      succeeded = result.success();
      return result;
    } finally {
      metrics.ran(spec().name(), (System.nanoTime() - begun) / NANOS, succeeded);
    }
  }
}
