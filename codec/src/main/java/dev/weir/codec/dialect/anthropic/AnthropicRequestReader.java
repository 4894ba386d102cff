package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.read.UserPieces;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.request.BuiltInTool;
import dev.weir.codec.request.CacheMark;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Setting;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolChoice;
import dev.weir.event.Response;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads requests in Anthropic Messages. */
final class AnthropicRequestReader {
  private AnthropicRequestReader() {}

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(AnthropicDialect.WORD, json);
    Field system = parts.take("system");
    if (!system.isAbsent()) {
      List<Content> told = contents(system, parts);
      parts.messages().instruction(told, Message.Rank.SYSTEM, parts.shell(system));
    }
    parts.take("messages").items().forEach(message -> message(message.object(), parts));
    tools(parts);
    thinkingAndFormat(parts);
    parts.temperature(parts.take("temperature"));
    parts.topP(parts.take("top_p"));
    parts.topK(parts.take("top_k"));
    parts.stopTexts(parts.take("stop_sequences"));
    parts.maxOutputTokens(parts.take("max_tokens"));
    parts.userId(parts.take("metadata").get("user_id"));
    parts.serviceTier(parts.take("service_tier"));
    CacheMark cache = ChatParts.cache(parts.take("cache_control"));
    if (cache != null) {
      parts.request().cache(cache);
      parts.said(Setting.CACHE, parts.take("cache_control"));
    }
    return parts.done(endpoint);
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    switch (role.text()) {
      case "user" -> user(message, parts);
      case "assistant" -> answer(message, parts);
      // Claude Code sends these in the middle of a conversation.
      case "system" -> {
        List<Content> told = contents(message.get("content"), parts);
        parts.messages().instruction(told, Message.Rank.SYSTEM, parts.shell(message));
      }
      default -> throw role.wrong("user or assistant");
    }
  }

  /** What tools returned is in a user's message, beside what the user says. */
  private static void user(Field message, RequestParts parts) {
    Field content = message.get("content");
    var pieces = new UserPieces();
    if (content.isText()) {
      pieces.content(new Content.Text(content.text(), parts.note(content)));
    } else {
      for (Field block : content.items()) {
        if (block.object().get("type").is("tool_result")) {
          result(block, pieces, parts);
        } else {
          pieces.content(content(block, parts));
        }
      }
    }
    pieces.addTo(parts.messages(), parts.shell(message));
  }

  private static void result(Field block, UserPieces pieces, RequestParts parts) {
    String callId = block.get("tool_use_id").text();
    boolean isError = Boolean.TRUE.equals(block.get("is_error").flagIfAny());
    CacheMark cache = ChatParts.cache(block.get("cache_control"));
    List<Content> given = contents(block.get("content"), parts);
    pieces.output(callId, /* toolName= */ null, given, isError, parts.note(block, cache));
  }

  private static List<Content> contents(Field content, RequestParts parts) {
    List<Content> contents = new ArrayList<>();
    if (content.isText()) {
      contents.add(new Content.Text(content.text(), parts.note(content)));
    } else {
      content.itemsIfAny().forEach(block -> contents.add(content(block, parts)));
    }
    return contents;
  }

  private static Content content(Field block, RequestParts parts) {
    Field source = block.object().get("source");
    CacheMark cache = ChatParts.cache(block.get("cache_control"));
    Content.Kind kind;
    switch (block.get("type").text()) {
      case "text" -> {
        String text = block.get("text").text();
        return new Content.Text(text, parts.note(block, cache));
      }
      case "image" -> kind = Content.Kind.IMAGE;
      case "document" -> kind = Content.Kind.DOCUMENT;
      default -> {
        return ChatParts.other(parts, block, AnthropicDialect.WORD);
      }
    }
    Source where =
        switch (source.get("type").textOrEmpty()) {
          case "base64" ->
              new Source.Inline(source.get("media_type").text(), source.get("data").text());
          case "url" -> new Source.At(source.get("url").text(), /* mediaType= */ null);
          case "file" -> new Source.Stored(source.get("file_id").text());
          case "text" -> {
            source.get("media_type").json();
            yield new Source.Plain(source.get("data").text());
          }
          default -> null;
        };
    if (where == null) {
      return ChatParts.other(parts, block, AnthropicDialect.WORD);
    }
    String title = block.get("title").textIfAny();
    return new Content.Attachment(kind, where, title, null, parts.note(block, cache));
  }

  private static void answer(Field message, RequestParts parts) {
    Field content = message.get("content");
    if (content.isText()) {
      String said = content.text();
      parts.messages().said(said, parts.origin(message));
      return;
    }
    List<Field> blocks = content.items();
    blocks.forEach(Field::object);
    Json only = blocks.size() == 1 ? blocks.getFirst().peek() : Json.Null.NULL;
    if (only.get("type").textOrEmpty().equals("text") && !only.has("citations")) {
      blocks.getFirst().get("type").json();
      String said = blocks.getFirst().get("text").text();
      parts.messages().said(said, parts.origin(message));
      return;
    }
    Map<String, Json> whole = new LinkedHashMap<>();
    whole.put("type", new Json.Text("message"));
    whole.put("role", new Json.Text("assistant"));
    whole.put("content", content.peek());
    whole.put("stop_reason", new Json.Text("end_turn"));
    Response response =
        PastAnswer.of(message, AnthropicDecoder::new, List.of(new Json.Fields(whole)));
    for (Field block : blocks) {
      switch (block.get("type").textOrEmpty()) {
        case "text" -> block.understood("text");
        case "tool_use" -> block.understood("id", "name", "input");
        // The provider's own: thinking, tools that it runs, what they returned.
        default -> parts.lost(block);
      }
    }
    parts.messages().answer(response, parts.origin(message));
  }

  private static void tools(RequestParts parts) {
    Field tools = parts.take("tools");
    for (Field tool : tools.itemsIfAny()) {
      Field type = tool.object().get("type");
      if (type.isAbsent() || type.is("custom")) {
        CacheMark cache = ChatParts.cache(tool.get("cache_control"));
        parts.function(
            tool,
            tool.get("name"),
            tool.get("description"),
            tool.get("input_schema"),
            tool.get("strict"),
            cache);
      } else {
        builtIn(parts, tool, type.text());
      }
    }
    parts.tools(tools);
    Field choice = parts.take("tool_choice");
    if (choice.objectIfAny() != null) {
      Field name = choice.get("name");
      Field parallel = choice.get("disable_parallel_tool_use");
      ToolChoice wish =
          switch (choice.get("type").text()) {
            case "auto" -> ToolChoice.AUTO;
            case "any" -> ToolChoice.REQUIRED;
            case "none" -> ToolChoice.NONE;
            case "tool" -> ToolChoice.named(name.text());
            default -> null;
          };
      Boolean isOff = parallel.flagIfAny();
      if (isOff != null) {
        parts.request().parallelCalls(!isOff);
        parts.said(Setting.PARALLEL_CALLS, parallel);
      }
      parts.toolChoice(wish, choice.get("type"), name);
    }
  }

  private static void builtIn(RequestParts parts, Field tool, String type) {
    BuiltInTool.Work work =
        type.startsWith("web_search_")
            ? BuiltInTool.Work.SEARCH
            : type.startsWith("web_fetch_")
                ? BuiltInTool.Work.READ_PAGES
                : type.startsWith("code_execution_") ? BuiltInTool.Work.RUN_CODE : null;
    if (work == null) {
      parts.builtIn(tool);
      return;
    }
    tool.understood("name");
    parts.builtIn(
        tool,
        new BuiltInTool(
            work,
            tool.get("allowed_domains").textsIfAny(),
            tool.get("blocked_domains").textsIfAny(),
            tool.get("user_location").json()));
  }

  private static void thinkingAndFormat(RequestParts parts) {
    Field thinking = parts.takeObject("thinking");
    Field output = parts.takeObject("output_config");
    Thinking wish = thinking(thinking, output);
    if (wish != null) {
      Field type = thinking.get("type");
      Field more =
          wish instanceof Thinking.Budget ? thinking.get("budget_tokens") : output.get("effort");
      parts.thinking(wish, type, more);
    }
    Field display = thinking.get("display");
    if (display.isText()) {
      parts.showsThinking(!display.is("omitted"), display);
    }
    Field format = output.get("format");
    if (format.get("type").is("json_schema")) {
      Json schema = format.get("schema").object().json();
      parts.format(new OutputFormat.JsonSchema(OutputFormat.UNNAMED, schema), format);
    }
  }

  private static @Nullable Thinking thinking(Field thinking, Field output) {
    return switch (thinking.get("type").textOrEmpty()) {
      case "disabled" -> new Thinking.Off();
      case "enabled" -> {
        Integer tokens = thinking.get("budget_tokens").countIfAny();
        yield tokens == null ? null : new Thinking.Budget(tokens);
      }
      case "adaptive" -> {
        Field effort = output.get("effort");
        yield effort.isAbsent() ? new Thinking.On() : ThinkingScale.ofEffort(effort.text());
      }
      default -> null;
    };
  }
}
