package dev.weir.client.render;

import dev.weir.client.provider.Provider;
import dev.weir.client.request.Content;
import dev.weir.client.request.OutputFormat;
import dev.weir.client.request.Request;
import dev.weir.client.request.Sampling;
import dev.weir.client.request.Thinking;
import dev.weir.codec.json.Json;
import dev.weir.codec.stream.Dialect;
import java.util.List;
import java.util.Map;

/** Cohere's chat, version 2. */
final class CohereWriter implements RequestWriter.Dialected {

  @Override
  public Rendered write(Request request, String modelName, Provider provider) {
    var body = new Tree().put("model", modelName);
    String told = Conversation.instructions(request);
    if (told != null) {
      body.add("messages", Tree.of("role", "system").put("content", told));
    }
    Conversation.write(request, Dialect.COHERE, new Messages(body));
    body.put("stream", true);
    request.tools().forEach(tool -> body.add("tools", ChatWriter.function(tool)));
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

  private record Messages(Tree body) implements Conversation.Voice {

    @Override
    public void user(List<Content> contents) {
      body.add("messages", ChatWriter.userMessage(contents));
    }

    @Override
    public void own(Json next) {
      body.continueWith(next);
    }

    @Override
    public void answer(Conversation.Answer answer) {
      var message = Tree.of("role", "assistant");
      message.putIfAny("content", answer.text().isEmpty() ? null : answer.text());
      ChatWriter.calls(message, answer.calls());
      body.add("messages", message);
    }

    @Override
    public void outputs(List<Conversation.Output> outputs) {
      outputs.forEach(output -> body.add("messages", ChatWriter.toolMessage(output)));
    }
  }
}
