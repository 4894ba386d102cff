package dev.weir.codec.dialect.responses;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Choices;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.BuiltInTool;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.Response;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests in OpenAI Responses. Items of the model that follow each other are one answer,
 * read as the output of a response.
 */
final class ResponsesRequestReader {
  private static final String LOGPROBS = "message.output_text.logprobs";

  private final RequestParts parts;
  private final List<Field> answer = new ArrayList<>();

  private ResponsesRequestReader(RequestParts parts) {
    this.parts = parts;
  }

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(ResponsesDialect.WORD, json);
    Field told = parts.take("instructions");
    if (told.isText()) {
      Content text = new Content.Text(told.text(), parts.note(told));
      parts.messages().instruction(List.of(text), Message.Rank.SYSTEM, parts.shell(told));
    }
    new ResponsesRequestReader(parts).input(parts.take("input"));
    tools(parts);
    thinking(parts);
    parts.temperature(parts.take("temperature"));
    parts.topP(parts.take("top_p"));
    parts.maxOutputTokens(parts.take("max_output_tokens"));
    format(parts);
    Field choice = parts.take("tool_choice");
    parts.toolChoice(Choices.of(choice, /* inType= */ false), choice);
    parts.parallelCalls(parts.take("parallel_tool_calls"));
    parts.logprobs(parts.nothing(), parts.take("top_logprobs"));
    parts.metadata(parts.take("metadata"));
    parts.userId(parts.take("user"));
    parts.serviceTier(parts.take("service_tier"));
    parts.cacheKey(parts.take("prompt_cache_key"));
    parts.store(parts.take("store"));
    parts.verbosity(parts.take("text").get("verbosity"));
    for (Field included : parts.take("include").itemsIfAny()) {
      // What we ask for anyway, and what only repeats something asked for elsewhere.
      if (included.is(ResponsesRequestWriter.ENCRYPTED) || included.is(LOGPROBS)) {
        included.json();
      }
    }
    return parts.done(endpoint);
  }

  private void input(Field input) {
    if (input.isText()) {
      Content text = new Content.Text(input.text(), parts.note(input));
      Json shell = Tree.of("role", "user").json();
      parts
          .messages()
          .user(
              List.of(text),
              new Origin(ResponsesDialect.WORD, input.path(), shell, /* elsewhere= */ List.of()));
      return;
    }
    input.itemsIfAny().forEach(item -> item(item.object()));
    flush();
  }

  private void item(Field item) {
    String type = item.get("type").textIfAny();
    if (type == null || type.equals("message")) {
      message(item);
    } else if (isOutput(type)) {
      flush();
      output(item);
    } else {
      answer.add(item);
    }
  }

  private void output(Field item) {
    String callId = item.get("call_id").text();
    List<Content> given = contents(item.get("output"));
    parts
        .messages()
        .output(callId, /* toolName= */ null, given, /* isError= */ false, parts.note(item));
  }

  /** Whether an item is a client's tool output; the provider's own are part of the answer. */
  private static boolean isOutput(String type) {
    return type.equals("function_call_output") || type.equals("custom_tool_call_output");
  }

  private void message(Field item) {
    Field role = item.get("role");
    switch (role.text()) {
      case "system" -> instruction(item, Message.Rank.SYSTEM);
      case "developer" -> instruction(item, Message.Rank.DEVELOPER);
      case "user" -> {
        flush();
        List<Content> said = contents(item.get("content"));
        parts.messages().user(said, parts.shell(item));
      }
      case "assistant" -> {
        boolean isPlain = answer.isEmpty() && !item.has("id") && !item.has("status");
        if (isPlain) {
          String said = ChatParts.text(item.get("content"));
          parts.messages().said(said, parts.origin(item));
        } else {
          answer.add(item);
        }
      }
      default -> throw role.wrong("system, developer, user or assistant");
    }
  }

  private void instruction(Field item, Message.Rank rank) {
    flush();
    List<Content> told = contents(item.get("content"));
    parts.messages().instruction(told, rank, parts.shell(item));
  }

  private List<Content> contents(Field content) {
    if (content.isText()) {
      return List.of(new Content.Text(content.text(), parts.note(content)));
    }
    List<Content> contents = new ArrayList<>();
    content.items().forEach(part -> contents.add(content(part.object())));
    return contents;
  }

  private Content content(Field part) {
    Content.Source source =
        switch (part.get("type").text()) {
          case "input_text", "text", "output_text" -> null;
          case "input_image" -> source(part, "image_url", "");
          case "input_file" -> source(part, "file_url", "file_data");
          default -> null;
        };
    if (source != null) {
      boolean isImage = part.get("type").is("input_image");
      String name = part.get("filename").textIfAny();
      String detail = part.get("detail").textIfAny();
      Content.Kind kind = isImage ? Content.Kind.IMAGE : Content.Kind.DOCUMENT;
      return new Content.Attachment(kind, source, name, detail, parts.note(part));
    }
    if (part.get("type").text().endsWith("text")) {
      String text = part.get("text").text();
      return new Content.Text(text, parts.note(part));
    }
    return ChatParts.other(parts, part, ResponsesDialect.WORD);
  }

  private static Content.@Nullable Source source(Field part, String url, String data) {
    String address = part.get(url).textIfAny();
    String inline = data.isEmpty() ? null : part.get(data).textIfAny();
    String id = part.get("file_id").textIfAny();
    if (id != null) {
      return new Content.Source.Stored(id);
    }
    String known = address == null ? inline : address;
    if (known == null) {
      return null;
    }
    return address == null ? Attachments.fileOf(known) : Attachments.sourceOf(known);
  }

  private void flush() {
    if (answer.isEmpty()) {
      return;
    }
    Map<String, Json> response = new LinkedHashMap<>();
    response.put("object", new Json.Text("response"));
    response.put("status", new Json.Text("completed"));
    response.put(
        "output", new Json.Items(answer.stream().map(ResponsesRequestReader::done).toList()));
    Response read =
        PastAnswer.of(
            answer.getFirst(),
            writer -> new ResponsesDecoder(writer, Limits.DEFAULT),
            List.of(new Json.Fields(response)));
    List<Json> items = new ArrayList<>();
    List<RequestLoss> elsewhere = new ArrayList<>();
    for (Field item : answer) {
      understood(item);
      Origin origin = parts.origin(item);
      items.add(origin.json());
      elsewhere.addAll(origin.elsewhere());
    }
    String path = answer.getFirst().path();
    parts
        .messages()
        .answer(read, new Origin(ResponsesDialect.WORD, path, new Json.Items(items), elsewhere));
    answer.clear();
  }

  /**
   * Marks what other dialects can carry of an answer; the names that the provider gave its items
   * mean nothing elsewhere, and what is left is the provider's own.
   */
  private void understood(Field item) {
    switch (item.get("type").textOrEmpty()) {
      case "", "message" -> {
        item.understood("type", "id", "status", "role");
        if (item.get("content").isText()) {
          item.understood("content");
        } else {
          for (Field part : item.get("content").itemsIfAny()) {
            part.understood("type", "text", "refusal");
          }
        }
      }
      case "function_call" ->
          item.understood("id", "status", "call_id", "name", "arguments", "namespace");
      case "custom_tool_call" ->
          item.understood("id", "status", "call_id", "name", "input", "namespace");
      default -> parts.lost(item);
    }
  }

  /** A message may come without its type, and its content may be just a text. */
  private static Json done(Field item) {
    Map<String, Json> fields = new LinkedHashMap<>(item.peek().fields());
    fields.putIfAbsent("type", new Json.Text("message"));
    fields.computeIfPresent(
        "content",
        (name, content) ->
            content instanceof Json.Text
                ? new Json.Items(
                    List.of(
                        new Json.Fields(
                            Map.of("type", new Json.Text("output_text"), "text", content))))
                : content);
    return new Json.Fields(fields);
  }

  private static void tools(RequestParts parts) {
    Field tools = parts.take("tools");
    tools.itemsIfAny().forEach(tool -> tool(parts, tool.object(), /* namespace= */ null));
    parts.tools(tools);
  }

  private static void tool(RequestParts parts, Field tool, ToolSpec.@Nullable Namespace namespace) {
    switch (tool.get("type").text()) {
      case "function" -> {
        ToolSpec spec =
            RequestParts.function(tool.get("name"), tool.get("description"), tool.get("parameters"))
                .withStrict(tool.get("strict").flagIfAny())
                .withNamespace(namespace);
        parts.request().tool(spec.withNote(parts.note(tool)));
      }
      case "custom" -> {
        tool.get("format").get("type").json();
        parts.custom(tool, tool, tool.get("format").json(), namespace);
      }
      case "namespace" -> {
        String name = tool.get("name").text();
        var group = new ToolSpec.Namespace(name, tool.peek().get("description").textOrEmpty());
        tool.get("tools").itemsIfAny().forEach(inner -> tool(parts, inner.object(), group));
      }
      case "web_search",
          "web_search_2025_08_26",
          "web_search_preview",
          "web_search_preview_2025_03_11" -> {
        Field filters = tool.get("filters");
        parts.builtIn(
            tool,
            new BuiltInTool(
                BuiltInTool.Work.SEARCH,
                filters.get("allowed_domains").textsIfAny(),
                filters.get("blocked_domains").textsIfAny(),
                tool.get("user_location").json()));
      }
      case "code_interpreter" -> {
        // Others have no container to choose.
        if (tool.get("container").get("type").is("auto")) {
          tool.get("container").get("type").json();
        }
        parts.builtIn(tool, new BuiltInTool(BuiltInTool.Work.RUN_CODE));
      }
      default -> parts.builtIn(tool);
    }
  }

  private static void thinking(RequestParts parts) {
    Field reasoning = parts.takeObject("reasoning");
    if (reasoning.objectIfAny() == null) {
      return;
    }
    Field effort = reasoning.get("effort");
    Thinking thinking = effort.isAbsent() ? null : ThinkingScale.ofEffort(effort.text());
    if (thinking != null) {
      parts.thinking(thinking, effort);
    }
    Field summary = reasoning.getAny("summary", "generate_summary");
    if (summary.isText()) {
      summary.json();
      parts.showsThinking(/* shown= */ true, summary);
    }
  }

  private static void format(RequestParts parts) {
    Field text = parts.takeObject("text");
    if (text.objectIfAny() == null) {
      return;
    }
    Field format = text.get("format");
    switch (format.get("type").textOrEmpty()) {
      case "json_object" -> parts.format(new OutputFormat.AnyJson(), format);
      case "json_schema" ->
          parts.format(
              new OutputFormat.JsonSchema(
                  format.get("name").text(),
                  format.get("schema").object().json(),
                  format.get("strict").flagIfAny(),
                  format.get("description").textIfAny()),
              format);
      // Plain text is the default, so asking for it says nothing.
      case "text" -> parts.format(null, format);
      default -> {}
    }
  }
}
