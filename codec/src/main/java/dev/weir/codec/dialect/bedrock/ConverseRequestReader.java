package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.read.UserPieces;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolChoice;
import dev.weir.event.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads requests in Bedrock Converse. */
final class ConverseRequestReader {
  private ConverseRequestReader() {}

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(BedrockDialect.WORD, json);
    Field system = parts.take("system");
    if (!system.itemsIfAny().isEmpty()) {
      List<Content> told = new ArrayList<>();
      system.items().forEach(block -> told.add(content(block.object(), parts)));
      parts.messages().instruction(told, Message.Rank.SYSTEM, parts.shell(system));
    }
    parts.take("messages").items().forEach(message -> message(message.object(), parts));
    tools(parts);
    Field inference = parts.take("inferenceConfig");
    parts.temperature(inference.get("temperature"));
    parts.topP(inference.get("topP"));
    parts.stopTexts(inference.get("stopSequences"));
    parts.maxOutputTokens(inference.get("maxTokens"));
    parts.metadata(parts.take("requestMetadata"));
    parts.serviceTier(parts.take("serviceTier").get("type"));
    thinking(parts);
    format(parts);
    return parts.done(endpoint);
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    List<Field> content = message.get("content").items();
    content.forEach(Field::object);
    switch (role.text()) {
      case "user" -> user(message, content, parts);
      case "assistant" -> answer(message, content, parts);
      default -> throw role.wrong("user or assistant");
    }
  }

  private static void user(Field message, List<Field> blocks, RequestParts parts) {
    var pieces = new UserPieces();
    for (Field block : blocks) {
      Field result = block.get("toolResult");
      if (result.isAbsent()) {
        pieces.content(content(block, parts));
      } else {
        String callId = result.object().get("toolUseId").text();
        boolean isError = result.get("status").textOrEmpty().equals("error");
        List<Content> given = new ArrayList<>();
        result.get("content").itemsIfAny().forEach(part -> given.add(content(part, parts)));
        pieces.output(callId, /* toolName= */ null, given, isError, parts.note(block));
      }
    }
    pieces.addTo(parts.messages(), parts.shell(message));
  }

  private static Content content(Field block, RequestParts parts) {
    if (block.object().has("text")) {
      String text = block.get("text").text();
      return new Content.Text(text, parts.note(block));
    }
    if (block.has("json")) {
      Json value = block.get("json").json();
      return new Content.Value(value, parts.note(block));
    }
    for (Content.Kind kind : Content.Kind.values()) {
      Field shown = block.get(ConverseMedia.field(kind));
      Source source = shown.isAbsent() ? null : ConverseMedia.source(kind, shown.object());
      if (source != null) {
        String name = shown.get("name").textIfAny();
        return new Content.Attachment(kind, source, name, null, parts.note(block));
      }
    }
    return ChatParts.other(parts, block, BedrockDialect.WORD);
  }

  private static void answer(Field message, List<Field> content, RequestParts parts) {
    if (content.size() == 1 && content.getFirst().peek().fields().keySet().equals(Set.of("text"))) {
      String said = content.getFirst().get("text").text();
      parts.messages().said(said, parts.origin(message));
      return;
    }
    Response response =
        PastAnswer.of(message, ConverseDecoder::new, ConverseMessage.events(content));
    for (Field block : content) {
      parts.lost(block);
      if (block.has("text")) {
        block.understood("text");
      } else if (block.has("toolUse")) {
        block.get("toolUse").understood("toolUseId", "name", "input");
      }
    }
    parts.messages().answer(response, parts.origin(message));
  }

  private static void tools(RequestParts parts) {
    Field config = parts.take("toolConfig");
    Field tools = config.get("tools");
    for (Field tool : tools.itemsIfAny()) {
      Field spec = tool.object().get("toolSpec");
      if (spec.isAbsent()) {
        parts.builtIn(tool);
      } else {
        parts.function(
            tool,
            spec.object().get("name"),
            spec.get("description"),
            spec.get("inputSchema").get("json"),
            spec.get("strict"),
            /* cache= */ null);
      }
    }
    parts.tools(tools);
    Field choice = config.get("toolChoice");
    if (choice.has("tool")) {
      parts.toolChoice(ToolChoice.named(choice.get("tool").get("name").text()), choice);
    } else if (!choice.isAbsent()) {
      boolean isAuto = choice.object().peek().fields().containsKey("auto");
      choice.json();
      parts.toolChoice(isAuto ? ToolChoice.AUTO : ToolChoice.REQUIRED, choice);
    }
  }

  /** Depends on the model behind it; we write it the way Anthropic's models take it. */
  private static void thinking(RequestParts parts) {
    Field thinking = parts.take("additionalModelRequestFields").get("thinking");
    Integer tokens = thinking.get("budget_tokens").countIfAny();
    if (tokens != null) {
      thinking.understood("type");
      parts.thinking(new Thinking.Budget(tokens), thinking);
    }
  }

  private static void format(RequestParts parts) {
    Field format = parts.take("outputConfig").get("textFormat");
    Field schema = format.get("structure").get("jsonSchema");
    if (schema.objectIfAny() == null) {
      return;
    }
    format.understood("type");
    Json read = ProviderJson.object(schema.get("schema").text());
    if (read == null) {
      throw schema.get("schema").wrong("the text of a JSON object");
    }
    parts.format(new OutputFormat.JsonSchema(schema.get("name").text(), read), format);
  }
}
