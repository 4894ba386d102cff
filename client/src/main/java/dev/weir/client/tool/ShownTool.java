package dev.weir.client.tool;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.ToolSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool whose results front ends show: what a search found, an artifact, a picture. The tool
 * returns them as JSON, which the model reads as it is.
 *
 * <p>A web search returns {@code {"results": [{"title", "url", "snippet"}]}} or that array alone,
 * an artifact {@code {"title", "mediaType", "content"}}, a picture {@code {"mediaType", "content"}}
 * with base64. A result of another form is not shown, only read.
 */
public final class ShownTool implements Tool {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 64, 16 << 20);

  private final Tool tool;
  private final ToolResult.Kind kind;

  /** Shows the results of a tool as that. */
  public ShownTool(Tool tool, ToolResult.Kind kind) {
    this.tool = tool;
    this.kind = kind;
  }

  @Override
  public ToolSpec spec() {
    return tool.spec();
  }

  @Override
  public ToolResult run(ToolCall call) throws Exception {
    ToolResult result = tool.run(call);
    if (!result.success() || result.shown() != ToolResult.Kind.PLAIN) {
      return result;
    }
    Json data = data(result.text());
    return data == null ? result : new ToolResult(/* success= */ true, result.text(), kind, data);
  }

  private @Nullable Json data(String text) {
    Json answer;
    try {
      answer = READER.read(text);
    } catch (JsonException notJson) {
      return null;
    }
    return switch (kind) {
      case PLAIN -> null;
      case WEB_SEARCH -> found(answer);
      case ARTIFACT -> hasTexts(answer, "title", "mediaType", "content") ? answer : null;
      case IMAGE -> hasTexts(answer, "mediaType", "content") ? answer : null;
    };
  }

  private static @Nullable Json found(Json answer) {
    if (answer.isArray()) {
      return new Json.Fields(Map.of("results", answer));
    }
    return answer.get("results").isArray() ? answer : null;
  }

  private static boolean hasTexts(Json answer, String... names) {
    for (String name : names) {
      if (answer.get(name).text() == null) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return tool.toString();
  }
}
