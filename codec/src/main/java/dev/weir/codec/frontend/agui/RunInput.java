package dev.weir.codec.frontend.agui;

import dev.weir.codec.frontend.FrontEndRequest;
import dev.weir.codec.frontend.PastAnswers;
import dev.weir.codec.frontend.Shown;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.ToolSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code RunAgentInput}. An answer is several messages here: reasoning, text and calls until a tool
 * or somebody else speaks. Activities, and roles that later versions may add, mean nothing to a
 * model.
 */
final class RunInput {
  private final List<Message> messages = new ArrayList<>();
  private final PastAnswers past = new PastAnswers(messages);
  private final Map<String, String> toolNames = new HashMap<>();

  private RunInput() {}

  static FrontEndRequest read(Json body) {
    Json asked = body.get("messages");
    if (!asked.isArray() || asked.items().isEmpty()) {
      throw new BadRequestException("messages", "an array with at least one message");
    }
    var input = new RunInput();
    context(body.get("context"), input.messages);
    for (int i = 0; i < asked.items().size(); i++) {
      input.message(asked.at(i), "messages[%d]".formatted(i));
    }
    input.past.end();
    return new FrontEndRequest(
        named(body, "threadId"),
        named(body, "runId"),
        input.messages,
        tools(body.get("tools")),
        asked,
        body.get("forwardedProps"));
  }

  private static String named(Json body, String field) {
    String name = body.get(field).textIfAny();
    if (name == null || name.isEmpty()) {
      throw new BadRequestException(field, "a RunAgentInput has one");
    }
    return name;
  }

  /** What the application knows besides the conversation. */
  private static void context(Json context, List<Message> messages) {
    var text = new StringBuilder();
    for (Json entry : context.items()) {
      text.append(text.isEmpty() ? "" : "\n\n")
          .append(entry.get("description").textOrEmpty())
          .append(":\n")
          .append(entry.get("value").textOrEmpty());
    }
    if (!text.isEmpty()) {
      messages.add(new Message.Instruction(text.toString()));
    }
  }

  private static List<ToolSpec> tools(Json tools) {
    List<ToolSpec> specs = new ArrayList<>();
    for (int i = 0; i < tools.items().size(); i++) {
      Json tool = tools.at(i);
      String name = tool.get("name").textIfAny();
      if (name == null || !name.matches("[A-Za-z0-9_-]{1,64}")) {
        throw new BadRequestException(
            "tools[%d].name".formatted(i), "1 to 64 letters, digits, _ and -");
      }
      Json parameters = tool.get("parameters");
      specs.add(
          new ToolSpec(
              name,
              tool.get("description").textOrEmpty(),
              parameters.isObject()
                  ? parameters
                  : new Json.Fields(Map.of("type", new Json.Text("object")))));
    }
    return specs;
  }

  private void message(Json message, String path) {
    String role = message.get("role").textOrEmpty();
    switch (role) {
      case "system", "developer" -> {
        past.end();
        messages.add(
            new Message.Instruction(
                List.of(new Content.Text(message.get("content").textOrEmpty())),
                role.equals("system") ? Message.Rank.SYSTEM : Message.Rank.DEVELOPER,
                /* origin= */ null));
      }
      case "user" -> {
        past.end();
        messages.add(new Message.User(contents(message.get("content"), path + ".content")));
      }
      case "reasoning" -> {
        begin();
        past.reasoning(
            message.get("content").textOrEmpty(), message.get("encryptedValue").textIfAny());
      }
      case "assistant" -> answer(message, path);
      case "tool" -> output(message, path);
      case "activity" -> {}
      default ->
          throw new BadRequestException(
              path + ".role",
              "developer, system, assistant, user, tool, activity or reasoning, saw \"%s\""
                  .formatted(role));
    }
  }

  /** After what tools returned, the next pass begins. */
  private void begin() {
    if (past.isAnswered()) {
      past.end();
    }
  }

  private void answer(Json message, String path) {
    begin();
    past.text(message.get("content").textOrEmpty());
    Json calls = message.get("toolCalls");
    for (int i = 0; i < calls.items().size(); i++) {
      Json call = calls.at(i);
      String id = call.get("id").textIfAny();
      String name = call.get("function").get("name").textIfAny();
      if (id == null || name == null) {
        throw new BadRequestException(
            "%s.toolCalls[%d]".formatted(path, i), "a call has an \"id\" and a \"function.name\"");
      }
      if (!PastAnswers.isServerCall(id)) {
        toolNames.put(id, name);
        past.call(id, name, call.get("function").get("arguments").textOrEmpty());
      }
    }
  }

  private void output(Json message, String path) {
    String id = message.get("toolCallId").textIfAny();
    if (id == null) {
      throw new BadRequestException(path + ".toolCallId", "what a tool returned answers a call");
    }
    if (PastAnswers.isServerCall(id)) {
      return;
    }
    String error = message.get("error").textIfAny();
    boolean isError = error != null || message.get("metadata").get("failed").isTrue();
    Json content = message.get("content");
    String text =
        content.text() == null ? text(contents(content, path + ".content")) : content.textOrEmpty();
    past.output(
        new ToolOutput(
            id,
            toolNames.getOrDefault(id, ""),
            text.isEmpty() && error != null ? error : text,
            isError));
  }

  private static String text(List<Content> contents) {
    var text = new StringBuilder();
    for (Content content : contents) {
      text.append(content instanceof Content.Text words ? words.text() : "");
    }
    return text.toString();
  }

  private static List<Content> contents(Json content, String path) {
    if (content.text() != null) {
      return List.of(new Content.Text(content.textOrEmpty()));
    }
    List<Content> contents = new ArrayList<>();
    for (int i = 0; i < content.items().size(); i++) {
      Json part = content.at(i);
      contents.add(
          part.get("type").textOrEmpty().equals("text")
              ? new Content.Text(part.get("text").textOrEmpty())
              : shown(part, "%s[%d]".formatted(path, i)));
    }
    if (contents.isEmpty()) {
      throw new BadRequestException(path, "a text, or an array of parts with at least one");
    }
    return contents;
  }

  private static Content shown(Json part, String path) {
    Json source = part.get("source");
    String type = source.get("mimeType").textIfAny();
    String value = source.get("value").textOrEmpty();
    return switch (source.get("type").textOrEmpty()) {
      case "data" ->
          Shown.at("data:%s;base64,%s".formatted(type, value), type, /* name= */ null, path);
      case "url" -> Shown.at(value, typeOf(part, type), /* name= */ null, path);
      default ->
          throw new BadRequestException(
              path, "a part is text, or has a source of type data or url");
    };
  }

  /** Without a media type the kind of the part says what is at an address. */
  private static @Nullable String typeOf(Json part, @Nullable String type) {
    return type == null ? part.get("type").textOrEmpty() + "/*" : type;
  }
}
