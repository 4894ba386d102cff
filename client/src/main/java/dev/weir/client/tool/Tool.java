package dev.weir.client.tool;

import dev.weir.codec.request.ToolSpec;

/** Something that a model may call. */
public interface Tool {

  /** What the model is told about it. */
  ToolSpec spec();

  /**
   * Runs on a virtual thread of its own and may block. It is interrupted when its time is up or the
   * turn is cancelled. What it throws becomes a failed result that the model sees.
   */
  ToolResult run(ToolCall call) throws Exception;
}
