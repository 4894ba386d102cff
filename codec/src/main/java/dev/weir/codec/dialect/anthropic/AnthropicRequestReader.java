package dev.weir.codec.dialect.anthropic;

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
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads requests in Anthropic Messages. */
final class AnthropicRequestReader {
  private AnthropicRequestReader() {}

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(AnthropicDialect.WORD, json);
    instructions(parts.take("system"), parts);
    parts.take("messages").items().forEach(message -> message(message.object(), parts));
    tools(parts);
    thinkingAndFormat(parts);
    parts.sampling(
        parts.take("temperature"),
        parts.take("top_p"),
        parts.take("seed"),
        parts.take("stop_sequences"));
    parts.maxOutputTokens(parts.take("max_tokens"));
    return parts.done(endpoint);
  }

  private static void instructions(Field system, RequestParts parts) {
    if (system.isText()) {
      parts.messages().instruction(system.text());
    } else {
      for (Field block : system.itemsIfAny()) {
        Json text = block.object().json().get("text");
        parts
            .messages()
            .instruction(text.text() == null ? block.json().toText() : text.textOrEmpty());
      }
    }
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    Field content = message.get("content");
    switch (role.text()) {
      case "user" -> user(content, parts);
      case "assistant" -> answer(message, parts);
      // Claude Code says so in the middle of a conversation.
      case "system" -> instructions(content, parts);
      default -> throw role.wrong("user or assistant");
    }
  }

  /** What tools gave stands in a user's message, before what the user says. */
  private static void user(Field content, RequestParts parts) {
    if (content.isText()) {
      parts.messages().user(List.of(new Content.Text(content.text())));
      return;
    }
    List<Content> said = new ArrayList<>();
    List<Field> blocks = content.items();
    for (Field block : blocks) {
      if (block.object().get("type").text().equals("tool_result")) {
        parts
            .messages()
            .output(
                block.get("tool_use_id").text(),
                /* toolName= */ null,
                ChatParts.text(block.get("content")),
                Boolean.TRUE.equals(block.get("is_error").flagIfAny()));
      } else {
        said.add(content(block));
      }
    }
    if (!said.isEmpty() || blocks.isEmpty()) {
      parts.messages().user(said);
    }
  }

  private static Content content(Field block) {
    Field source = block.get("source");
    String kind = block.get("type").text() + " " + source.get("type").textOrEmpty();
    return switch (kind) {
      case "text " -> new Content.Text(block.get("text").text());
      case "image base64" ->
          new Content.Image(source.get("media_type").text(), source.get("data").text());
      case "image url" -> new Content.ImageAt(source.get("url").text());
      case "document base64" ->
          new Content.File(
              block.get("title").textIfAny(),
              source.get("media_type").text(),
              source.get("data").text());
      case "document url" -> new Content.FileAt(source.get("url").text());
      default -> new Content.Other(AnthropicDialect.WORD, block.json());
    };
  }

  private static void answer(Field message, RequestParts parts) {
    Field content = message.get("content");
    if (content.isText()) {
      parts.messages().said(content.text());
      return;
    }
    List<Field> blocks = content.items();
    blocks.forEach(Field::object);
    Json only = blocks.size() == 1 ? blocks.getFirst().json() : Json.Null.NULL;
    if (only.get("type").textOrEmpty().equals("text") && !only.has("citations")) {
      parts.messages().said(blocks.getFirst().get("text").text());
      return;
    }
    Map<String, Json> whole = new LinkedHashMap<>();
    whole.put("type", new Json.Text("message"));
    whole.put("role", new Json.Text("assistant"));
    whole.put("content", content.json());
    whole.put("stop_reason", new Json.Text("end_turn"));
    parts
        .messages()
        .answer(PastAnswer.of(message, AnthropicDecoder::new, List.of(new Json.Fields(whole))));
  }

  private static void tools(RequestParts parts) {
    Field tools = parts.take("tools");
    boolean onlyClients = true;
    for (Field tool : tools.itemsIfAny()) {
      String type = tool.object().get("type").textIfAny();
      if (type == null || type.equals("custom")) {
        parts.tool(tool.get("name"), tool.get("description"), tool.get("input_schema"));
      } else {
        onlyClients = false;
      }
    }
    if (!onlyClients) {
      parts.keep(tools);
    }
  }

  private static void thinkingAndFormat(RequestParts parts) {
    Field thinking = parts.take("thinking");
    Field output = parts.take("output_config");
    Thinking wish = thinking(thinking, output);
    parts.thinking(wish);
    if (wish == null) {
      parts.keep(thinking);
    }
    parts.keepRest(
        output, wish instanceof Thinking.Effort ? Set.of("effort", "format") : Set.of("format"));
    Field format = output.get("format");
    if (format.get("type").textOrEmpty().equals("json_schema")) {
      Json schema = format.get("schema").object().json();
      parts.format(new OutputFormat.JsonSchema(OutputFormat.UNNAMED, schema));
    }
  }

  private static @Nullable Thinking thinking(Field thinking, Field output) {
    return switch (thinking.get("type").textOrEmpty()) {
      case "disabled" -> new Thinking.Off();
      case "enabled" -> {
        Integer tokens = thinking.get("budget_tokens").countIfAny();
        yield tokens == null ? null : new Thinking.Budget(tokens);
      }
      case "adaptive" -> ThinkingScale.ofEffort(output.get("effort").textOrEmpty());
      default -> null;
    };
  }
}
