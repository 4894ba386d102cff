package dev.weir.codec.frontend.vercel;

import dev.weir.codec.frontend.FrontEndRequest;
import dev.weir.codec.frontend.PastAnswers;
import dev.weir.codec.frontend.Shown;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body that {@code useChat} sends: the conversation as UI messages. Parts that only front
 * ends know ({@code data-*}, sources, and others that later versions may add) mean nothing to a
 * model.
 */
final class UiMessages {
  static final String OURS = "weir";
  static final String SEAL = "seal";

  private UiMessages() {}

  static FrontEndRequest read(Json body) {
    String id = body.get("id").textIfAny();
    if (id == null || id.isEmpty()) {
      throw new BadRequestException("id", "name the chat, as useChat does");
    }
    Json asked = body.get("messages");
    if (!asked.isArray() || asked.items().isEmpty()) {
      throw new BadRequestException("messages", "an array of UI messages with at least one");
    }
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < asked.items().size(); i++) {
      message(asked.at(i), "messages[%d]".formatted(i), messages);
    }
    Json last = asked.items().getLast();
    boolean goesOn = last.get("role").textOrEmpty().equals("assistant");
    return new FrontEndRequest(
        id, goesOn ? last.get("id").textIfAny() : null, messages, List.of(), asked, body);
  }

  private static void message(Json message, String path, List<Message> messages) {
    Json parts = message.get("parts");
    if (!parts.isArray()) {
      throw new BadRequestException(path + ".parts", "an array; a UI message of ai 5 or newer");
    }
    String role = message.get("role").textOrEmpty();
    switch (role) {
      case "system" -> messages.add(new Message.Instruction(text(parts)));
      case "user" -> messages.add(new Message.User(contents(parts, path)));
      case "assistant" -> answer(parts, path, messages);
      default ->
          throw new BadRequestException(
              path + ".role", "system, user or assistant, saw \"%s\"".formatted(role));
    }
  }

  private static String text(Json parts) {
    var text = new StringBuilder();
    for (Json part : parts.items()) {
      text.append(type(part).equals("text") ? part.get("text").textOrEmpty() : "");
    }
    return text.toString();
  }

  private static List<Content> contents(Json parts, String path) {
    List<Content> contents = new ArrayList<>();
    for (int i = 0; i < parts.items().size(); i++) {
      Json part = parts.at(i);
      switch (type(part)) {
        case "text" -> contents.add(new Content.Text(part.get("text").textOrEmpty()));
        case "file" ->
            contents.add(
                Shown.at(
                    part.get("url").textOrEmpty(),
                    part.get("mediaType").textIfAny(),
                    part.get("filename").textIfAny(),
                    "%s.parts[%d]".formatted(path, i)));
        default -> {}
      }
    }
    if (contents.isEmpty()) {
      throw new BadRequestException(path + ".parts", "a user says or shows something");
    }
    return contents;
  }

  private static void answer(Json parts, String path, List<Message> messages) {
    var past = new PastAnswers(messages);
    for (int i = 0; i < parts.items().size(); i++) {
      Json part = parts.at(i);
      String type = type(part);
      switch (type) {
        case "step-start" -> past.end();
        case "text" -> past.text(part.get("text").textOrEmpty());
        case "reasoning" ->
            past.reasoning(
                part.get("text").textOrEmpty(),
                part.get("providerMetadata").get(OURS).get(SEAL).textIfAny());
        default -> {
          String name = toolName(type, part);
          if (name != null && !part.get("providerExecuted").isTrue()) {
            call(name, part, "%s.parts[%d]".formatted(path, i), past);
          }
        }
      }
    }
    past.end();
  }

  private static @Nullable String toolName(String type, Json part) {
    if (type.equals("dynamic-tool")) {
      return part.get("toolName").textOrEmpty();
    }
    return type.startsWith("tool-") ? type.substring("tool-".length()) : null;
  }

  private static void call(String name, Json part, String path, PastAnswers past) {
    String id = part.get("toolCallId").textIfAny();
    if (id == null || name.isEmpty()) {
      throw new BadRequestException(path, "a call has a \"toolCallId\" and the name of its tool");
    }
    Json input = part.get("input");
    boolean hasInput = !input.isNull();
    past.call(id, name, hasInput ? written(input) : "{}");
    switch (part.get("state").textOrEmpty()) {
      case "output-available" ->
          past.output(new ToolOutput(id, name, written(part.get("output")), false));
      case "output-error" ->
          past.output(new ToolOutput(id, name, part.get("errorText").textOrEmpty(), true));
      case "output-denied" ->
          past.output(new ToolOutput(id, name, "The user did not allow this call", true));
      default -> {}
    }
  }

  /** A text as it is, anything else as JSON. */
  private static String written(Json value) {
    String text = value.text();
    return text == null ? value.toText() : text;
  }

  private static String type(Json part) {
    return part.get("type").textOrEmpty();
  }
}
