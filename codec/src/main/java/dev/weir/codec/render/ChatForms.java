package dev.weir.codec.render;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.ToolSpec;
import java.util.List;
import java.util.function.Function;

/** The forms of OpenAI Chat that other dialects took over. */
public final class ChatForms {
  private ChatForms() {}

  /** A tool in the form that Chat, Ollama and Cohere share. */
  public static Tree function(ToolSpec tool) {
    var function = new Tree().put("name", tool.name()).put("description", tool.description());
    return Tree.of("type", "function")
        .put("function", function.put("parameters", tool.parameters()));
  }

  /** What a user says: plain text as text, anything else as parts. */
  public static Tree userMessage(List<Content> contents, Function<Content, Json> part) {
    var message = Tree.of("role", "user");
    if (contents.size() == 1 && contents.getFirst() instanceof Content.Text only) {
      return message.put("content", only.text());
    }
    contents.forEach(content -> message.add("content", part.apply(content)));
    return message;
  }

  public static Json text(Content.Text text) {
    return Tree.of("type", "text").put("text", text.text()).json();
  }

  public static Json picture(Content.Image image) {
    return picture(Attachments.dataUrl(image.mediaType(), image.base64()));
  }

  public static Json picture(Content.ImageAt image) {
    return picture(image.url());
  }

  private static Json picture(String url) {
    return Tree.of("type", "image_url").put("image_url", Tree.of("url", url)).json();
  }

  /** Puts an answer's calls in the form that Chat and Cohere share. */
  public static void calls(Tree message, List<MessageWalk.Call> calls) {
    for (MessageWalk.Call call : calls) {
      message.add(
          "tool_calls",
          Tree.of("id", call.id())
              .put("type", "function")
              .put("function", Tree.of("name", call.name()).put("arguments", call.arguments())));
    }
  }

  public static Tree toolMessage(MessageWalk.Output output) {
    return Tree.of("role", "tool")
        .putIfAny("tool_call_id", output.callId())
        .put("content", output.text());
  }
}
