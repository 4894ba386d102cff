package dev.weir.client.tool.mcp;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.client.tool.mcp.McpSession.Rpc;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.ToolSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One tool of a server. */
final class McpTool implements Tool {
  private static final int MAX_NAME = 64;

  private final McpSession session;
  private final String ownName;
  private final ToolSpec spec;
  private final ParamHeaders headers;

  McpTool(McpSession session, Json tool, ParamHeaders headers) {
    this.session = session;
    this.headers = headers;
    this.ownName = tool.get("name").textOrEmpty();
    String description = tool.get("description").textIfAny();
    Json schema = tool.get("inputSchema");
    this.spec =
        new ToolSpec(
            nameForModels(ownName),
            description == null ? tool.get("title").textOrEmpty() : description,
            schema.isObject() ? schema : Rpc.object("type", new Json.Text("object")));
  }

  /** Providers accept fewer names than the protocol allows: letters, digits, {@code _} and -. */
  private static String nameForModels(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9_-]", "_");
    return plain.substring(0, Math.min(plain.length(), MAX_NAME));
  }

  @Override
  public ToolSpec spec() {
    return spec;
  }

  @Override
  public ToolResult run(ToolCall call) throws IOException, InterruptedException {
    Json params = Rpc.object("name", new Json.Text(ownName), "arguments", call.arguments());
    Map<String, String> along = headers.valuesOf(call.arguments());
    Json result = session.request("tools/call", params, along);
    for (int round = 0; InputRequired.is(result); round++) {
      if (round == McpLimits.MAX_ROUNDS) {
        throw new McpException(
            "The MCP server asked %d times for something before %s; given up"
                .formatted(round, ownName));
      }
      result = session.request("tools/call", InputRequired.nextRound(params, result), along);
    }
    return result(result);
  }

  static ToolResult result(Json result) {
    List<String> texts = new ArrayList<>();
    Json picture = Json.Null.NULL;
    for (Json content : result.get("content").items()) {
      texts.add(text(content));
      boolean isPicture = "image".equals(content.get("type").text());
      if (isPicture && picture.isNull()) {
        picture = Rpc.object("mediaType", content.get("mimeType"), "content", content.get("data"));
      }
    }
    Json structured = result.get("structuredContent");
    if (texts.isEmpty() && !structured.isNull()) {
      texts.add(structured.toText());
    }
    return new ToolResult(
        !result.get("isError").isTrue(),
        String.join("\n", texts),
        picture.isNull() ? ToolResult.Kind.PLAIN : ToolResult.Kind.IMAGE,
        picture.isNull() && structured.isObject() ? structured : picture);
  }

  /** What the model reads of one part; what is not text is only named. */
  private static String text(Json content) {
    String type = content.get("type").textOrEmpty();
    Json resource = content.get("resource");
    return switch (type) {
      case "text" -> content.get("text").textOrEmpty();
      case "resource_link" ->
          "[%s](%s)".formatted(content.get("name").textOrEmpty(), content.get("uri").textOrEmpty());
      case "resource" -> {
        String text = resource.get("text").text();
        yield text == null ? "[resource %s]".formatted(resource.get("uri").textOrEmpty()) : text;
      }
      default -> "[%s %s]".formatted(type, content.get("mimeType").textOrEmpty());
    };
  }
}
