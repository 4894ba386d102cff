package dev.weir.client.render;

import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Style;
import dev.weir.client.request.Content;
import dev.weir.client.request.OutputFormat;
import dev.weir.client.request.Request;
import dev.weir.client.request.Thinking;
import dev.weir.client.request.ToolSpec;
import dev.weir.codec.json.Json;
import dev.weir.codec.stream.Dialect;
import java.util.List;
import java.util.Map;

/** OpenAI Chat, and what the many providers of it make of it. */
final class ChatWriter implements RequestWriter.Dialected {

  @Override
  public Rendered write(Request request, String modelName, Provider provider) {
    Style style = provider.style();
    var body = new Tree().put("model", modelName);
    String told = Conversation.instructions(request);
    if (told != null) {
      body.add("messages", Tree.of("role", "system").put("content", told));
    }
    Conversation.write(request, Dialect.OPENAI_CHAT, new Messages(body));
    body.put("stream", true);
    if (style.asksForUsage()) {
      body.put("stream_options", new Tree().put("include_usage", true));
    }
    request.tools().forEach(tool -> body.add("tools", function(tool)));
    if (request.thinking() != null) {
      thinking(body, request.thinking(), style);
    }
    body.putIfAny("temperature", request.sampling().temperature());
    body.putIfAny("top_p", request.sampling().topP());
    body.putIfAny("seed", request.sampling().seed());
    body.putIfAny("stop", request.sampling().stopTexts());
    body.putIfAny(style.maxTokensField(), request.maxOutputTokens());
    OutputFormat format = request.format();
    if (format != null) {
      body.put("response_format", format(format));
    }
    return new Rendered("/chat/completions", Map.of(), body.json());
  }

  /** A tool in the form that Chat, Ollama and Cohere share. */
  static Tree function(ToolSpec tool) {
    var function = new Tree().put("name", tool.name()).put("description", tool.description());
    return Tree.of("type", "function")
        .put("function", function.put("parameters", tool.parameters()));
  }

  private static void thinking(Tree body, Thinking thinking, Style style) {
    boolean isOff = thinking instanceof Thinking.Off;
    switch (style.thinking()) {
      case REASONING_EFFORT -> body.put("reasoning_effort", Wishes.effort(thinking));
      case REASONING ->
          body.put(
              "reasoning",
              switch (thinking) {
                case Thinking.Off off -> new Tree().put("enabled", false);
                case Thinking.Effort effort -> Tree.of("effort", Wishes.effort(effort));
                case Thinking.Budget budget -> new Tree().put("max_tokens", budget.tokens());
              });
      case THINKING_TYPE -> body.put("thinking", Tree.of("type", isOff ? "disabled" : "enabled"));
      case TEMPLATE -> body.put("chat_template_kwargs", new Tree().put("enable_thinking", !isOff));
      case NONE -> {
        // Nothing to tell: the model decides.
      }
    }
  }

  private static Tree format(OutputFormat format) {
    return switch (format) {
      case OutputFormat.AnyJson any -> Tree.of("type", "json_object");
      case OutputFormat.JsonSchema schema ->
          Tree.of("type", "json_schema")
              .put(
                  "json_schema",
                  Tree.of("name", schema.name())
                      .put("schema", schema.schema())
                      .put("strict", Wishes.isStrict(schema.schema())));
    };
  }

  /** Puts what a user says: plain text as text, anything else as parts. */
  static Tree userMessage(List<Content> contents) {
    var message = Tree.of("role", "user");
    if (contents.size() == 1 && contents.getFirst() instanceof Content.Text only) {
      return message.put("content", only.text());
    }
    contents.forEach(content -> message.add("content", part(content)));
    return message;
  }

  private static Tree part(Content content) {
    return switch (content) {
      case Content.Text text -> Tree.of("type", "text").put("text", text.text());
      case Content.Image image -> picture(Wishes.dataUrl(image));
      case Content.ImageAt image -> picture(image.url());
    };
  }

  private static Tree picture(String url) {
    return Tree.of("type", "image_url").put("image_url", Tree.of("url", url));
  }

  /** Puts an answer's calls in the form that Chat and Cohere share. */
  static void calls(Tree message, List<Conversation.Call> calls) {
    for (Conversation.Call call : calls) {
      message.add(
          "tool_calls",
          Tree.of("id", call.id())
              .put("type", "function")
              .put("function", Tree.of("name", call.name()).put("arguments", call.arguments())));
    }
  }

  static Tree toolMessage(Conversation.Output output) {
    return Tree.of("role", "tool")
        .putIfAny("tool_call_id", output.callId())
        .put("content", output.text());
  }

  private record Messages(Tree body) implements Conversation.Voice {

    @Override
    public void user(List<Content> contents) {
      body.add("messages", userMessage(contents));
    }

    @Override
    public void own(Json next) {
      body.continueWith(next);
    }

    @Override
    public void answer(Conversation.Answer answer) {
      boolean isSilent = answer.text().isEmpty() && !answer.calls().isEmpty();
      Json content = isSilent ? Json.Null.NULL : new Json.Text(answer.text());
      var message = Tree.of("role", "assistant").put("content", content);
      calls(message, answer.calls());
      body.add("messages", message);
    }

    @Override
    public void outputs(List<Conversation.Output> outputs) {
      outputs.forEach(output -> body.add("messages", toolMessage(output)));
    }
  }
}
