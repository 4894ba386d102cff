package dev.weir.codec.render;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.ToolSpec;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The forms of OpenAI Chat that other dialects adopted. */
public final class ChatForms {
  private ChatForms() {}

  /** A tool in the form that Chat, Ollama and Cohere share. */
  public static Tree function(ToolSpec tool) {
    return Tree.of("type", "function").put("function", described(Foreign.function(tool)));
  }

  /** The same, with whether calls must follow the schema. */
  public static Tree strictFunction(ToolSpec tool) {
    return Tree.of("type", "function")
        .put("function", described(Foreign.function(tool)).putIfAny("strict", tool.strict()));
  }

  private static Tree described(ToolSpec tool) {
    return Tree.of("name", tool.name())
        .put("description", tool.description())
        .put("parameters", tool.parameters());
  }

  /** What is said: plain text as text, anything else as parts. */
  public static void contents(
      Draft draft, Tree message, List<Content> contents, Function<Content, @Nullable Json> part) {
    boolean isText = contents.size() == 1 && contents.getFirst() instanceof Content.Text;
    draft.parts(message, contents, isText ? text -> plain(draft, text) : part);
  }

  private static Json plain(Draft draft, Content text) {
    draft.lost().cache(text.note());
    return new Json.Text(((Content.Text) text).text());
  }

  public static Json text(String text) {
    return Tree.of("type", "text").put("text", text).json();
  }

  /** A picture by its URL; {@code null} if it has none. */
  public static @Nullable Tree picture(Source source, @Nullable String detail) {
    String url = Attachments.url(source);
    return url == null
        ? null
        : Tree.of("type", "image_url")
            .put("image_url", Tree.of("url", url).putIfAny("detail", detail));
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
