package dev.weir.codec.dialect.gemini;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Thinking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads requests in Gemini, whose fields have two spellings, as protobuf's JSON allows. */
final class GeminiRequestReader {
  private GeminiRequestReader() {}

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(GeminiDialect.WORD, json);
    Field told = parts.takeAny("systemInstruction", "system_instruction");
    if (!told.isAbsent()) {
      parts
          .messages()
          .instruction(ChatParts.text(told.isText() ? told : told.object().get("parts")));
    }
    parts.take("contents").items().forEach(content -> content(content.object(), parts));
    tools(parts);
    Field config = parts.takeAny("generationConfig", "generation_config");
    if (config.objectIfAny() != null) {
      config(config, parts);
    }
    return parts.done(endpoint);
  }

  private static void content(Field content, RequestParts parts) {
    Field role = content.get("role");
    switch (role.isAbsent() ? "user" : role.text()) {
      case "user", "function", "tool" -> user(content.get("parts").items(), parts);
      case "model" -> answer(content, parts);
      default -> throw role.wrong("user or model");
    }
  }

  private static void user(List<Field> said, RequestParts parts) {
    List<Content> contents = new ArrayList<>();
    for (Field part : said) {
      Field response = part.object().getAny("functionResponse", "function_response");
      if (response.isAbsent()) {
        contents.add(part(part));
      } else {
        output(response.object(), parts);
      }
    }
    if (!contents.isEmpty() || said.isEmpty()) {
      parts.messages().user(contents);
    }
  }

  private static void output(Field response, RequestParts parts) {
    Json given = response.get("response").json();
    boolean isError = given.fields().keySet().equals(Set.of("error"));
    Json only =
        isError || given.fields().keySet().equals(Set.of("output"))
            ? given.get(isError ? "error" : "output")
            : given;
    String text = only.text() == null ? only.toText() : only.textOrEmpty();
    parts
        .messages()
        .output(response.get("id").textIfAny(), response.get("name").text(), text, isError);
  }

  private static Content part(Field part) {
    Field data = part.getAny("inlineData", "inline_data");
    Field file = part.getAny("fileData", "file_data");
    if (part.has("text") && !part.peek().get("thought").isTrue()) {
      return new Content.Text(part.get("text").text());
    }
    if (!data.isAbsent()) {
      String type = data.object().getAny("mimeType", "mime_type").text();
      String base64 = data.get("data").text();
      return type.startsWith("image/")
          ? Content.image(type, base64)
          : Content.file(/* name= */ null, type, base64);
    }
    String type = file.getAny("mimeType", "mime_type").textIfAny();
    if (!file.isAbsent() && type == null) {
      return Content.imageAt(file.object().getAny("fileUri", "file_uri").text());
    }
    return new Content.Other(GeminiDialect.WORD, part.json());
  }

  private static void answer(Field content, RequestParts parts) {
    List<Field> said = content.get("parts").items();
    said.forEach(Field::object);
    Json only = said.size() == 1 ? said.getFirst().json() : Json.Null.NULL;
    if (only.fields().keySet().equals(Set.of("text"))) {
      parts.messages().said(said.getFirst().get("text").text());
      return;
    }
    Map<String, Json> candidate = new LinkedHashMap<>();
    candidate.put("content", content.json());
    candidate.put("finishReason", new Json.Text("STOP"));
    Json chunk =
        new Json.Fields(Map.of("candidates", new Json.Items(List.of(new Json.Fields(candidate)))));
    parts
        .messages()
        .answer(
            PastAnswer.of(
                content, writer -> new GeminiDecoder(writer, Limits.DEFAULT), List.of(chunk)));
  }

  private static void tools(RequestParts parts) {
    Field tools = parts.take("tools");
    for (Field tool : tools.itemsIfAny()) {
      Field functions = tool.object().getAny("functionDeclarations", "function_declarations");
      for (Field function : functions.itemsIfAny()) {
        parts.tool(
            function.object().get("name"),
            function.get("description"),
            function.getAny("parametersJsonSchema", "parameters_json_schema", "parameters"));
      }
    }
    parts.tools(tools);
  }

  private static void config(Field config, RequestParts parts) {
    parts.temperature(config.get("temperature"));
    parts.topP(config.getAny("topP", "top_p"));
    parts.topK(config.getAny("topK", "top_k"));
    parts.penalties(
        config.getAny("frequencyPenalty", "frequency_penalty"),
        config.getAny("presencePenalty", "presence_penalty"));
    parts.seed(config.get("seed"));
    parts.stopTexts(config.getAny("stopSequences", "stop_sequences"));
    parts.maxOutputTokens(config.getAny("maxOutputTokens", "max_output_tokens"));
    Field thinking = config.getAny("thinkingConfig", "thinking_config");
    Thinking wish = thinking(thinking);
    if (wish != null) {
      parts.thinking(wish, thinking);
    }
    format(config, parts);
  }

  private static @Nullable Thinking thinking(Field thinking) {
    Integer budget = thinking.getAny("thinkingBudget", "thinking_budget").countIfAny();
    if (budget != null) {
      return budget == 0 ? new Thinking.Off() : new Thinking.Budget(budget);
    }
    String level = thinking.getAny("thinkingLevel", "thinking_level").textOrEmpty();
    return ThinkingScale.ofEffort(level.toLowerCase(Locale.ROOT));
  }

  private static void format(Field config, RequestParts parts) {
    Field type = config.getAny("responseMimeType", "response_mime_type");
    Field schema =
        config.getAny(
            "responseJsonSchema", "response_json_schema", "responseSchema", "response_schema");
    if (type.is("application/json")) {
      parts.format(
          schema.objectIfAny() == null
              ? new OutputFormat.AnyJson()
              : new OutputFormat.JsonSchema(OutputFormat.UNNAMED, schema.json()),
          type,
          schema);
    }
  }
}
