package dev.weir.codec.dialect.cohere;

import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.ReadRequest;
import java.util.List;
import java.util.Locale;

/**
 * Reads requests to Cohere's chat, version 1: the question is separate from the conversation before
 * it. Weir asks only in version 2, so whatever has no place in other dialects is reported.
 */
final class CohereV1RequestReader {
  /** Not the dialect's own word, because version 2 cannot take parts of version 1 as they are. */
  private static final String WORD = "cohere-v1";

  private CohereV1RequestReader() {}

  static boolean isVersion1(Json json) {
    return json.has("message") && !json.has("messages");
  }

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(WORD, json);
    Field preamble = parts.take("preamble");
    if (preamble.isText()) {
      List<Content> told = text(preamble, parts);
      parts.messages().instruction(told, Message.Rank.SYSTEM, parts.shell(preamble));
    }
    Field history = parts.take("chat_history");
    for (Field message : history.itemsIfAny()) {
      message(message.object(), parts);
    }
    Field question = parts.take("message");
    List<Content> asked = text(question, parts);
    parts.messages().user(asked, parts.shell(question));
    CohereRequestReader.settings(parts);
    return parts.done(endpoint);
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    Field said = message.get("message");
    switch (role.text().toUpperCase(Locale.ROOT)) {
      case "SYSTEM" -> {
        List<Content> told = text(said, parts);
        parts.messages().instruction(told, Message.Rank.SYSTEM, parts.shell(message));
      }
      case "USER" -> {
        List<Content> asked = text(said, parts);
        parts.messages().user(asked, parts.shell(message));
      }
      case "CHATBOT" -> {
        message.understood("role", "message");
        String answered = said.textOrEmpty();
        parts.messages().said(answered, parts.origin(message));
      }
      default -> throw role.wrong("SYSTEM, USER or CHATBOT");
    }
  }

  private static List<Content> text(Field said, RequestParts parts) {
    return List.of(new Content.Text(said.text(), parts.note(said)));
  }
}
