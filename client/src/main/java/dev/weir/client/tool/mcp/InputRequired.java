package dev.weir.client.tool.mcp;

import dev.weir.client.tool.mcp.McpSession.Rpc;
import dev.weir.codec.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A server's answer that it needs something first ({@code input_required}): the request is sent
 * again with what was asked for and with the state that came with the answer.
 *
 * <p>We have told the server that we offer nothing. If it asks a person anyway, it hears that the
 * question was declined; anything else that it asks for ends the request.
 */
final class InputRequired {
  private static final String ASKS_A_PERSON = "elicitation/create";

  private InputRequired() {}

  static boolean is(Json result) {
    return "input_required".equals(result.get("resultType").text());
  }

  /** The parameters of the next round. */
  static Json nextRound(Json params, Json result) throws McpException {
    Map<String, Json> next = new LinkedHashMap<>(params.fields());
    Json requests = result.get("inputRequests");
    if (requests.isObject()) {
      Map<String, Json> responses = new LinkedHashMap<>();
      for (Map.Entry<String, Json> request : requests.fields().entrySet()) {
        String method = request.getValue().get("method").textOrEmpty();
        if (!method.equals(ASKS_A_PERSON)) {
          throw new McpException(
              "The MCP server asks for %s before it goes on, which Weir does not offer"
                  .formatted(method));
        }
        responses.put(request.getKey(), Rpc.object("action", new Json.Text("cancel")));
      }
      next.put("inputResponses", new Json.Fields(responses));
    }
    Json state = result.get("requestState");
    if (!state.isNull()) {
      next.put("requestState", state);
    }
    return new Json.Fields(next);
  }
}
