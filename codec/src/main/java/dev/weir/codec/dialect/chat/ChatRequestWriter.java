package dev.weir.codec.dialect.chat;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.ChatForms;
import dev.weir.codec.render.Instructions;
import dev.weir.codec.render.MessageWalk;
import dev.weir.codec.render.Schemas;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.codec.request.Thinking;
import dev.weir.event.Response;
import java.util.List;
import java.util.Map;

/** OpenAI Chat, and what the many providers of it make of it. */
final class ChatRequestWriter {

  private ChatRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var body = new Tree().put("model", modelName);
    String told = Instructions.of(request);
    if (told != null) {
      body.add("messages", Tree.of("role", "system").put("content", told));
    }
    MessageWalk.write(request, ChatDialect.WORD, new Messages(body));
    body.put("stream", true);
    if (style.asksForUsage()) {
      body.put("stream_options", new Tree().put("include_usage", true));
    }
    request.tools().forEach(tool -> body.add("tools", ChatForms.function(tool)));
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

  private static void thinking(Tree body, Thinking thinking, Style style) {
    boolean isOff = thinking instanceof Thinking.Off;
    switch (style.thinking()) {
      case REASONING_EFFORT -> body.put("reasoning_effort", ThinkingScale.effort(thinking));
      case REASONING ->
          body.put(
              "reasoning",
              switch (thinking) {
                case Thinking.Off off -> new Tree().put("enabled", false);
                case Thinking.Effort effort -> Tree.of("effort", ThinkingScale.effort(effort));
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
                      .put("strict", Schemas.isStrict(schema.schema())));
    };
  }

  private record Messages(Tree body) implements MessageWalk.Voice {

    @Override
    public void user(List<Content> contents) {
      body.add("messages", ChatForms.userMessage(contents, Messages::part));
    }

    private static Json part(Content content) {
      return switch (content) {
        case Content.Text text -> ChatForms.text(text);
        case Content.Image image -> ChatForms.picture(image);
        case Content.ImageAt image -> ChatForms.picture(image);
        case Content.File file -> {
          var data = new Tree().putIfAny("filename", file.name());
          data.put("file_data", Attachments.dataUrl(file.mediaType(), file.base64()));
          yield Tree.of("type", "file").put("file", data).json();
        }
        case Content.FileAt file -> throw Attachments.cannotFetch(ChatDialect.WORD, file.url());
        case Content.Other other -> Attachments.own(ChatDialect.WORD, other);
      };
    }

    @Override
    public void own(Response response) {
      body.continueWith(ChatNextRequest.of(response));
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      boolean isSilent = answer.text().isEmpty() && !answer.calls().isEmpty();
      Json content = isSilent ? Json.Null.NULL : new Json.Text(answer.text());
      var message = Tree.of("role", "assistant").put("content", content);
      ChatForms.calls(message, answer.calls());
      body.add("messages", message);
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs) {
      outputs.forEach(output -> body.add("messages", ChatForms.toolMessage(output)));
    }
  }
}
