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

/** Ollama. Thinking is on or off, but for gpt-oss, which takes a level. It fetches no pictures. */
final class OllamaWriter implements RequestWriter.Dialected {

  @Override
  public Rendered write(Request request, String modelName, Provider provider) {
    var body = new Tree().put("model", modelName);
    String told = Conversation.instructions(request);
    if (told != null) {
      body.add("messages", Tree.of("role", "system").put("content", told));
    }
    Conversation.write(request, Dialect.OLLAMA, new Messages(body));
    body.put("stream", true);
    request.tools().forEach(tool -> body.add("tools", ChatWriter.function(tool)));
    Thinking thinking = request.thinking();
    if (thinking instanceof Thinking.Effort effort && modelName.contains("gpt-oss")) {
      body.put("think", Wishes.effort(effort));
    } else if (thinking != null) {
      body.put("think", !(thinking instanceof Thinking.Off));
    }
    OutputFormat format = request.format();
    if (format != null) {
      body.put("format", format(format));
    }
    Sampling sampling = request.sampling();
    var options = new Tree();
    options.putIfAny("temperature", sampling.temperature()).putIfAny("top_p", sampling.topP());
    options.putIfAny("seed", sampling.seed()).putIfAny("stop", sampling.stopTexts());
    options.putIfAny("num_predict", request.maxOutputTokens());
    body.putIfAny("options", options);
    return new Rendered("/api/chat", Map.of(), body.json());
  }

  private static Json format(OutputFormat format) {
    return switch (format) {
      case OutputFormat.AnyJson any -> new Json.Text("json");
      case OutputFormat.JsonSchema schema -> schema.schema();
    };
  }

  private record Messages(Tree body) implements Conversation.Voice {

    @Override
    public void user(List<Content> contents) {
      var message = Tree.of("role", "user");
      StringBuilder said = new StringBuilder();
      for (Content content : contents) {
        switch (content) {
          case Content.Text text -> said.append(said.isEmpty() ? "" : "\n").append(text.text());
          case Content.Image image -> message.add("images", new Json.Text(image.base64()));
          case Content.ImageAt image -> throw Wishes.cannotFetch("Ollama", image);
        }
      }
      body.add("messages", message.put("content", said.toString()));
    }

    @Override
    public void own(Json next) {
      body.continueWith(next);
    }

    @Override
    public void answer(Conversation.Answer answer) {
      var message = Tree.of("role", "assistant").put("content", answer.text());
      for (Conversation.Call call : answer.calls()) {
        var function = Tree.of("name", call.name()).put("arguments", call.argumentsObject());
        message.add("tool_calls", new Tree().put("function", function));
      }
      body.add("messages", message);
    }

    @Override
    public void outputs(List<Conversation.Output> outputs) {
      for (Conversation.Output output : outputs) {
        body.add(
            "messages",
            Tree.of("role", "tool")
                .put("tool_name", output.toolName())
                .put("content", output.text()));
      }
    }
  }
}
