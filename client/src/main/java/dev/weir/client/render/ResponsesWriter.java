package dev.weir.client.render;

import dev.weir.client.provider.Provider;
import dev.weir.client.request.Content;
import dev.weir.client.request.OutputFormat;
import dev.weir.client.request.Request;
import dev.weir.client.request.ToolSpec;
import dev.weir.codec.json.Json;
import dev.weir.codec.stream.Dialect;
import java.util.List;
import java.util.Map;

/**
 * OpenAI Responses. Nothing is stored unless a vendor option asks for it, so reasoning comes
 * encrypted and goes back with the conversation. The dialect has neither seed nor stop texts.
 */
final class ResponsesWriter implements RequestWriter.Dialected {

  @Override
  public Rendered write(Request request, String modelName, Provider provider) {
    var body = new Tree().put("model", modelName);
    body.putIfAny("instructions", Conversation.instructions(request));
    Conversation.write(request, Dialect.OPENAI_RESPONSES, new Items(body));
    body.put("stream", true).put("store", false);
    body.putIfAny("include", List.of("reasoning.encrypted_content"));
    request.tools().forEach(tool -> body.add("tools", tool(tool)));
    if (request.thinking() != null) {
      String effort = Wishes.effort(request.thinking());
      var reasoning = Tree.of("effort", effort);
      body.put("reasoning", effort.equals("none") ? reasoning : reasoning.put("summary", "auto"));
    }
    body.putIfAny("temperature", request.sampling().temperature());
    body.putIfAny("top_p", request.sampling().topP());
    body.putIfAny("max_output_tokens", request.maxOutputTokens());
    OutputFormat format = request.format();
    if (format != null) {
      body.put("text", new Tree().put("format", format(format)));
    }
    return new Rendered("/responses", Map.of(), body.json());
  }

  private static Tree tool(ToolSpec tool) {
    return Tree.of("type", "function")
        .put("name", tool.name())
        .put("description", tool.description())
        .put("parameters", tool.parameters())
        // Strict is the default here, and refuses schemas that leave fields open.
        .put("strict", false);
  }

  private static Tree format(OutputFormat format) {
    return switch (format) {
      case OutputFormat.AnyJson any -> Tree.of("type", "json_object");
      case OutputFormat.JsonSchema schema ->
          Tree.of("type", "json_schema")
              .put("name", schema.name())
              .put("schema", schema.schema())
              .put("strict", Wishes.isStrict(schema.schema()));
    };
  }

  private record Items(Tree body) implements Conversation.Voice {

    @Override
    public void user(List<Content> contents) {
      var message = Tree.of("role", "user");
      contents.forEach(content -> message.add("content", content(content)));
      body.add("input", message);
    }

    private static Tree content(Content content) {
      return switch (content) {
        case Content.Text text -> Tree.of("type", "input_text").put("text", text.text());
        case Content.Image image ->
            Tree.of("type", "input_image").put("image_url", Wishes.dataUrl(image));
        case Content.ImageAt image -> Tree.of("type", "input_image").put("image_url", image.url());
      };
    }

    @Override
    public void own(Json next) {
      body.continueWith(next);
    }

    @Override
    public void answer(Conversation.Answer answer) {
      if (!answer.text().isEmpty()) {
        var text = Tree.of("type", "output_text").put("text", answer.text());
        body.add("input", Tree.of("role", "assistant").add("content", text));
      }
      for (Conversation.Call call : answer.calls()) {
        body.add(
            "input",
            Tree.of("type", "function_call")
                .put("call_id", call.id())
                .put("name", call.name())
                .put("arguments", call.arguments()));
      }
    }

    @Override
    public void outputs(List<Conversation.Output> outputs) {
      for (Conversation.Output output : outputs) {
        String type = output.custom() ? "custom_tool_call_output" : "function_call_output";
        body.add(
            "input",
            Tree.of("type", type)
                .putIfAny("call_id", output.callId())
                .put("output", output.text()));
      }
    }
  }
}
