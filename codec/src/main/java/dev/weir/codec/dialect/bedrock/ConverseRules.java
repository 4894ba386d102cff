package dev.weir.codec.dialect.bedrock;

import static dev.weir.codec.dialect.ConversationRules.isRole;
import static dev.weir.codec.dialect.ConversationRules.refuse;
import static dev.weir.codec.dialect.ConversationRules.without;

import dev.weir.codec.json.Json;
import java.util.List;

/** What Bedrock refuses in the messages of a conversation. */
final class ConverseRules {
  private ConverseRules() {}

  /**
   * Checks the conversation of a request.
   *
   * @throws IllegalArgumentException if the provider would refuse it, with the provider's words
   */
  static void check(Json body) {
    conversation(body.get("messages").items());
  }

  private static void conversation(List<Json> messages) {
    List<String> open = List.of();
    String role = "";
    for (int i = 0; i < messages.size(); i++) {
      Json message = messages.get(i);
      refuse(
          message.get("content").items().isEmpty(),
          ("The content field in the Message object at messages.%d is empty. Add a ContentBlock"
                  + " object to the content field and try again.")
              .formatted(i));
      refuse(
          isRole(message, role),
          "A conversation must alternate between user and assistant roles. Make sure the"
              + " conversation alternates between user and assistant roles and try again.");
      role = message.get("role").textOrEmpty();
      List<String> results = inside(message, "toolResult");
      List<String> unanswered = without(open, results);
      refuse(
          !unanswered.isEmpty(),
          "Expected toolResult blocks at messages.%d.content for the following Ids: %s"
              .formatted(i, String.join(", ", unanswered)));
      refuse(
          !without(results, open).isEmpty(),
          ("The number of toolResult blocks at messages.%d.content exceeds the number of toolUse"
                  + " blocks of previous turn.")
              .formatted(i));
      open = inside(message, "toolUse");
    }
    refuse(
        !open.isEmpty(),
        "Expected toolResult blocks at messages.%d.content for the following Ids: %s"
            .formatted(messages.size(), String.join(", ", open)));
  }

  private static List<String> inside(Json message, String field) {
    return message.get("content").items().stream()
        .filter(block -> block.has(field))
        .map(block -> block.get(field).get("toolUseId").textOrEmpty())
        .toList();
  }
}
