package dev.weir.sim;

import dev.weir.codec.json.JsonText;
import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.reply.Reply;
import java.util.List;
import java.util.Optional;

/** The lists of models that clients ask for before they ask anything else. */
final class ModelLists {
  private static final String CREATED = "2026-01-01T00:00:00Z";
  private static final long CREATED_SECONDS = 1_767_225_600;

  private ModelLists() {}

  static Optional<Reply> of(HttpAsk ask, List<String> models) {
    String path = ask.path();
    if (path.endsWith("/api/tags")) {
      return Optional.of(list("models", models, ModelLists::ollama));
    }
    if (path.endsWith("/api/version")) {
      String json =
          new JsonText().beginObject().field("version", "0.0.0-sim").endObject().toString();
      return Optional.of(Reply.json(/* status= */ 200, json));
    }
    if (!path.endsWith("/models")) {
      return Optional.empty();
    }
    if (path.endsWith("/v1beta/models")) {
      return Optional.of(list("models", models, ModelLists::gemini));
    }
    boolean isAnthropic = !ask.header("anthropic-version").isEmpty();
    return Optional.of(
        list("data", models, isAnthropic ? ModelLists::anthropic : ModelLists::openai));
  }

  private interface Writer {
    void write(JsonText json, String model);
  }

  private static Reply list(String field, List<String> models, Writer writer) {
    JsonText json = new JsonText().beginObject().field("object", "list");
    json.field("has_more", false).name(field).beginArray();
    for (String model : models) {
      json.beginObject();
      writer.write(json, model);
      json.endObject();
    }
    return Reply.json(/* status= */ 200, json.endArray().endObject().toString());
  }

  private static void openai(JsonText json, String model) {
    json.field("id", model).field("object", "model").field("created", CREATED_SECONDS);
    json.field("owned_by", "weir-sim");
  }

  private static void anthropic(JsonText json, String model) {
    json.field("type", "model").field("id", model).field("display_name", model);
    json.field("created_at", CREATED);
  }

  private static void gemini(JsonText json, String model) {
    json.field("name", "models/" + model).field("displayName", model);
    json.name("supportedGenerationMethods").beginArray();
    json.value("generateContent").value("streamGenerateContent").endArray();
  }

  private static void ollama(JsonText json, String model) {
    json.field("name", model).field("model", model).field("modified_at", CREATED).field("size", 0);
  }
}
