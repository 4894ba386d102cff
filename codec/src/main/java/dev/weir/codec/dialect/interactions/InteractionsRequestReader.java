package dev.weir.codec.dialect.interactions;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.read.UserPieces;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.ToolChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads requests to Gemini Interactions. What was said comes as one text, as contents of the user,
 * as turns with a role, or as steps; old and new clients send all of these.
 */
final class InteractionsRequestReader {
  private final RequestParts parts;

  /** Steps of the model that follow each other, which are one answer. */
  private final List<Json> answer = new ArrayList<>();

  private InteractionsRequestReader(Json json) {
    this.parts = new RequestParts(InteractionsDialect.WORD, json);
  }

  static ReadRequest read(Json json, Endpoint endpoint) {
    return new InteractionsRequestReader(json).read(endpoint);
  }

  private ReadRequest read(Endpoint endpoint) {
    Field told = parts.take("system_instruction");
    if (told.isText()) {
      List<Content> said = List.of(new Content.Text(told.text(), parts.note(told)));
      parts.messages().instruction(said, Message.Rank.SYSTEM, parts.shell(told));
    }
    input(parts.take("input"));
    tools();
    Field config = parts.take("generation_config");
    if (config.objectIfAny() != null) {
      config(config);
    }
    format(parts.take("response_format"));
    parts.store(parts.take("store"));
    parts.serviceTier(parts.take("service_tier"));
    return parts.done(endpoint);
  }

  private void input(Field input) {
    if (input.isText()) {
      List<Content> said = List.of(new Content.Text(input.text(), parts.note(input)));
      parts.messages().user(said, parts.shell(input));
      return;
    }
    List<Field> items = input.itemsOrOne();
    boolean isOneMessage =
        items.stream().noneMatch(item -> item.object().has("role") || isStep(item.get("type")));
    if (isOneMessage) {
      var pieces = new UserPieces();
      items.forEach(item -> piece(item, pieces));
      pieces.addTo(parts.messages(), parts.shell(input));
      return;
    }
    items.forEach(this::step);
    answered();
  }

  private static boolean isStep(Field type) {
    String word = type.textOrEmpty();
    return word.equals("user_input")
        || word.equals("model_output")
        || word.equals("thought")
        || word.endsWith("_call");
  }

  private void step(Field step) {
    Field role = step.get("role");
    String type = step.get("type").textOrEmpty();
    boolean isUser =
        role.isAbsent()
            ? type.equals("user_input") || type.endsWith("_result") || type.equals("text")
            : role.is("user");
    if (isUser) {
      answered();
      user(step);
    } else if (role.isAbsent() || role.is("model")) {
      model(step);
    } else {
      throw role.wrong("user or model");
    }
  }

  private void user(Field step) {
    var pieces = new UserPieces();
    Field content = step.get("content");
    if (content.isText()) {
      pieces.content(new Content.Text(content.text(), parts.note(content)));
    } else if (content.isAbsent()) {
      piece(step, pieces);
    } else {
      content.itemsOrOne().forEach(item -> piece(item.object(), pieces));
    }
    pieces.addTo(parts.messages(), parts.shell(step));
  }

  private void piece(Field item, UserPieces pieces) {
    Field type = item.get("type");
    if (!type.is("function_result") && !type.is("function_response")) {
      pieces.content(content(item));
      return;
    }
    Field given = item.getAny("result", "response");
    List<Content> contents =
        given.isText()
            ? List.of(new Content.Text(given.text()))
            : List.of(new Content.Value(given.json(), Note.NONE));
    boolean isError = Boolean.TRUE.equals(item.get("is_error").flagIfAny());
    String id = item.getAny("call_id", "id").textIfAny();
    String name = item.get("name").textIfAny();
    pieces.output(id, name, contents, isError, parts.note(item));
  }

  private Content content(Field item) {
    String type = item.get("type").text();
    Content.Kind kind =
        switch (type) {
          case "image" -> Content.Kind.IMAGE;
          case "audio" -> Content.Kind.AUDIO;
          case "video" -> Content.Kind.VIDEO;
          case "document" -> Content.Kind.DOCUMENT;
          default -> null;
        };
    if (kind == null) {
      return type.equals("text") && item.get("text").isText()
          ? new Content.Text(item.get("text").text(), parts.note(item))
          : ChatParts.other(parts, item, InteractionsDialect.WORD);
    }
    String media = item.get("mime_type").textIfAny();
    Field data = item.get("data");
    Source source =
        data.isAbsent()
            ? new Source.At(item.get("uri").text(), media)
            : new Source.Inline(media == null ? "" : media, data.text());
    return new Content.Attachment(kind, source, null, null, parts.note(item));
  }

