package dev.weir.gateway.chat;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The messages of a request: from the client's JSON to what every provider is asked with.
 *
 * @param outputs results of the client's own tools for the calls of the previous answer
 * @param spoken all other messages
 */
record ChatMessages(List<ToolOutput> outputs, List<Message> spoken) {
  private static final Pattern MEDIA_TYPE = Pattern.compile("image/[a-z0-9.+-]{1,40}");
  private static final Pattern FILE_TYPE = Pattern.compile("[a-z]{1,20}/[a-zA-Z0-9.+-]{1,100}");
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]+={0,2}");

  ChatMessages {
    outputs = List.copyOf(outputs);
    spoken = List.copyOf(spoken);
  }

  static ChatMessages parse(Json messages) throws WrongRequestException {
    if (!messages.isArray() || messages.items().isEmpty()) {
      throw new WrongRequestException(
          "\"messages\" must be an array of {\"role\", \"content\"} with at least one");
    }
    List<ToolOutput> outputs = new ArrayList<>();
    List<Message> spoken = new ArrayList<>();
    for (int i = 0; i < messages.items().size(); i++) {
      Json message = messages.at(i);
      String where = "messages[%d]".formatted(i);
      if (!message.get("role").textOrEmpty().equals("tool")) {
        spoken.add(message(message, where));
      } else if (spoken.isEmpty()) {
        outputs.add(output(message, where));
      } else {
        throw new WrongRequestException(
            where + ": tool results come first, before any other message");
      }
    }
    return new ChatMessages(outputs, spoken);
  }

  private static ToolOutput output(Json message, String where) throws WrongRequestException {
    String callId = message.get("toolCallId").textIfAny();
    String name = message.get("toolName").textIfAny();
    if (callId == null && name == null) {
      throw new WrongRequestException(
          where + " of a tool needs the \"toolCallId\" of tool_call_start, or its \"toolName\"");
    }
    return new ToolOutput(
        callId,
        name == null ? "" : name,
        text(message.get("content"), where),
        /* isError= */ message.get("success") instanceof Json.Bool success && !success.value());
  }

  private static Message message(Json message, String where) throws WrongRequestException {
    String role = message.get("role").textOrEmpty();
    Json content = message.get("content");
    return switch (role) {
      case "system" -> new Message.Instruction(text(content, where));
      case "assistant" -> new Message.Assistant(text(content, where));
      case "user" -> new Message.User(contents(content, where));
      default ->
          throw new WrongRequestException(
              "%s.role must be system, user, assistant or tool, saw \"%s\""
                  .formatted(where, ChatRequest.shortened(role)));
    };
  }

  private static String text(Json content, String where) throws WrongRequestException {
    var text = new StringBuilder();
    for (Content part : contents(content, where)) {
      if (!(part instanceof Content.Text words)) {
        throw new WrongRequestException(
            where + ".content may hold pictures only in the user's messages");
      }
      text.append(words.text());
    }
    return text.toString();
  }

  private static List<Content> contents(Json content, String where) throws WrongRequestException {
    if (content.text() != null) {
      return List.of(new Content.Text(content.textOrEmpty()));
    }
    List<Content> contents = new ArrayList<>();
    for (Json part : content.items()) {
      contents.add(part(part, where));
    }
    if (contents.isEmpty()) {
      throw new WrongRequestException(
          where + ".content must be a string, or an array of text, image and file parts");
    }
    return contents;
  }

  private static Content part(Json part, String where) throws WrongRequestException {
    String type = part.get("type").textOrEmpty();
    return switch (type) {
      case "text" -> new Content.Text(part.get("text").textOrEmpty());
      case "image" -> image(part, where);
      case "file" -> file(part, where);
      default ->
          throw new WrongRequestException(
              "%s.content: a part must be of type text, image or file, saw \"%s\""
                  .formatted(where, ChatRequest.shortened(type)));
    };
  }

  private static Content file(Json part, String where) throws WrongRequestException {
    String mediaType = part.get("mediaType").textOrEmpty();
    String data = part.get("data").textOrEmpty();
    if (!FILE_TYPE.matcher(mediaType).matches() || !BASE64.matcher(data).matches()) {
      throw new WrongRequestException(
          where
              + ".content: a file needs a \"mediaType\" like application/pdf, base64 \"data\", and may have a \"name\"");
    }
    return Content.file(part.get("name").textIfAny(), mediaType, data);
  }

  private static Content image(Json part, String where) throws WrongRequestException {
    String mediaType = part.get("mediaType").textOrEmpty();
    String data = part.get("data").textOrEmpty();
    if (!MEDIA_TYPE.matcher(mediaType).matches() || !BASE64.matcher(data).matches()) {
      throw new WrongRequestException(
          where + ".content: an image needs a \"mediaType\" like image/png and base64 \"data\"");
    }
    return Content.image(mediaType, data);
  }
}
