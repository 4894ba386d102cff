package dev.weir.codec.dialect.cohere;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Thinking;
import java.util.Set;

/** Reads requests to Cohere's chat, version 2. */
final class CohereRequestReader {
  private CohereRequestReader() {}

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(CohereDialect.WORD, json);
    parts.take("messages").items().forEach(message -> message(message.object(), parts));
    ChatParts.tools(parts);
    thinking(parts);
    format(parts);
    parts.temperature(parts.take("temperature"));
    parts.topP(parts.take("p"));
    parts.topK(parts.take("k"));
    parts.penalties(parts.take("frequency_penalty"), parts.take("presence_penalty"));
    parts.seed(parts.take("seed"));
    parts.stopTexts(parts.take("stop_sequences"));
    parts.maxOutputTokens(parts.take("max_tokens"));
    return parts.done(endpoint);
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    Field content = message.get("content");
    switch (role.text()) {
      case "system", "developer" -> parts.messages().instruction(ChatParts.text(content));
      case "user" -> parts.messages().user(ChatParts.contents(parts, content, CohereDialect.WORD));
      case "assistant" -> answer(message, parts);
      case "tool" ->
          parts
              .messages()
              .output(
                  message.get("tool_call_id").text(),
                  /* toolName= */ null,
                  ChatParts.text(content),
                  /* isError= */ false);
      default -> throw role.wrong("system, user, assistant or tool");
    }
  }

  private static void answer(Field message, RequestParts parts) {
    Field content = message.get("content");
    if (content.isText() && message.rest(Set.of("role", "content")).isEmpty()) {
      parts.messages().said(content.text());
      return;
    }
    parts
        .messages()
        .answer(
            PastAnswer.of(
                message,
                writer -> new CohereDecoder(writer, Limits.DEFAULT),
                CohereStream.events(message)));
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
    Integer tokens = thinking.get("token_budget").countIfAny();
    parts.thinking(tokens == null ? new Thinking.On() : new Thinking.Budget(tokens), thinking);
  }

  private static void format(RequestParts parts) {
    Field format = parts.take("response_format");
    if (format.objectIfAny() == null) {
      return;
    }
    if (!format.get("type").text().equals("json_object")) {
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
