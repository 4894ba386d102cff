package dev.weir.codec.dialect.chat;

import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.render.Attachments;
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

/** Reads requests in OpenAI Chat, as OpenAI and as its many providers want them. */
final class ChatRequestReader {
  private static final String KWARGS = "chat_template_kwargs";

  private ChatRequestReader() {}

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(ChatDialect.WORD, json);
    parts.take("messages").items().forEach(message -> message(message.object(), parts));
    ChatParts.tools(parts);
    parts.thinking(thinking(parts));
    parts.sampling(
        parts.take("temperature"), parts.take("top_p"), parts.take("seed"), parts.take("stop"));
    parts.maxOutputTokens(parts.takeAny("max_completion_tokens", "max_tokens"));
    parts.format(format(parts));
    // Whoever asks for a stream here gets its usage.
    parts.keepRest(parts.take("stream_options"), Set.of("include_usage"));
    return parts.done(endpoint);
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    switch (role.text()) {
      case "system", "developer" ->
          parts.messages().instruction(ChatParts.text(message.get("content")));
      case "user" -> parts.messages().user(contents(message.get("content")));
      case "assistant" -> answer(message, parts);
      case "tool" ->
          parts
              .messages()
              .output(
                  message.get("tool_call_id").text(),
                  message.get("name").textIfAny(),
                  ChatParts.text(message.get("content")),
                  /* isError= */ false);
      case "function" ->
          parts
              .messages()
              .output(
                  /* callId= */ null,
                  message.get("name").text(),
                  ChatParts.text(message.get("content")),
                  /* isError= */ false);
      default -> throw role.wrong("system, developer, user, assistant or tool");
    }
  }

  private static List<Content> contents(Field content) {
    List<Content> contents = new ArrayList<>();
    for (Content part : ChatParts.contents(content, ChatDialect.WORD)) {
      contents.add(part instanceof Content.Other other ? fileOr(other) : part);
    }
    return contents;
  }

  /** A file that comes along; one that the provider keeps is known to it alone. */
  private static Content fileOr(Content.Other part) {
    Json file = part.json().get("file");
    Attachments.Data data = Attachments.Data.of(file.get("file_data").textOrEmpty());
    return data == null
        ? part
        : new Content.File(file.get("filename").text(), data.mediaType(), data.base64());
  }

  private static void answer(Field message, RequestParts parts) {
    Field content = message.get("content");
    if (content.isText() && message.rest(Set.of("role", "content")).isEmpty()) {
      parts.messages().said(content.text());
      return;
    }
    message.get("tool_calls").itemsIfAny().forEach(Field::object);
    Map<String, Json> choice = new LinkedHashMap<>();
    choice.put("index", new Json.Num("0"));
    choice.put("message", message.json());
    choice.put("finish_reason", new Json.Text(message.has("tool_calls") ? "tool_calls" : "stop"));
    Json chunk =
        new Json.Fields(Map.of("choices", new Json.Items(List.of(new Json.Fields(choice)))));
    parts
        .messages()
        .answer(
            PastAnswer.of(
                message, writer -> new ChatDecoder(writer, ThinkTags.KEEP), List.of(chunk)));
  }

  /** Every provider has its own field for it; what no word of ours says stays as it is. */
  private static @Nullable Thinking thinking(RequestParts parts) {
    for (String name : List.of("reasoning_effort", "reasoning", "thinking", KWARGS)) {
      Field field = parts.take(name);
      Thinking thinking =
          switch (name) {
            case "reasoning_effort" -> effort(field);
            case "reasoning" -> reasoning(field);
            case "thinking" -> field.isAbsent() ? null : onOff(field.object());
            default -> template(field);
          };
      if (thinking != null) {
        return thinking;
      }
      parts.keep(field);
    }
    return null;
  }

  private static @Nullable Thinking effort(Field effort) {
    return effort.isAbsent() ? null : ThinkingScale.ofEffort(effort.text());
  }

  private static @Nullable Thinking reasoning(Field reasoning) {
    Integer tokens = reasoning.get("max_tokens").countIfAny();
    if (tokens != null) {
      return new Thinking.Budget(tokens);
    }
    boolean isOff = Boolean.FALSE.equals(reasoning.get("enabled").flagIfAny());
    return isOff ? new Thinking.Off() : effort(reasoning.get("effort"));
  }

  private static Thinking onOff(Field thinking) {
    return onOff(thinking.get("type").text().equals("disabled"));
  }

  private static Thinking onOff(boolean isOff) {
    return isOff ? new Thinking.Off() : new Thinking.Effort(Thinking.Level.MEDIUM);
  }

  private static @Nullable Thinking template(Field arguments) {
    Boolean isOn = arguments.get("enable_thinking").flagIfAny();
    return isOn == null ? null : onOff(!isOn);
  }

  private static @Nullable OutputFormat format(RequestParts parts) {
    Field format = parts.take("response_format");
    if (format.objectIfAny() == null) {
      return null;
    }
    return switch (format.get("type").text()) {
      case "json_object" -> new OutputFormat.AnyJson();
      case "json_schema" -> {
        Field schema = format.get("json_schema").object();
        yield new OutputFormat.JsonSchema(
            schema.get("name").text(), schema.get("schema").object().json());
      }
      default -> {
        parts.keep(format);
        yield null;
      }
    };
  }
}
