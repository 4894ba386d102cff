package dev.weir.codec.dialect.gemini;

import static dev.weir.codec.dialect.ConversationRules.refuse;

import dev.weir.codec.json.Json;
import java.util.List;

/** What Google refuses in contents. */
final class GeminiRules {
  private GeminiRules() {}

  /**
   * Checks the conversation and the tools of a request.
   *
   * @throws IllegalArgumentException if the provider would refuse it, with the provider's words
   */
  static void check(Json body) {
    conversation(body.get("contents").items());
    for (Json tool : body.get("tools").items()) {
      for (Json function : tool.get("functionDeclarations").items()) {
        ownSchema(function.get("parameters"));
      }
    }
  }

  /** Its own schemas have fewer keywords than JSON schemas, which go in another field. */
  private static void ownSchema(Json schema) {
    refuse(
        schema.get("exclusiveMinimum") instanceof Json.Num,
        "Invalid JSON payload received. Unknown name \"exclusiveMinimum\" at"
            + " 'tools[0].function_declarations[0].parameters': Cannot find field.");
    schema.fields().values().forEach(GeminiRules::ownSchema);
    schema.items().forEach(GeminiRules::ownSchema);
  }

  private static void conversation(List<Json> contents) {
    long open = 0;
    for (int i = 0; i < contents.size(); i++) {
      Json parts = contents.get(i).get("parts");
      refuse(
          parts.items().isEmpty(),
          "* GenerateContentRequest.contents[%d].parts: contents.parts must not be empty."
              .formatted(i));
      for (int part = 0; part < parts.items().size(); part++) {
        refuse(
            parts.items().get(part).fields().isEmpty(),
            ("* GenerateContentRequest.contents[%d].parts[%d].data: required oneof field 'data' must"
                    + " have one initialized field")
                .formatted(i, part));
      }
      long results = count(parts, "functionResponse");
      refuse(
          open == 0 && results > 0,
          "Please ensure that function response turn comes immediately after a function call"
              + " turn.");
      unanswered(open != results);
      open = count(parts, "functionCall");
    }
    unanswered(open > 0);
  }

  private static void unanswered(boolean isWrong) {
    refuse(
        isWrong,
        "Please ensure that the number of function response parts is equal to the number of"
            + " function call parts of the function call turn.");
  }

  private static long count(Json parts, String field) {
    return parts.items().stream().filter(part -> part.has(field)).count();
  }
}
