package dev.weir.micrometer;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.request.ToolSpec;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;

/** A tool each run of which is observed. What it is given and gives is not told. */
record ObservedTool(Tool tool, ObservationRegistry registry) implements Tool {

  @Override
  public ToolSpec spec() {
    return tool.spec();
  }

  @Override
  public ToolResult run(ToolCall call) throws Exception {
    String name = spec().name();
    Observation observation =
        Observation.createNotStarted("weir.tool", registry)
            .contextualName("execute_tool " + name)
            .lowCardinalityKeyValue("gen_ai.operation.name", "execute_tool")
            .lowCardinalityKeyValue("gen_ai.tool.name", name)
            .lowCardinalityKeyValue("error.type", "none");
    return Objects.requireNonNull(observation.observeChecked(() -> run(call, observation)));
  }

  private ToolResult run(ToolCall call, Observation observation) throws Exception {
    try {
      ToolResult result = tool.run(call);
      if (!result.success()) {
        observation.lowCardinalityKeyValue("error.type", "tool_error");
      }
      return result;
    } catch (Exception thrown) {
      // A tool throws what it likes, which goes on to whoever ran it.
      observation.lowCardinalityKeyValue("error.type", thrown.getClass().getName());
      throw thrown;
    }
  }
}
