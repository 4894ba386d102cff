package dev.weir.codec.dialect.responses;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Endpoint;
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

/**
 * Reads requests in OpenAI Responses. Items of the model that follow each other are one answer,
 * read as the output of a response.
 */
final class ResponsesRequestReader {
  private final RequestParts parts;
  private final List<Field> answer = new ArrayList<>();

  private ResponsesRequestReader(RequestParts parts) {
    this.parts = parts;
  }

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(ResponsesDialect.WORD, json);
    String told = parts.take("instructions").textIfAny();
    if (told != null) {
      parts.messages().instruction(told);
    }
    new ResponsesRequestReader(parts).input(parts.take("input"));
    tools(parts);
    parts.thinking(thinking(parts));
    parts.sampling(
        parts.take("temperature"), parts.take("top_p"), parts.take("seed"), parts.take("stop"));
    parts.maxOutputTokens(parts.take("max_output_tokens"));
    parts.format(format(parts));
    whatWeWriteAnyway(parts);
    return parts.done(endpoint);
  }

  /** Nothing is stored and reasoning comes encrypted, unless it is asked for otherwise. */
  private static void whatWeWriteAnyway(RequestParts parts) {
    Field store = parts.take("store");
    if (store.json().isTrue()) {
      parts.keep(store);
    }
    Field include = parts.take("include");
    if (!include.textsIfAny().equals(List.of(ResponsesRequestWriter.ENCRYPTED))) {
      parts.keep(include);
    }
  }

  private void input(Field input) {
    if (input.isText()) {
      parts.messages().user(List.of(new Content.Text(input.text())));
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
      parts
          .messages()
          .output(
              item.get("call_id").text(),
              /* toolName= */ null,
              ChatParts.text(item.get("output")),
              /* isError= */ false);
    } else {
      answer.add(item);
    }
  }

  /** What a client's tools gave; what the provider's own gave is part of the answer. */
  private static boolean isOutput(String type) {
    return type.equals("function_call_output") || type.equals("custom_tool_call_output");
  }

  private void message(Field item) {
    Field role = item.get("role");
    Field content = item.get("content");
    switch (role.text()) {
      case "system", "developer" -> {
        flush();
        parts.messages().instruction(ChatParts.text(content));
      }
      case "user" -> {
        flush();
        parts.messages().user(contents(content));
      }
      case "assistant" -> {
        boolean isPlain = answer.isEmpty() && !item.has("id") && !item.has("status");
        if (isPlain) {
          parts.messages().said(ChatParts.text(content));
        } else {
          answer.add(item);
        }
      }
      default -> throw role.wrong("system, developer, user or assistant");
    }
  }

  private static List<Content> contents(Field content) {
    if (content.isText()) {
      return List.of(new Content.Text(content.text()));
    }
    List<Content> contents = new ArrayList<>();
    for (Field part : content.items()) {
      contents.add(
          switch (part.object().get("type").text()) {
            case "input_text", "text", "output_text" -> new Content.Text(part.get("text").text());
            case "input_image" ->
                part.has("image_url")
                    ? Attachments.imageOf(part.get("image_url").text())
                    : new Content.Other(ResponsesDialect.WORD, part.json());
            case "input_file" -> file(part);
            default -> new Content.Other(ResponsesDialect.WORD, part.json());
          });
    }
    return contents;
  }

  private static Content file(Field part) {
    String url = part.get("file_url").textIfAny();
    Attachments.Data data = Attachments.Data.of(part.get("file_data").textOrEmpty());
    if (url != null) {
      return new Content.FileAt(url);
    }
    return data == null
        ? new Content.Other(ResponsesDialect.WORD, part.json())
        : new Content.File(part.get("filename").textIfAny(), data.mediaType(), data.base64());
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
    parts
        .messages()
        .answer(
            PastAnswer.of(
                answer.getFirst(),
                writer -> new ResponsesDecoder(writer, Limits.DEFAULT),
                List.of(new Json.Fields(response))));
    answer.clear();
  }

  /** A message may come without its type, and its content as a mere text. */
  private static Json done(Field item) {
    Map<String, Json> fields = new LinkedHashMap<>(item.json().fields());
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
    boolean onlyFunctions = true;
    for (Field tool : tools.itemsIfAny()) {
      if (tool.object().get("type").text().equals("function")) {
        parts.tool(tool.get("name"), tool.get("description"), tool.get("parameters"));
      } else {
        onlyFunctions = false;
      }
    }
    if (!onlyFunctions) {
      parts.keep(tools);
    }
  }

  private static @Nullable Thinking thinking(RequestParts parts) {
    Field reasoning = parts.take("reasoning");
    if (reasoning.objectIfAny() == null) {
      return null;
    }
    String effort = reasoning.get("effort").textIfAny();
    Thinking thinking = effort == null ? null : ThinkingScale.ofEffort(effort);
    boolean isAll =
        thinking != null
            && reasoning.rest(Set.of("effort", "summary")).isEmpty()
            && reasoning.get("summary").json().textOrEmpty().matches("auto|");
    if (!isAll) {
      parts.keep(reasoning);
    }
    return thinking;
  }

  private static @Nullable OutputFormat format(RequestParts parts) {
    Field text = parts.take("text");
    if (text.objectIfAny() == null) {
      return null;
    }
    parts.keepRest(text, Set.of("format"));
    Field format = text.get("format");
    return switch (format.get("type").textOrEmpty()) {
      case "json_object" -> new OutputFormat.AnyJson();
      case "json_schema" ->
          new OutputFormat.JsonSchema(
              format.get("name").text(), format.get("schema").object().json());
      // Plain text is what comes unless another form is asked for.
      default -> null;
    };
  }
}
