package dev.weir.codec.dialect.responses;

import static dev.weir.codec.dialect.ConversationRules.isBlank;
import static dev.weir.codec.dialect.ConversationRules.isRole;
import static dev.weir.codec.dialect.ConversationRules.refuse;
import static dev.weir.codec.dialect.ConversationRules.without;

import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.List;

/** What OpenAI refuses in the items of a request for a response. */
final class ResponsesRules {
  private ResponsesRules() {}

  /**
   * Checks the conversation of a request.
   *
   * @throws IllegalArgumentException if the provider would refuse it, with the provider's words
   */
  static void check(Json body) {
    conversation(body.get("input").items());
  }

  private static void conversation(List<Json> items) {
    List<String> called = new ArrayList<>();
    List<String> answered = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Json item = items.get(i);
      String type = item.get("type").textOrEmpty();
      String callId = item.get("call_id").textOrEmpty();
      switch (type) {
        case "function_call", "custom_tool_call" -> called.add(callId);
        case "function_call_output", "custom_tool_call_output" -> {
          refuse(
              !called.contains(callId),
              "No tool call found for function call output with call_id %s.".formatted(callId));
          answered.add(callId);
        }
        case "reasoning" ->
            refuse(
                !isOfModel(next(items, i)),
                "Item '%s' of type 'reasoning' was provided without its required following item."
                    .formatted(item.get("id").textOrEmpty()));
        default ->
            refuse(
                isRole(item, "assistant") && isBlank(item.get("content")),
                "Missing required parameter: 'input[%d].content'.".formatted(i));
      }
    }
    for (String callId : without(called, answered)) {
      refuse(true, "No tool output found for function call %s.".formatted(callId));
    }
  }

  /** The next item that is not reasoning. */
  private static Json next(List<Json> items, int from) {
    return items.subList(from, items.size()).stream()
        .filter(item -> !item.get("type").textOrEmpty().equals("reasoning"))
        .findFirst()
        .orElse(Json.Null.NULL);
  }

  private static boolean isOfModel(Json item) {
    return isRole(item, "assistant") || item.get("type").textOrEmpty().endsWith("_call");
  }
}
