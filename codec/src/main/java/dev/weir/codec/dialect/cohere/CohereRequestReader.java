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
import org.jspecify.annotations.Nullable;

/** Reads requests to Cohere's chat, version 2. */
final class CohereRequestReader {
  private CohereRequestReader() {}

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(CohereDialect.WORD, json);
    parts.take("messages").items().forEach(message -> message(message.object(), parts));
    ChatParts.tools(parts);
    parts.thinking(thinking(parts));
    parts.format(format(parts));
    parts.sampling(
        parts.take("temperature"),
        parts.take("p"),
        parts.take("seed"),
        parts.take("stop_sequences"));
    parts.maxOutputTokens(parts.take("max_tokens"));
    return parts.done(endpoint);
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    Field content = message.get("content");
    switch (role.text()) {
      case "system", "developer" -> parts.messages().instruction(ChatParts.text(content));
      case "user" -> parts.messages().user(ChatParts.contents(content, CohereDialect.WORD));
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

  private static @Nullable Thinking thinking(RequestParts parts) {
    Field thinking = parts.take("thinking");
    if (thinking.objectIfAny() == null) {
      return null;
    }
    if (thinking.get("type").textOrEmpty().equals("disabled")) {
      return new Thinking.Off();
    }
    Integer tokens = thinking.get("token_budget").countIfAny();
    return tokens == null
        ? new Thinking.Effort(Thinking.Level.MEDIUM)
        : new Thinking.Budget(tokens);
  }

  private static @Nullable OutputFormat format(RequestParts parts) {
    Field format = parts.take("response_format");
    if (format.objectIfAny() == null || !format.get("type").text().equals("json_object")) {
      return null;
    }
    Field schema = format.getAny("json_schema", "schema");
    return schema.objectIfAny() == null
        ? new OutputFormat.AnyJson()
        : new OutputFormat.JsonSchema(OutputFormat.UNNAMED, schema.json());
  }
}
