package dev.weir.codec.dialect.gemini;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.read.UserPieces;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.request.BuiltInTool;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolChoice;
import dev.weir.event.Response;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads requests in Gemini, whose fields may have two spellings, as protobuf's JSON allows. */
final class GeminiRequestReader {
  private GeminiRequestReader() {}

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(GeminiDialect.WORD, json);
    instruction(parts.takeAny("systemInstruction", "system_instruction"), parts);
    parts.take("contents").itemsOrOne().forEach(content -> content(content.object(), parts));
    tools(parts);
    Field config = parts.takeObject("generationConfig", "generation_config");
    if (config.objectIfAny() != null) {
      config(config, parts);
    }
    parts.metadata(parts.take("labels"));
    return parts.done(endpoint);
  }

  private static void instruction(Field told, RequestParts parts) {
    if (told.isAbsent()) {
      return;
    }
    List<Content> said = new ArrayList<>();
    if (told.isText()) {
      said.add(new Content.Text(told.text(), parts.note(told)));
    } else {
      told.object().get("role").json();
      told.get("parts").itemsOrOne().forEach(part -> said.add(part(part.object(), parts)));
    }
    parts.messages().instruction(said, Message.Rank.SYSTEM, parts.shell(told));
  }

  private static void content(Field content, RequestParts parts) {
    Field role = content.get("role");
    switch (role.isAbsent() ? "user" : role.text()) {
      case "user", "function", "tool" -> user(content, parts);
      case "model" -> answer(content, parts);
      default -> throw role.wrong("user or model");
    }
  }

  private static void user(Field content, RequestParts parts) {
    var pieces = new UserPieces();
    for (Field part : content.get("parts").itemsOrOne()) {
      Field response = part.object().getAny("functionResponse", "function_response");
      if (response.isAbsent()) {
        pieces.content(part(part, parts));
      } else {
        output(part, response.object(), pieces, parts);
      }
    }
    pieces.addTo(parts.messages(), parts.shell(content));
  }

  private static void output(Field part, Field response, UserPieces pieces, RequestParts parts) {
    Field given = response.get("response");
    Set<String> names = given.peek().fields().keySet();
    boolean isError = names.equals(Set.of("error"));
    Json only =
        isError || names.equals(Set.of("output"))
            ? given.json().get(isError ? "error" : "output")
            : given.json();
    List<Content> contents = new ArrayList<>();
    if (only.text() != null) {
      contents.add(new Content.Text(only.textOrEmpty()));
    } else if (!only.isNull()) {
      contents.add(new Content.Value(only, Note.NONE));
    }
    for (Field more : response.get("parts").itemsIfAny()) {
      contents.add(part(more.object(), parts));
    }
    String id = response.get("id").textIfAny();
    pieces.output(id, response.get("name").text(), contents, isError, parts.note(part));
  }

  private static Content part(Field part, RequestParts parts) {
    Field data = part.getAny("inlineData", "inline_data");
    Field file = part.getAny("fileData", "file_data");
    if (part.has("text") && !part.peek().get("thought").isTrue()) {
      String text = part.get("text").text();
      return new Content.Text(text, parts.note(part));
    }
    Field media = data.isAbsent() ? file : data;
    if (media.isAbsent()) {
      return ChatParts.other(parts, part, GeminiDialect.WORD);
    }
    String type = media.object().getAny("mimeType", "mime_type").textIfAny();
    Source source =
        data.isAbsent()
            ? at(file.getAny("fileUri", "file_uri").text(), type)
            : new Source.Inline(type == null ? "" : type, data.get("data").text());
    String name = media.getAny("displayName", "display_name").textIfAny();
    return new Content.Attachment(kind(type), source, name, null, parts.note(part));
  }

  /** What was uploaded to Google has an address that nobody else can use. */
  private static Source at(String address, @Nullable String type) {
    return address.startsWith("https://generativelanguage.googleapis.com/")
        ? new Source.Stored(address)
        : new Source.At(address, type);
  }

  private static Content.Kind kind(@Nullable String mediaType) {
    String type = mediaType == null ? "image" : mediaType.replaceFirst("/.*", "");
    return switch (type) {
      case "image" -> Content.Kind.IMAGE;
      case "audio" -> Content.Kind.AUDIO;
      case "video" -> Content.Kind.VIDEO;
      default -> Content.Kind.DOCUMENT;
    };
  }

  private static void answer(Field content, RequestParts parts) {
    Field inside = content.get("parts");
    List<Field> said = inside.isAbsent() ? List.of() : inside.itemsOrOne();
    said.forEach(Field::object);
    Json only = said.size() == 1 ? said.getFirst().peek() : Json.Null.NULL;
    if (only.fields().keySet().equals(Set.of("text"))) {
      String text = said.getFirst().get("text").text();
      parts.messages().said(text, parts.origin(content));
      return;
    }
    Map<String, Json> candidate = new LinkedHashMap<>();
    candidate.put("content", CamelCase.of(content.peek()));
    candidate.put("finishReason", new Json.Text("STOP"));
    Json chunk =
        new Json.Fields(Map.of("candidates", new Json.Items(List.of(new Json.Fields(candidate)))));
    Response response =
        PastAnswer.of(content, writer -> new GeminiDecoder(writer, Limits.DEFAULT), List.of(chunk));
    for (Field part : said) {
      if (part.has("text") && !part.peek().get("thought").isTrue()) {
        part.understood("text", "thought");
      } else if (part.has("functionCall") || part.has("function_call")) {
        part.getAny("functionCall", "function_call").understood("id", "name", "args");
        part.understood("thought");
      } else {
        parts.lost(part);
      }
    }
    parts.messages().answer(response, parts.origin(content));
  }

  private static void tools(RequestParts parts) {
    Field tools = parts.take("tools");
    for (Field tool : tools.isAbsent() ? List.<Field>of() : tools.itemsOrOne()) {
      Field functions = tool.object().getAny("functionDeclarations", "function_declarations");
      for (Field function : functions.itemsIfAny()) {
        parts.function(
            function.object(),
            function.get("name"),
            function.get("description"),
            parameters(function),
            parts.nothing(),
            /* cache= */ null);
      }
      if (functions.isAbsent()) {
        builtIn(parts, tool);
      }
    }
    parts.tools(tools);
    Field config =
        parts
            .takeAny("toolConfig", "tool_config")
            .getAny("functionCallingConfig", "function_calling_config");
    Field mode = config.get("mode");
    Field names = config.getAny("allowedFunctionNames", "allowed_function_names");
    ToolChoice.Mode wish =
        switch (mode.textOrEmpty().toUpperCase(Locale.ROOT)) {
          case "AUTO" -> ToolChoice.Mode.AUTO;
          case "ANY" -> ToolChoice.Mode.REQUIRED;
          case "NONE" -> ToolChoice.Mode.NONE;
          default -> null;
        };
    if (wish != null) {
      parts.toolChoice(new ToolChoice(wish, names.textsIfAny()), mode, names);
    }
  }

  private static void builtIn(RequestParts parts, Field tool) {
    Set<String> names = tool.peek().fields().keySet();
    BuiltInTool.Work work =
        switch (names.size() == 1 ? names.iterator().next() : "") {
          case "googleSearch", "google_search" -> BuiltInTool.Work.SEARCH;
          case "urlContext", "url_context" -> BuiltInTool.Work.READ_PAGES;
          case "codeExecution", "code_execution" -> BuiltInTool.Work.RUN_CODE;
          default -> null;
        };
    if (work == null) {
      parts.builtIn(tool);
    } else {
      Field settings = tool.get(names.iterator().next());
      Field excluded = settings.getAny("excludeDomains", "exclude_domains");
      parts.builtIn(tool, new BuiltInTool(work, List.of(), excluded.textsIfAny(), Json.Null.NULL));
    }
  }

  /** What is not written as a JSON schema has its types in capitals. */
  private static Field parameters(Field function) {
    Field schema = function.getAny("parametersJsonSchema", "parameters_json_schema");
    Field own = function.get("parameters");
    return schema.isAbsent() && !own.isAbsent() ? own.as(SchemaWords.plain(own.peek())) : schema;
  }

  private static void config(Field config, RequestParts parts) {
    parts.temperature(config.get("temperature"));
    parts.topP(config.getAny("topP", "top_p"));
    parts.topK(config.getAny("topK", "top_k"));
    parts.penalties(
        config.getAny("frequencyPenalty", "frequency_penalty"),
        config.getAny("presencePenalty", "presence_penalty"));
    parts.seed(config.get("seed"));
    parts.stopTexts(config.getAny("stopSequences", "stop_sequences"));
    parts.maxOutputTokens(config.getAny("maxOutputTokens", "max_output_tokens"));
    Field modalities = config.getAny("responseModalities", "response_modalities");
    if (modalities.peek().items().equals(List.of(new Json.Text("TEXT")))) {
      modalities.json();
    }
    parts.alternatives(config.getAny("candidateCount", "candidate_count"));
    parts.logprobs(config.getAny("responseLogprobs", "response_logprobs"), config.get("logprobs"));
    Field thinking = config.getAny("thinkingConfig", "thinking_config");
    Field shown = thinking.getAny("includeThoughts", "include_thoughts");
    parts.showsThinking(shown.flagIfAny(), shown);
    Thinking wish = thinking(thinking);
    if (wish != null) {
      parts.thinking(
          wish,
          thinking.getAny("thinkingBudget", "thinking_budget"),
          thinking.getAny("thinkingLevel", "thinking_level"));
    }
    format(config, parts);
  }

  private static @Nullable Thinking thinking(Field thinking) {
    Long budget = thinking.getAny("thinkingBudget", "thinking_budget").wholeIfAny();
    if (budget != null) {
      // Below zero the model decides.
      return budget == 0
          ? new Thinking.Off()
          : budget < 0 ? new Thinking.On() : new Thinking.Budget(Math.toIntExact(budget));
    }
    String level = thinking.getAny("thinkingLevel", "thinking_level").textOrEmpty();
    return ThinkingScale.ofEffort(level.toLowerCase(Locale.ROOT));
  }

  private static void format(Field config, RequestParts parts) {
    Field type = config.getAny("responseMimeType", "response_mime_type");
    Field schema =
        config.getAny(
            "responseJsonSchema", "response_json_schema", "responseSchema", "response_schema");
    if (type.is("application/json")) {
      parts.format(
          schema.objectIfAny() == null
              ? new OutputFormat.AnyJson()
              : new OutputFormat.JsonSchema(OutputFormat.UNNAMED, SchemaWords.plain(schema.json())),
          type,
          schema);
    }
  }
}
