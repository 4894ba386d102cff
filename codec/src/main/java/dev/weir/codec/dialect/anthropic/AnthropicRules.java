package dev.weir.codec.dialect.anthropic;

import static dev.weir.codec.dialect.ConversationRules.isBlank;
import static dev.weir.codec.dialect.ConversationRules.isRole;
import static dev.weir.codec.dialect.ConversationRules.refuse;
import static dev.weir.codec.dialect.ConversationRules.without;

import dev.weir.codec.json.Json;
import java.util.List;

/** What Anthropic refuses in messages. */
final class AnthropicRules {
  private AnthropicRules() {}

  /**
   * Checks the conversation and the tools of a request.
   *
   * @throws IllegalArgumentException if the provider would refuse it, with the provider's words
   */
  static void check(Json body) {
    conversation(body.get("messages").items());
    tools(body.get("tools").items());
  }

  private static void tools(List<Json> tools) {
    for (int i = 0; i < tools.size(); i++) {
      Json schema = tools.get(i).get("input_schema");
      String type = schema.get("type").text();
      refuse(
          schema.isObject() && !"object".equals(type),
          "tools.%d.custom.input_schema.type: %s"
              .formatted(i, type == null ? "Field required" : "Input should be 'object'"));
    }
  }

  private static void conversation(List<Json> messages) {
    List<String> open = List.of();
    for (int i = 0; i < messages.size(); i++) {
      Json message = messages.get(i);
      Json content = message.get("content");
      boolean isModel = isRole(message, "assistant");
      refuse(
          isBlank(content) && !(isModel && i == messages.size() - 1),
          ("messages.%d: all messages must have non-empty content except for the optional final"
                  + " assistant message")
              .formatted(i));
      for (Json block : content.items()) {
        refuse(
            block.get("type").textOrEmpty().equals("text") && isBlank(block.get("text")),
            "messages: text content blocks must contain non-whitespace text");
      }
      List<String> results = ids(content, "tool_result", "tool_use_id");
      unanswered(i - 1, without(open, results));
      List<String> unasked = without(results, open);
      refuse(
          !unasked.isEmpty(),
          ("messages.%d.content: unexpected `tool_use_id` found in `tool_result` blocks: %s. Each"
                  + " `tool_result` block must have a corresponding `tool_use` block in the previous"
                  + " message.")
              .formatted(i, String.join(", ", unasked)));
      open = ids(content, "tool_use", "id");
    }
    unanswered(messages.size() - 1, open);
  }

  private static void unanswered(int message, List<String> ids) {
    refuse(
        !ids.isEmpty(),
        ("messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after:"
                + " %s. Each `tool_use` block must have a corresponding `tool_result` block in the"
                + " next message.")
            .formatted(message, String.join(", ", ids)));
  }

  private static List<String> ids(Json items, String type, String id) {
    return items.items().stream()
        .filter(item -> item.get("type").textOrEmpty().equals(type))
        .map(item -> item.get(id).textOrEmpty())
        .toList();
  }
}
