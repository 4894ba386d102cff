package dev.weir.codec.dialect.responses;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
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
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.Response;
import java.util.List;
import java.util.Map;

/**
 * OpenAI Responses. Nothing is stored unless a vendor option asks for it, so reasoning comes
 * encrypted and goes back with the conversation. The dialect has neither seed nor stop texts.
 */
final class ResponsesRequestWriter {

  static final String ENCRYPTED = "reasoning.encrypted_content";

  private ResponsesRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var body = new Tree().put("model", modelName);
    body.putIfAny("instructions", Instructions.of(request));
    MessageWalk.write(request, ResponsesDialect.WORD, new Items(body));
    body.put("stream", true).put("store", false);
    body.putIfAny("include", List.of(ENCRYPTED));
    request.tools().forEach(tool -> body.add("tools", tool(tool)));
    if (request.thinking() != null) {
      String effort = ThinkingScale.effort(request.thinking());
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
              .put("strict", Schemas.isStrict(schema.schema()));
    };
  }

  private record Items(Tree body) implements MessageWalk.Voice {

    @Override
    public void user(List<Content> contents) {
      var message = Tree.of("role", "user");
      contents.forEach(content -> message.add("content", content(content)));
      body.add("input", message);
    }

    private static Json content(Content content) {
      return switch (content) {
        case Content.Text text -> Tree.of("type", "input_text").put("text", text.text()).json();
        case Content.Image image -> picture(Attachments.dataUrl(image.mediaType(), image.base64()));
        case Content.ImageAt image -> picture(image.url());
        case Content.File file ->
            Tree.of("type", "input_file")
                .putIfAny("filename", file.name())
                .put("file_data", Attachments.dataUrl(file.mediaType(), file.base64()))
                .json();
        case Content.FileAt file ->
            Tree.of("type", "input_file").put("file_url", file.url()).json();
        case Content.Other other -> Attachments.own(ResponsesDialect.WORD, other);
      };
    }

    private static Json picture(String url) {
      return Tree.of("type", "input_image").put("image_url", url).json();
    }

    @Override
    public void own(Response response) {
      body.continueWith(ResponsesNextRequest.of(response));
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      if (!answer.text().isEmpty()) {
        var text = Tree.of("type", "output_text").put("text", answer.text());
        body.add("input", Tree.of("role", "assistant").add("content", text));
      }
      for (MessageWalk.Call call : answer.calls()) {
        body.add(
            "input",
            Tree.of("type", "function_call")
                .put("call_id", call.id())
                .put("name", call.name())
                .put("arguments", call.arguments()));
      }
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs) {
      for (MessageWalk.Output output : outputs) {
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
