package dev.weir.codec.dialect.chat;

import static dev.weir.codec.dialect.ConversationRules.isBlank;
import static dev.weir.codec.dialect.ConversationRules.isRole;
import static dev.weir.codec.dialect.ConversationRules.refuse;

import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.List;

/** What OpenAI refuses in the messages of a chat. */
final class ChatRules {
  private ChatRules() {}

  /**
   * Checks the conversation of a request.
   *
   * @throws IllegalArgumentException if the provider would refuse it, with the provider's words
   */
  static void check(Json body) {
    conversation(body.get("messages").items());
  }

  private static void conversation(List<Json> messages) {
    List<String> open = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      Json message = messages.get(i);
      if (isRole(message, "tool")) {
        refuse(
            !open.remove(message.get("tool_call_id").textOrEmpty()),
            ("Invalid parameter: messages with role 'tool' must be a response to a preceeding"
                    + " message with 'tool_calls'. (messages.[%d].role)")
                .formatted(i));
        continue;
      }
      unanswered(open);
      List<Json> calls = message.get("tool_calls").items();
      calls.forEach(call -> open.add(call.get("id").textOrEmpty()));
      boolean says =
          !isBlank(message.get("content"))
              // Cursor says so that an answer had no text; only null is refused.
              || message.get("content").isArray()
              || message.has("refusal")
              || message.has("audio")
              || message.has("images");
      refuse(
          isRole(message, "assistant") && !says && calls.isEmpty(),
          "Invalid value for 'content': expected a string, got null. (messages.[%d].content)"
              .formatted(i));
    }
    unanswered(open);
  }

  private static void unanswered(List<String> open) {
    refuse(
        !open.isEmpty(),
        ("An assistant message with 'tool_calls' must be followed by tool messages responding to"
                + " each 'tool_call_id'. The following tool_call_ids did not have response messages:"
                + " %s")
            .formatted(String.join(", ", open)));
  }
}
