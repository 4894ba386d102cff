package dev.weir.codec.dialect.cohere;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.MessageList;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolChoice;
import dev.weir.event.Response;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads requests to Cohere's chat. */
final class CohereRequestReader {
  private CohereRequestReader() {}

  static ReadRequest read(Json json, Endpoint endpoint) {
    if (CohereV1RequestReader.isVersion1(json)) {
      return CohereV1RequestReader.read(json, endpoint);
    }
    var parts = new RequestParts(CohereDialect.WORD, json);
    parts.take("messages").items().forEach(message -> message(message.object(), parts));
    ChatParts.tools(parts);
    thinking(parts);
    format(parts);
    settings(parts);
    Field choice = parts.take("tool_choice");
    switch (choice.textOrEmpty().toUpperCase(Locale.ROOT)) {
      case "REQUIRED" -> parts.toolChoice(ToolChoice.REQUIRED, choice);
      case "NONE" -> parts.toolChoice(ToolChoice.NONE, choice);
      default -> {}
    }
    parts.logprobs(parts.take("logprobs"), parts.nothing());
    return parts.done(endpoint);
  }

  /** What both versions of the chat have. */
  static void settings(RequestParts parts) {
    parts.temperature(parts.take("temperature"));
    parts.topP(parts.take("p"));
    parts.topK(parts.take("k"));
    parts.penalties(parts.take("frequency_penalty"), parts.take("presence_penalty"));
    parts.seed(parts.take("seed"));
    parts.stopTexts(parts.take("stop_sequences"));
    parts.maxOutputTokens(parts.take("max_tokens"));
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    MessageList messages = parts.messages();
    switch (role.text()) {
      case "system", "developer" -> {
        List<Content> told = contents(message, parts);
        messages.instruction(told, Message.Rank.SYSTEM, parts.shell(message));
      }
      case "user" -> {
        List<Content> said = contents(message, parts);
        messages.user(said, parts.shell(message));
      }
      case "assistant" -> answer(message, parts);
      case "tool" -> {
        String callId = message.get("tool_call_id").text();
        List<Content> given = contents(message, parts);
        messages.output(
            callId, /* toolName= */ null, given, /* isError= */ false, parts.note(message));
      }
      default -> throw role.wrong("system, user, assistant or tool");
    }
  }

  private static List<Content> contents(Field message, RequestParts parts) {
    return ChatParts.contents(parts, message.get("content"), CohereDialect.WORD);
  }

  private static void answer(Field message, RequestParts parts) {
    Field content = message.get("content");
    if (content.isText() && message.rest(Set.of("role", "content")).isEmpty()) {
      String said = content.text();
      parts.messages().said(said, parts.origin(message));
      return;
    }
    Response response =
        PastAnswer.of(
            message,
            writer -> new CohereDecoder(writer, Limits.DEFAULT),
            CohereStream.events(message));
    understood(message, parts);
    parts.messages().answer(response, parts.origin(message));
  }

  /** Marks what other dialects can carry of an answer; what is left is the provider's own. */
  private static void understood(Field message, RequestParts parts) {
    parts.lost(message);
    message.understood("role");
    Field content = message.get("content");
    if (content.isText()) {
      message.understood("content");
    } else {
      for (Field part : content.itemsIfAny()) {
        if (part.get("type").is("text")) {
          part.understood("text");
        } else {
          parts.lost(part);
        }
      }
    }
    for (Field call : message.get("tool_calls").itemsIfAny()) {
      call.understood("id", "type");
      call.get("function").understood("name", "arguments");
    }
  }

  private static void thinking(RequestParts parts) {
    Field thinking = parts.take("thinking");
    if (thinking.objectIfAny() == null) {
      return;
    }
    if (thinking.get("type").is("disabled")) {
      parts.thinking(new Thinking.Off(), thinking);
      return;
    }
    thinking.understood("type");
    Integer tokens = thinking.get("token_budget").countIfAny();
    parts.thinking(tokens == null ? new Thinking.On() : new Thinking.Budget(tokens), thinking);
  }

  private static void format(RequestParts parts) {
    Field format = parts.take("response_format");
    if (format.objectIfAny() == null) {
      return;
    }
    if (format.get("type").text().equals("text")) {
      parts.format(null, format);
      return;
    }
    Field schema = format.getAny("json_schema", "schema");
    parts.format(
        schema.objectIfAny() == null
            ? new OutputFormat.AnyJson()
            : new OutputFormat.JsonSchema(OutputFormat.UNNAMED, schema.json()),
        format);
  }
}