  /** A turn of the model is the steps that it would have been. */
  private void model(Field step) {
    if (step.get("role").isAbsent()) {
      understood(step);
      answer.add(step.peek());
      return;
    }
    step.understood("role");
    Field content = step.get("content");
    if (content.isText()) {
      answer.add(output(Tree.of("type", "text").put("text", content.text()).json()));
      step.understood("content");
      return;
    }
    for (Field part : content.itemsOrOne()) {
      understood(part);
      boolean isCall = part.get("type").textOrEmpty().endsWith("_call");
      answer.add(isCall ? call(part) : output(part.peek()));
    }
  }

  private static Json output(Json content) {
    return Tree.of("type", "model_output").add("content", content).json();
  }

  /** Older clients have another name for the arguments of a call. */
  private static Json call(Field part) {
    Json json = part.peek();
    return json.has("args")
        ? Tree.merged(
            json, Tree.of("type", "function_call").put("arguments", json.get("args")).json())
        : json;
  }

  private void understood(Field step) {
    switch (step.get("type").textOrEmpty()) {
      case "text" -> step.understood("type", "text");
      case "model_output" -> step.understood("type", "content");
      case "function_call" -> step.understood("type", "id", "name", "arguments", "args");
      default -> parts.lost(step);
    }
  }

  private void answered() {
    if (answer.isEmpty()) {
      return;
    }
    var interaction =
        Tree.of("status", "completed").put("steps", new Json.Items(List.copyOf(answer)));
    Json chunk =
        Tree.of("event_type", "interaction.completed").put("interaction", interaction).json();
    parts
        .messages()
        .answer(
            PastAnswer.of(
                parts.take("input"),
                writer -> new InteractionsDecoder(writer, Limits.DEFAULT),
                List.of(chunk)));
    answer.clear();
  }

  private void tools() {
    Field tools = parts.take("tools");
    for (Field tool : tools.itemsIfAny()) {
      Field within = tool.object().get("function");
      Field several = tool.get("function_declarations");
      if (tool.get("type").is("function")) {
        tool.understood("type");
      }
      if (!several.isAbsent()) {
        several.itemsOrOne().forEach(this::function);
      } else if (!within.isAbsent()) {
        function(within);
      } else if (tool.has("name")) {
        function(tool);
      } else {
        parts.builtIn(tool);
      }
    }
    parts.tools(tools);
  }

  private void function(Field function) {
    parts.function(
        function.object(),
        function.get("name"),
        function.get("description"),
        function.get("parameters"),
        parts.nothing(),
        /* cache= */ null);
  }

  private void config(Field config) {
    parts.temperature(config.get("temperature"));
    parts.topP(config.get("top_p"));
    parts.seed(config.get("seed"));
    parts.stopTexts(config.get("stop_sequences"));
    parts.maxOutputTokens(config.get("max_output_tokens"));
    Field level = config.get("thinking_level");
    if (!level.isAbsent()) {
      parts.thinking(ThinkingScale.ofEffort(level.text().toLowerCase(Locale.ROOT)), level);
    }
    Field shown = config.get("thinking_summaries");
    if (!shown.isAbsent()) {
      parts.showsThinking(!shown.text().equals("none"), shown);
    }
    choice(config.get("tool_choice"));
  }

  private void choice(Field choice) {
    Field allowed = choice.get("allowed_tools");
    Field mode = choice.isText() ? choice : allowed.get("mode");
    ToolChoice.Mode wish =
        switch (mode.textOrEmpty().toLowerCase(Locale.ROOT)) {
          case "auto" -> ToolChoice.Mode.AUTO;
          case "any" -> ToolChoice.Mode.REQUIRED;
          case "none" -> ToolChoice.Mode.NONE;
          default -> null;
        };
    if (wish != null) {
      parts.toolChoice(new ToolChoice(wish, allowed.get("tools").textsIfAny()), choice);
    }
  }

  private void format(Field format) {
    Field schema = format.get("schema");
    boolean isJson = format.get("mime_type").is("application/json") || !schema.isAbsent();
    if (format.objectIfAny() == null || !isJson) {
      return;
    }
    parts.format(
        schema.objectIfAny() == null
            ? new OutputFormat.AnyJson()
            : new OutputFormat.JsonSchema(OutputFormat.UNNAMED, schema.json()),
        format);
  }
}
