package dev.weir.codec.conversation;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import java.util.List;

/**
 * A conversation as one JSON text. What is written is read back as the same messages, with every
 * id, signature and encrypted part in its place, so that the next request is the same to the byte.
 * The form grows only by optional fields.
 */
public final class ConversationJson {
  private static final long VERSION = 1;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 256 << 20);

  private ConversationJson() {}

  /** Messages as JSON, with everything that must go back. */
  public static String write(List<? extends Message> messages) {
    var conversation =
        new Tree().put("version", VERSION).put("messages", new Json.Items(List.of()));
    messages.forEach(message -> conversation.add("messages", message(message).json()));
    return conversation.json().toText();
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if it is not a conversation, or is one of a later version
   */
  public static List<Message> read(String text) {
    try {
      Json conversation = READER.read(text);
      Long version = conversation.get("version").number();
      if (version == null || version != VERSION || !conversation.get("messages").isArray()) {
        throw new IllegalArgumentException(
            "Expected a conversation of version %d with its messages, saw version %s"
                .formatted(VERSION, version));
      }
      return conversation.get("messages").items().stream().map(ConversationJson::message).toList();
    } catch (JsonException malformed) {
      throw new IllegalArgumentException(
          "A conversation is not JSON: " + malformed.getMessage(), malformed);
    }
  }

  private static Tree message(Message message) {
    Tree tree =
        switch (message) {
          case Message.Instruction said ->
              Tree.of("role", "instruction")
                  .put("rank", said.rank().name())
                  .put("contents", ContentJson.write(said.contents()));
          case Message.User said ->
              Tree.of("role", "user").put("contents", ContentJson.write(said.contents()));
          case Message.Assistant said -> Tree.of("role", "assistant").put("text", said.text());
          case Message.Earlier answer ->
              Tree.of("role", "earlier")
                  .putIfAny("dialect", answer.dialect())
                  .putIfAny("provider", answer.provider())
                  .put("response", KeptResponse.write(answer.response()));
          case Message.ToolOutputs given ->
              Tree.of("role", "tools")
                  .put(
                      "outputs",
                      new Json.Items(
                          given.outputs().stream().map(ConversationJson::output).toList()));
        };
    return ContentJson.origin(tree, message.origin());
  }

  private static Message message(Json json) {
    var origin = ContentJson.origin(json.get("origin"));
    return switch (json.get("role").textOrEmpty()) {
      case "instruction" ->
          new Message.Instruction(
              ContentJson.read(json.get("contents")),
              Message.Rank.valueOf(json.get("rank").textOrEmpty()),
              origin);
      case "user" -> new Message.User(ContentJson.read(json.get("contents")), origin);
      case "assistant" -> new Message.Assistant(json.get("text").textOrEmpty(), origin);
      case "earlier" ->
          new Message.Earlier(
              KeptResponse.read(json.get("response")),
              json.get("dialect").text(),
              origin,
              json.get("provider").text());
      case "tools" ->
          new Message.ToolOutputs(
              json.get("outputs").items().stream().map(ConversationJson::output).toList(), origin);
      default ->
          throw new IllegalArgumentException(
              "A message has the role \"%s\"; expected instruction, user, assistant, earlier or tools"
                  .formatted(json.get("role").textOrEmpty()));
    };
  }

  private static Json output(ToolOutput output) {
    Tree tree =
        new Tree()
            .putIfAny("callId", output.callId())
            .put("toolName", output.toolName())
            .put("contents", ContentJson.write(output.contents()))
            .put("isError", output.isError());
    return ContentJson.note(tree, output.note()).json();
  }

  private static ToolOutput output(Json json) {
    return new ToolOutput(
        json.get("callId").text(),
        json.get("toolName").textOrEmpty(),
        ContentJson.read(json.get("contents")),
        json.get("isError").isTrue(),
        ContentJson.note(json));
  }
}
