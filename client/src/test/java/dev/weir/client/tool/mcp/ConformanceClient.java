package dev.weir.client.tool.mcp;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.codec.json.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the protocol's conformance tool runs: lists the tools of the server whose address is the
 * last argument, and calls those that the tool's context names, or each with plain arguments.
 */
final class ConformanceClient {
  private ConformanceClient() {}

  public static void main(String[] arguments) throws Exception {
    McpEndpoint endpoint = McpEndpoint.of(arguments[arguments.length - 1]);
    try (McpServer server = McpServer.connect("conformance", endpoint, Duration.ofSeconds(20))) {
      System.out.println(server.title() + " speaks " + server.protocolVersion());
      List<Tool> tools = server.tools();
      for (Tool tool : tools) {
        for (Json given : arguments(tool, tools)) {
          System.out.println(result(tool, given));
        }
      }
    }
  }

  private static String result(Tool tool, Json arguments) throws Exception {
    try {
      return tool.run(new ToolCall(null, tool.spec().name(), arguments)).toString();
    } catch (McpException refused) {
      // As in a turn, it is the model's to know.
      return refused.toString();
    }
  }

  private static List<Json> arguments(Tool tool, List<Tool> all) {
    String context = System.getenv("MCP_CONFORMANCE_CONTEXT");
    Json known = context == null ? Json.Null.NULL : McpSession.READER.read(context);
    List<Json> wanted =
        known.get("toolCalls").items().stream()
            .filter(call -> tool.spec().name().equals(call.get("name").text()))
            .map(call -> call.get("arguments"))
            .toList();
    return wanted.isEmpty() ? List.of(plain(tool.spec().parameters(), all)) : wanted;
  }

  /** A value of the right type for each parameter; for a schema that of the first tool. */
  private static Json plain(Json schema, List<Tool> all) {
    Map<String, Json> fields = new LinkedHashMap<>();
    schema
        .get("properties")
        .fields()
        .forEach((name, property) ->
            fields.put(
                name,
                switch (property.get("type").textOrEmpty()) {
                  case "number", "integer" -> new Json.Num("5");
                  case "boolean" -> new Json.Bool(true);
                  case "object" -> all.getFirst().spec().parameters();
                  default -> new Json.Text("text");
                }));
    return new Json.Fields(fields);
  }
}
