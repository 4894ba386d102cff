package dev.weir.xai;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.Instructions;
import dev.weir.codec.render.MessageWalk;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.Response;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * xAI's chat service, in the JSON form of its protobuf messages; the transport over gRPC makes
 * messages of it. Earlier reasoning comes back only if it was asked for encrypted.
 */
final class XaiRequestWriter {
  static final String PATH = "/xai_api.Chat/GetCompletionChunk";

  private XaiRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var body = new Tree().put("model", modelName);
    String told = Instructions.of(request);
    if (told != null) {
      body.add("messages", message("ROLE_SYSTEM").add("content", text(told)));
    }
    MessageWalk.write(request, XaiDialect.WORD, new Messages(body));
    request.tools().forEach(tool -> body.add("tools", function(tool)));
    Thinking thinking = request.thinking();
    if (thinking != null) {
      body.put("reasoning_effort", effort(thinking));
    }
    body.put("use_encrypted_content", true);
    body.putIfAny("temperature", request.sampling().temperature());
    body.putIfAny("top_p", request.sampling().topP());
    body.putIfAny("seed", request.sampling().seed());
    body.putIfAny("stop", request.sampling().stopTexts());
    body.putIfAny("max_tokens", request.maxOutputTokens());
    OutputFormat format = request.format();
    if (format != null) {
      body.put("response_format", format(format));
    }
    return new Rendered(PATH, Map.of(), body.json());
  }

  private static Tree function(ToolSpec tool) {
    return new Tree()
        .put(
            "function",
            Tree.of("name", tool.name())
                .put("description", tool.description())
                .put("parameters", tool.parameters().toText()));
  }

  /** There is no effort below low. */
  private static String effort(Thinking thinking) {
    String word = ThinkingScale.effort(thinking);
    return "EFFORT_" + (word.equals("minimal") ? "LOW" : word.toUpperCase(Locale.ROOT));
  }

  private static Tree format(OutputFormat format) {
    return switch (format) {
      case OutputFormat.AnyJson any -> Tree.of("format_type", "FORMAT_TYPE_JSON_OBJECT");
      case OutputFormat.JsonSchema schema ->
          Tree.of("format_type", "FORMAT_TYPE_JSON_SCHEMA").put("schema", schema.schema().toText());
    };
  }

  private static Tree message(String role) {
    return Tree.of("role", role);
  }

  private static Tree text(String text) {
    return Tree.of("text", text);
  }

  private static Json part(Content content) {
    return switch (content) {
      case Content.Text said -> text(said.text()).json();
      case Content.Image image ->
          picture(Attachments.dataUrl(image.mediaType(), image.base64())).json();
      case Content.ImageAt image -> picture(image.url()).json();
      case Content.File file -> throw Attachments.noFiles("xAI");
      case Content.FileAt file -> throw Attachments.noFiles("xAI");
      case Content.Other other -> Attachments.own(XaiDialect.WORD, other);
    };
  }

  private static Tree picture(String url) {
    return new Tree().put("image_url", Tree.of("image_url", url));
  }

  private record Messages(Tree body) implements MessageWalk.Voice {

    @Override
    public void user(List<Content> contents) {
      var message = message("ROLE_USER");
      contents.forEach(content -> message.add("content", part(content)));
      body.add("messages", message);
    }

    @Override
    public void own(Response response) {
      body.continueWith(XaiNextRequest.of(response));
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      var message = message("ROLE_ASSISTANT").add("content", text(answer.text()));
      for (MessageWalk.Call call : answer.calls()) {
        message.add(
            "tool_calls",
            Tree.of("id", call.id())
                .put("type", "TOOL_CALL_TYPE_CLIENT_SIDE_TOOL")
                .put("function", Tree.of("name", call.name()).put("arguments", call.arguments())));
      }
      body.add("messages", message);
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs) {
      outputs.forEach(output ->
          body.add(
              "messages",
              message("ROLE_TOOL")
                  .add("content", text(output.text()))
                  .putIfAny("tool_call_id", output.callId())));
    }
  }
}
