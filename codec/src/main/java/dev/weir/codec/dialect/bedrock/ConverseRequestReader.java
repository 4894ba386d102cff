package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Thinking;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads requests in Bedrock Converse. */
final class ConverseRequestReader {
  private ConverseRequestReader() {}

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(BedrockDialect.WORD, json);
    for (Field told : parts.take("system").itemsIfAny()) {
      String text = told.object().get("text").textIfAny();
      if (text != null) {
        parts.messages().instruction(text);
      }
    }
    parts.take("messages").items().forEach(message -> message(message.object(), parts));
    tools(parts);
    Field inference = parts.take("inferenceConfig");
    parts.temperature(inference.get("temperature"));
    parts.topP(inference.get("topP"));
    parts.stopTexts(inference.get("stopSequences"));
    parts.maxOutputTokens(inference.get("maxTokens"));
    thinking(parts);
    format(parts);
    return parts.done(endpoint);
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    List<Field> content = message.get("content").items();
    content.forEach(Field::object);
    switch (role.text()) {
      case "user" -> user(content, parts);
      case "assistant" -> answer(message, content, parts);
      default -> throw role.wrong("user or assistant");
    }
  }

  private static void user(List<Field> blocks, RequestParts parts) {
    List<Content> said = new ArrayList<>();
    for (Field block : blocks) {
      Field result = block.get("toolResult");
      if (result.isAbsent()) {
        said.add(content(block));
      } else {
        parts
            .messages()
            .output(
                result.object().get("toolUseId").text(),
                /* toolName= */ null,
                given(result.get("content")),
                result.get("status").textOrEmpty().equals("error"));
      }
    }
    if (!said.isEmpty() || blocks.isEmpty()) {
      parts.messages().user(said);
    }
  }

  private static String given(Field content) {
    StringBuilder text = new StringBuilder();
    for (Field part : content.itemsIfAny()) {
      Json json = part.object().json();
      text.append(
          json.get("text").text() != null
              ? json.get("text").textOrEmpty()
              : (json.has("json") ? json.get("json") : json).toText());
    }
    return text.toString();
  }

  private static Content content(Field block) {
    Field image = block.get("image");
    Field document = block.get("document");
    if (block.has("text")) {
      return new Content.Text(block.get("text").text());
    }
    if (image.get("source").get("bytes").isText()) {
      return Content.image(
          "image/" + image.get("format").text(), image.get("source").get("bytes").text());
    }
    if (document.get("source").get("bytes").isText()) {
      return Content.file(
          document.get("name").textIfAny(),
          "application/" + document.get("format").text(),
          document.get("source").get("bytes").text());
    }
    return new Content.Other(BedrockDialect.WORD, block.json());
  }

  private static void answer(Field message, List<Field> content, RequestParts parts) {
    if (content.size() == 1 && content.getFirst().peek().fields().keySet().equals(Set.of("text"))) {
      parts.messages().said(content.getFirst().get("text").text());
      return;
    }
    parts
        .messages()
        .answer(PastAnswer.of(message, ConverseDecoder::new, ConverseMessage.events(content)));
  }

  private static void tools(RequestParts parts) {
    Field tools = parts.take("toolConfig").get("tools");
    for (Field tool : tools.itemsIfAny()) {
      Field spec = tool.object().get("toolSpec");
      if (!spec.isAbsent()) {
        parts.tool(
            spec.object().get("name"),
            spec.get("description"),
            spec.get("inputSchema").get("json"));
      }
    }
    parts.tools(tools);
  }

  /** A matter of the model behind it; Anthropic's wish is the one that is written. */
  private static void thinking(RequestParts parts) {
    Field thinking = parts.take("additionalModelRequestFields").get("thinking");
    Integer tokens = thinking.get("budget_tokens").countIfAny();
    if (tokens != null) {
      parts.thinking(new Thinking.Budget(tokens), thinking);
    }
  }

  private static void format(RequestParts parts) {
    Field format = parts.take("outputConfig").get("textFormat");
    Field schema = format.get("structure").get("jsonSchema");
    if (schema.objectIfAny() == null) {
      return;
    }
    Json read = ProviderJson.object(schema.get("schema").text());
    if (read == null) {
      throw schema.get("schema").wrong("the text of a JSON object");
    }
    parts.format(new OutputFormat.JsonSchema(schema.get("name").text(), read), format);
  }
}
