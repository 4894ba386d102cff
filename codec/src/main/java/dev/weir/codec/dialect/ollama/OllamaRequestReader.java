package dev.weir.codec.dialect.ollama;

import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
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

/** Reads requests to Ollama's chat. */
final class OllamaRequestReader {
  private OllamaRequestReader() {}

  static ReadRequest read(Json json, Endpoint endpoint) {
    var parts = new RequestParts(OllamaDialect.WORD, json);
    parts.take("messages").items().forEach(message -> message(message.object(), parts));
    ChatParts.tools(parts);
    thinking(parts);
    format(parts);
    Field options = parts.take("options");
    parts.temperature(options.get("temperature"));
    parts.topP(options.get("top_p"));
    parts.topK(options.get("top_k"));
    parts.penalties(options.get("frequency_penalty"), options.get("presence_penalty"));
    parts.seed(options.get("seed"));
    parts.stopTexts(options.get("stop"));
    Long most = options.get("num_predict").wholeIfAny();
    // Below zero it means without end, or as long as the context is.
    if (most == null || most >= 0) {
      parts.maxOutputTokens(options.get("num_predict"));
    }
    return parts.done(endpoint);
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    String text = message.get("content").textOrEmpty();
    switch (role.text()) {
      case "system" -> parts.messages().instruction(text);
      case "user" -> parts.messages().user(contents(text, message.get("images")));
      case "assistant" -> answer(message, text, parts);
      case "tool" ->
          parts
              .messages()
              .output(
                  message.get("tool_call_id").textIfAny(),
                  message.getAny("tool_name", "name").textIfAny(),
                  text,
                  /* isError= */ false);
      default -> throw role.wrong("system, user, assistant or tool");
    }
  }

  private static List<Content> contents(String text, Field images) {
    List<Content> contents = new ArrayList<>();
    if (!text.isEmpty() || images.itemsIfAny().isEmpty()) {
      contents.add(new Content.Text(text));
    }
    for (Field image : images.itemsIfAny()) {
      contents.add(Content.image(mediaType(image.text()), image.text()));
    }
    return contents;
  }

  /** Nothing says what a picture is but its first bytes. */
  private static String mediaType(String base64) {
    if (base64.startsWith("/9j/")) {
      return "image/jpeg";
    }
    if (base64.startsWith("R0lG")) {
      return "image/gif";
    }
    return base64.startsWith("UklG") ? "image/webp" : "image/png";
  }

  private static void answer(Field message, String text, RequestParts parts) {
    if (message.rest(Set.of("role", "content")).isEmpty()) {
      parts.messages().said(text);
      return;
    }
    message.get("tool_calls").itemsIfAny().forEach(Field::object);
    Map<String, Json> line = new LinkedHashMap<>();
    line.put("message", message.json());
    line.put("done", new Json.Bool(true));
    line.put("done_reason", new Json.Text("stop"));
    parts
        .messages()
        .answer(PastAnswer.of(message, OllamaDecoder::new, List.of(new Json.Fields(line))));
  }

  private static void thinking(RequestParts parts) {
    Field think = parts.take("think");
    if (think.isText()) {
      Thinking thinking = ThinkingScale.ofEffort(think.text());
      if (thinking != null) {
        parts.thinking(thinking, think);
      }
    } else if (!think.isAbsent()) {
      boolean isOn = Boolean.TRUE.equals(think.flagIfAny());
      parts.thinking(isOn ? new Thinking.On() : new Thinking.Off(), think);
    }
  }

  private static void format(RequestParts parts) {
    Field format = parts.take("format");
    if (format.isText()) {
      parts.format(format.text().isEmpty() ? null : new OutputFormat.AnyJson(), format);
    } else if (format.objectIfAny() != null) {
      parts.format(new OutputFormat.JsonSchema(OutputFormat.UNNAMED, format.json()), format);
    }
  }
}
