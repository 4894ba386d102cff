package dev.weir.gateway.tool;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.ToolSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Lets a model put something beside the conversation: a page, a drawing, a text. */
public final class ArtifactMaker implements Tool {
  private static final Set<String> MEDIA_TYPES =
      Set.of("text/html", "text/markdown", "image/svg+xml", "text/plain");
  private static final String SCHEMA =
      """
      {"type":"object","properties":{
        "title":{"type":"string"},
        "mediaType":{"type":"string","enum":["text/html","text/markdown","image/svg+xml","text/plain"]},
        "content":{"type":"string","description":"The whole of it; it can load nothing from elsewhere"}},
       "required":["title","mediaType","content"],"additionalProperties":false}
      """;

  @Override
  public ToolSpec spec() {
    return new ToolSpec(
        "make_artifact",
        "Shows a self-contained page, drawing or text beside the conversation.",
        new JsonReader(16, 10_000).read(SCHEMA));
  }

  @Override
  public ToolResult run(ToolCall call) {
    Json arguments = call.arguments();
    String mediaType = arguments.get("mediaType").textOrEmpty();
    if (!MEDIA_TYPES.contains(mediaType)) {
      return ToolResult.failed(
          "mediaType must be text/html, text/markdown, image/svg+xml or text/plain, saw \"%s\""
              .formatted(mediaType));
    }
    Map<String, Json> data = new LinkedHashMap<>();
    data.put("id", new Json.Text(call.id() == null ? "artifact" : call.id()));
    data.put("title", arguments.get("title"));
    data.put("mediaType", new Json.Text(mediaType));
    data.put("content", arguments.get("content"));
    return new ToolResult(
        /* success= */ true, "It is shown.", ToolResult.Kind.ARTIFACT, new Json.Fields(data));
  }
}
