package dev.weir.gateway.tool;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.ToolSpec;
import dev.weir.log.recording.Secrets;

/**
 * A tool whose answers hold no secret: an endpoint that repeats the headers it was called with must
 * not bring them to the model, and with it to everybody.
 */
public final class HidingTool implements Tool {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 256 << 20);

  private final Tool tool;
  private final Secrets secrets;
  private final ToolSpec spec;

  public HidingTool(Tool tool, Secrets secrets) {
    this.tool = tool;
    this.secrets = secrets;
    ToolSpec told = tool.spec();
    this.spec =
        new ToolSpec(told.name(), secrets.hide(told.description()), hidden(told.parameters()));
  }

  @Override
  public ToolSpec spec() {
    return spec;
  }

  @Override
  public ToolResult run(ToolCall call) throws Exception {
    ToolResult result;
    try {
      result = tool.run(call);
    } catch (Exception thrown) { // A tool is anybody's code, and what it throws is reported.
      String message = String.valueOf(thrown.getMessage());
      if (secrets.hide(message).equals(message)) {
        throw thrown;
      }
      return ToolResult.failed("The tool failed: " + secrets.hide(message));
    }
    return new ToolResult(
        result.success(), secrets.hide(result.text()), result.shown(), hidden(result.data()));
  }

  private Json hidden(Json json) {
    String text = json.toText();
    String safe = secrets.hide(text);
    return safe.equals(text) ? json : READER.read(safe);
  }

  @Override
  public String toString() {
    return tool.toString();
  }
}
