package dev.weir.codec.dialect.ollama;

import dev.weir.codec.dialect.Endpoint;
import dev.weir.codec.json.Json;
import dev.weir.codec.read.ChatParts;
import dev.weir.codec.read.Choices;
import dev.weir.codec.read.Field;
import dev.weir.codec.read.MessageList;
import dev.weir.codec.read.PastAnswer;
import dev.weir.codec.read.RequestParts;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Thinking;
import dev.weir.event.Response;
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
    if (parts.take("messages").isAbsent() && parts.take("prompt").isText()) {
      generate(parts);
    } else {
      parts.take("messages").items().forEach(message -> message(message.object(), parts));
    }
    ChatParts.tools(parts);
    // Not Ollama's, which ignores it; clients made from those of Chat send it all the same.
    Field choice = parts.take("tool_choice");
    parts.toolChoice(Choices.of(choice, /* inType= */ true), choice);
    thinking(parts);
    format(parts);
    parts.logprobs(parts.take("logprobs"), parts.take("top_logprobs"));
    Field options = parts.takeObject("options");
    parts.temperature(options.get("temperature"));
    parts.topP(options.get("top_p"));
    parts.topK(options.get("top_k"));
    parts.penalties(options.get("frequency_penalty"), options.get("presence_penalty"));
    parts.seed(options.get("seed"));
    parts.stopTexts(options.get("stop"));
    Long most = options.get("num_predict").wholeIfAny();
    // Below zero it means without a limit, or as long as the context.
    if (most == null || most >= 0) {
      parts.maxOutputTokens(options.get("num_predict"));
    }
    return parts.done(endpoint);
  }

  /** The older endpoint takes one text. */
  private static void generate(RequestParts parts) {
    Field system = parts.take("system");
    if (system.isText() && !system.peek().textOrEmpty().isEmpty()) {
      List<Content> told = List.of(new Content.Text(system.text(), parts.note(system)));
      parts.messages().instruction(told, Message.Rank.SYSTEM, parts.shell(system));
    }
    Field prompt = parts.take("prompt");
    List<Content> said = new ArrayList<>();
    said.add(new Content.Text(prompt.text(), parts.note(prompt)));
    images(parts.take("images"), said, parts);
    parts.messages().user(said, parts.shell(prompt));
  }

  private static void message(Field message, RequestParts parts) {
    Field role = message.get("role");
    MessageList messages = parts.messages();
    switch (role.text()) {
      case "system" -> {
        List<Content> told = contents(message, parts);
        messages.instruction(told, Message.Rank.SYSTEM, parts.shell(message));
      }
      case "user" -> {
        List<Content> said = contents(message, parts);
        messages.user(said, parts.shell(message));
      }
      case "assistant" -> answer(message, parts);
      case "tool" -> {
        String callId = message.get("tool_call_id").textIfAny();
        String name = message.getAny("tool_name", "name").textIfAny();
        List<Content> given = contents(message, parts);
        messages.output(callId, name, given, /* isError= */ false, parts.note(message));
      }
      default -> throw role.wrong("system, user, assistant or tool");
    }
  }

  private static List<Content> contents(Field message, RequestParts parts) {
    List<Content> contents = new ArrayList<>();
    Field content = message.get("content");
    Field images = message.get("images");
    String text = content.textOrEmpty();
    if (!text.isEmpty() || images.itemsIfAny().isEmpty()) {
      contents.add(new Content.Text(text, content.isAbsent() ? Note.NONE : parts.note(content)));
    }
    images(images, contents, parts);
    return contents;
  }

  private static void images(Field images, List<Content> contents, RequestParts parts) {
    for (Field image : images.itemsIfAny()) {
      Source source = new Source.Inline(mediaType(image.text()), image.text());
      contents.add(
          new Content.Attachment(Content.Kind.IMAGE, source, null, null, parts.note(image)));
    }
  }

  /** Only its first bytes say what kind of picture it is. */
  private static String mediaType(String base64) {
    if (base64.startsWith("/9j/")) {
      return "image/jpeg";
    }
    if (base64.startsWith("R0lG")) {
      return "image/gif";
    }
    return base64.startsWith("UklG") ? "image/webp" : "image/png";
  }

  private static void answer(Field message, RequestParts parts) {
    if (message.rest(Set.of("role", "content")).isEmpty()) {
      String said = message.get("content").textOrEmpty();
      parts.messages().said(said, parts.origin(message));
      return;
    }
    message.get("tool_calls").itemsIfAny().forEach(Field::object);
    Map<String, Json> line = new LinkedHashMap<>();
    line.put("message", message.peek());
    line.put("done", new Json.Bool(true));
    line.put("done_reason", new Json.Text("stop"));
    Response response = PastAnswer.of(message, OllamaDecoder::new, List.of(new Json.Fields(line)));
    message.understood("role", "content");
    for (Field call : message.get("tool_calls").itemsIfAny()) {
      call.understood("id", "type");
      call.get("function").understood("name", "arguments", "index");
    }
    parts.messages().answer(response, parts.origin(message));
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
