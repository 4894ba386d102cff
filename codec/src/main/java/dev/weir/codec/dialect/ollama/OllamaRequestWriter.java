package dev.weir.codec.dialect.ollama;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.ChatForms;
import dev.weir.codec.render.Instructions;
import dev.weir.codec.render.MessageWalk;
import dev.weir.codec.render.ThinkingScale;
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

/** Ollama. Thinking is on or off, but for gpt-oss, which takes a level. It fetches no pictures. */
final class OllamaRequestWriter {

  private OllamaRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var body = new Tree().put("model", modelName);
    String told = Instructions.of(request);
    if (told != null) {
      body.add("messages", Tree.of("role", "system").put("content", told));
    }
    MessageWalk.write(request, OllamaDialect.WORD, new Messages(body));
    body.put("stream", true);
    request.tools().forEach(tool -> body.add("tools", ChatForms.function(tool)));
    Thinking thinking = request.thinking();
    if (thinking instanceof Thinking.Effort effort && modelName.contains("gpt-oss")) {
      body.put("think", ThinkingScale.effort(effort));
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

  private record Messages(Tree body) implements MessageWalk.Voice {

    @Override
    public void user(List<Content> contents) {
      var message = Tree.of("role", "user");
      StringBuilder said = new StringBuilder();
      for (Content content : contents) {
        switch (content) {
          case Content.Text text -> said.append(said.isEmpty() ? "" : "\n").append(text.text());
          case Content.Image image -> message.add("images", new Json.Text(image.base64()));
          case Content.ImageAt image -> throw Attachments.cannotFetch("Ollama", image.url());
          case Content.File file -> throw Attachments.noFiles("Ollama");
          case Content.FileAt file -> throw Attachments.noFiles("Ollama");
          case Content.Other other -> throw Attachments.noParts("Ollama");
        }
      }
      body.add("messages", message.put("content", said.toString()));
    }

    @Override
    public void own(Response response) {
      body.continueWith(OllamaNextRequest.of(response));
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      var message = Tree.of("role", "assistant").put("content", answer.text());
      for (MessageWalk.Call call : answer.calls()) {
        var function = Tree.of("name", call.name()).put("arguments", call.argumentsObject());
        message.add("tool_calls", new Tree().put("function", function));
      }
      body.add("messages", message);
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs) {
      for (MessageWalk.Output output : outputs) {
        body.add(
            "messages",
            Tree.of("role", "tool")
                .put("tool_name", output.toolName())
                .put("content", output.text()));
      }
    }
  }
}
