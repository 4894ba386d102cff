package dev.weir.codec.dialect.chat;

import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Choices;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.MessageList;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Thinking;
import dev.weir.event.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads requests in OpenAI Chat, as OpenAI and the many other providers of it take them. */
final class ChatRequestReader {
  private static final String KWARGS = "chat_template_kwargs";

  private ChatRequestReader() {}

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(ChatDialect.WORD, json);
    parts.take("messages").items().forEach(message -> message(message.object(), parts));
    ChatParts.tools(parts);
    thinking(parts);
    parts.temperature(parts.take("temperature"));
    parts.topP(parts.take("top_p"));
    parts.topK(parts.take("top_k"));
    parts.penalties(parts.take("frequency_penalty"), parts.take("presence_penalty"));
    parts.seed(parts.take("seed"));
    parts.stopTexts(parts.take("stop"));
    parts.maxOutputTokens(parts.takeAny("max_completion_tokens", "max_tokens"));
    format(parts);
    Field choice = parts.take("tool_choice");
    parts.toolChoice(Choices.of(choice, /* inType= */ true), choice);
    parts.parallelCalls(parts.take("parallel_tool_calls"));
    parts.alternatives(parts.take("n"));
    parts.logprobs(parts.take("logprobs"), parts.take("top_logprobs"));
    parts.metadata(parts.take("metadata"));
    parts.userId(parts.take("user"));
    parts.serviceTier(parts.take("service_tier"));
    parts.cacheKey(parts.take("prompt_cache_key"));
    parts.store(parts.take("store"));
    parts.verbosity(parts.take("verbosity"));
    Field modalities = parts.take("modalities");
    if (modalities.peek().items().equals(List.of(new Json.Text("text")))) {
      modalities.json();
    }
    // We always ask a stream for its usage.
    parts.streamOption(parts.take("stream_options").get("include_usage"));
    return parts.done(endpoint);
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    MessageList messages = parts.messages();
    switch (role.text()) {
      case "system" -> instruction(message, Message.Rank.SYSTEM, parts);
      case "developer" -> instruction(message, Message.Rank.DEVELOPER, parts);
      case "user" -> {
        List<Content> said = contents(message, parts);
        messages.user(said, parts.shell(message));
      }
      case "assistant" -> answer(message, parts);
      case "tool" -> output(message, message.get("tool_call_id").text(), parts);
      case "function" -> output(message, /* callId= */ null, parts);
      default -> throw role.wrong("system, developer, user, assistant or tool");
    }
  }

  private static List<Content> contents(Field message, RequestParts parts) {
    return ChatParts.contents(parts, message.get("content"), ChatDialect.WORD);
  }

  private static void instruction(Field message, Message.Rank rank, RequestParts parts) {
    List<Content> told = contents(message, parts);
    parts.messages().instruction(told, rank, parts.shell(message));
  }

  private static void output(Field message, @Nullable String callId, RequestParts parts) {
    List<Content> given = contents(message, parts);
    String name = message.get("name").textIfAny();
    parts.messages().output(callId, name, given, /* isError= */ false, parts.note(message));
  }

  private static void answer(Field message, RequestParts parts) {
    Field content = message.get("content");
    if (content.isText() && message.rest(Set.of("role", "content")).isEmpty()) {
      String said = content.text();
      parts.messages().said(said, parts.origin(message));
      return;
    }
    message.get("tool_calls").itemsIfAny().forEach(Field::object);
    Map<String, Json> choice = new LinkedHashMap<>();
    choice.put("index", new Json.Num("0"));
    choice.put("message", message.peek());
    choice.put("finish_reason", new Json.Text(message.has("tool_calls") ? "tool_calls" : "stop"));
    Json chunk =
        new Json.Fields(Map.of("choices", new Json.Items(List.of(new Json.Fields(choice)))));
    Response response =
        PastAnswer.of(message, writer -> new ChatDecoder(writer, ThinkTags.KEEP), List.of(chunk));
    understood(message.understood("role", "refusal"));
    parts.messages().answer(response, parts.origin(message));
  }

  /** Marks what other dialects can carry of an answer; what is left is the provider's own. */
  private static void understood(Field message) {
    Field content = message.get("content");
    if (content.isText()) {
      message.understood("content");
    } else if (content.peek().isArray()) {
      for (Field part : content.items()) {
        if (part.get("type").is("text")) {
          part.understood("text");
        }
      }
    }
    for (Field call : message.get("tool_calls").itemsIfAny()) {
      call.understood("id", "type", "index");
      call.get("function").understood("name", "arguments");
      call.get("custom").understood("name", "input");
    }
  }

  /** Every provider has its own field for it; what we have no word for stays as it is. */
  private static void thinking(RequestParts parts) {
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
        parts.thinking(thinking, field);
        return;
      }
    }
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
    return isOff ? new Thinking.Off() : new Thinking.On();
  }

  private static @Nullable Thinking template(Field arguments) {
    Boolean isOn = arguments.get("enable_thinking").flagIfAny();
    return isOn == null ? null : onOff(!isOn);
  }

  private static void format(RequestParts parts) {
    Field format = parts.takeObject("response_format");
    if (format.objectIfAny() == null) {
      return;
    }
    switch (format.get("type").text()) {
      case "text" -> parts.format(null, format);
      case "json_object" -> parts.format(new OutputFormat.AnyJson(), format);
      case "json_schema" -> parts.format(schema(format.get("json_schema").object()), format);
      default -> {
        // Some providers have forms of their own.
      }
    }
  }

  private static OutputFormat schema(Field schema) {
    return new OutputFormat.JsonSchema(
        schema.get("name").text(),
        schema.get("schema").object().json(),
        schema.get("strict").flagIfAny(),
        schema.get("description").textIfAny());
  }
}
