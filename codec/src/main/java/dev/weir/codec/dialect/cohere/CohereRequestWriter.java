package dev.weir.codec.dialect.cohere;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.ChatForms;
import dev.weir.codec.render.Instructions;
import dev.weir.codec.render.MessageWalk;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Sampling;
import dev.weir.codec.request.Style;
import dev.weir.codec.request.Thinking;
import dev.weir.event.Response;
import java.util.List;
import java.util.Map;

/** Cohere's chat, version 2. */
final class CohereRequestWriter {

  private CohereRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var body = new Tree().put("model", modelName);
    String told = Instructions.of(request);
    if (told != null) {
      body.add("messages", Tree.of("role", "system").put("content", told));
    }
    MessageWalk.write(request, CohereDialect.WORD, new Messages(body));
    body.put("stream", true);
    request.tools().forEach(tool -> body.add("tools", ChatForms.function(tool)));
    Thinking thinking = request.thinking();
    if (thinking != null) {
      body.put("thinking", thinking(thinking));
    }
    OutputFormat format = request.format();
    if (format != null) {
      var wanted = Tree.of("type", "json_object");
      body.put(
          "response_format",
          format instanceof OutputFormat.JsonSchema schema
              ? wanted.put("json_schema", schema.schema())
              : wanted);
    }
    Sampling sampling = request.sampling();
    body.putIfAny("temperature", sampling.temperature()).putIfAny("p", sampling.topP());
    body.putIfAny("seed", sampling.seed()).putIfAny("stop_sequences", sampling.stopTexts());
    body.putIfAny("max_tokens", request.maxOutputTokens());
    return new Rendered("/v2/chat", Map.of(), body.json());
  }

  private static Tree thinking(Thinking thinking) {
    return switch (thinking) {
      case Thinking.Off off -> Tree.of("type", "disabled");
      case Thinking.Effort effort -> Tree.of("type", "enabled");
      case Thinking.Budget budget ->
          Tree.of("type", "enabled").put("token_budget", budget.tokens());
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
        case Content.File file -> throw Attachments.noFiles(CohereDialect.WORD);
        case Content.FileAt file -> throw Attachments.noFiles(CohereDialect.WORD);
        case Content.Other other -> Attachments.own(CohereDialect.WORD, other);
      };
    }

    @Override
    public void own(Response response) {
      body.continueWith(CohereNextRequest.of(response));
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      var message = Tree.of("role", "assistant");
      message.putIfAny("content", answer.text().isEmpty() ? null : answer.text());
      ChatForms.calls(message, answer.calls());
      body.add("messages", message);
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs) {
      outputs.forEach(output -> body.add("messages", ChatForms.toolMessage(output)));
    }
  }
}
