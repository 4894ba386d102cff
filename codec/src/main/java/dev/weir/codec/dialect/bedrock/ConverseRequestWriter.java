package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.Instructions;
import dev.weir.codec.render.MessageWalk;
import dev.weir.codec.render.PathText;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Sampling;
import dev.weir.codec.request.Style;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Bedrock Converse. Roles must alternate, so messages of one role that follow each other are
 * joined. Thinking is a matter of the model behind it; it is written as Anthropic's models want it.
 * The dialect has no seed, and fetches no pictures.
 */
final class ConverseRequestWriter {
  private static final int LEAST_BUDGET = 1_024;
  private static final String NAME = "Bedrock Converse";

  /** An id, or the name of a resource: {@code arn:aws:bedrock:…:inference-profile/x}. */
  private static final Pattern MODEL = Pattern.compile("\\w[\\w.:-]*+(/\\w[\\w.:-]*+)*+");

  private ConverseRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var messages = new Messages();
    MessageWalk.write(request, BedrockDialect.WORD, messages);
    var body = new Tree().put("messages", Tree.array(messages.written));
    String told = Instructions.askingForJson(request);
    if (told != null) {
      body.add("system", Tree.of("text", told));
    }
    if (!request.tools().isEmpty()) {
      var config = new Tree();
      request.tools().forEach(tool -> config.add("tools", tool(tool)));
      body.put("toolConfig", config);
    }
    body.putIfAny("inferenceConfig", inference(request));
    Thinking thinking = request.thinking();
    if (thinking != null && !(thinking instanceof Thinking.Off)) {
      int tokens = Math.max(LEAST_BUDGET, ThinkingScale.budget(thinking));
      var wish = Tree.of("type", "enabled").put("budget_tokens", tokens);
      body.put("additionalModelRequestFields", new Tree().put("thinking", wish));
    }
    if (request.format() instanceof OutputFormat.JsonSchema schema) {
      body.put("outputConfig", new Tree().put("textFormat", format(schema)));
    }
    String model = PathText.segment(PathText.checkedModel(BedrockDialect.WORD, MODEL, modelName));
    return new Rendered("/model/" + model + "/converse-stream", Map.of(), body.json());
  }

  private static Tree inference(Request request) {
    Sampling sampling = request.sampling();
    return new Tree()
        .putIfAny("maxTokens", request.maxOutputTokens())
        .putIfAny("temperature", sampling.temperature())
        .putIfAny("topP", sampling.topP())
        .putIfAny("stopSequences", sampling.stopTexts());
  }

  private static Tree tool(ToolSpec tool) {
    var spec = Tree.of("name", tool.name()).put("description", tool.description());
    return new Tree()
        .put("toolSpec", spec.put("inputSchema", new Tree().put("json", tool.parameters())));
  }

  private static Tree format(OutputFormat.JsonSchema schema) {
    var named = Tree.of("name", schema.name()).put("schema", schema.schema().toText());
    return Tree.of("type", "json_schema").put("structure", new Tree().put("jsonSchema", named));
  }

  private static final class Messages implements MessageWalk.Voice {
    final List<Tree> written = new ArrayList<>();
    private String role = "";

    private void add(String newRole, List<Json> contents) {
      if (contents.isEmpty()) {
        return;
      }
      if (!newRole.equals(role)) {
        role = newRole;
        written.add(Tree.of("role", role));
      }
      contents.forEach(content -> written.getLast().add("content", content));
    }

    @Override
    public void user(List<Content> contents) {
      add("user", contents.stream().map(Messages::content).toList());
    }

    private static Json content(Content content) {
      return switch (content) {
        case Content.Text text -> Tree.of("text", text.text()).json();
        case Content.Image image -> {
          var source = new Tree().put("source", Tree.of("bytes", image.base64()));
          yield new Tree().put("image", source.put("format", format(image.mediaType()))).json();
        }
        case Content.File file -> {
          var source = new Tree().put("source", Tree.of("bytes", file.base64()));
          source.put("format", format(file.mediaType()));
          // A document must have a name.
          source.put("name", file.name() == null ? "document" : file.name());
          yield new Tree().put("document", source).json();
        }
        case Content.ImageAt image -> throw Attachments.cannotFetch(NAME, image.url());
        case Content.FileAt file -> throw Attachments.cannotFetch(NAME, file.url());
        case Content.Other other -> Attachments.own(BedrockDialect.WORD, other);
      };
    }

    private static String format(String mediaType) {
      return mediaType.substring(mediaType.indexOf('/') + 1);
    }

    @Override
    public void own(Response response) {
      Json next = ProviderJson.object(ConverseNextRequest.of(response));
      if (next == null) {
        return;
      }
      for (Json message : next.get("messages").items()) {
        add(message.get("role").textOrEmpty(), message.get("content").items());
      }
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      List<Json> contents = new ArrayList<>();
      if (!answer.text().isBlank()) {
        contents.add(Tree.of("text", answer.text()).json());
      }
      for (MessageWalk.Call call : answer.calls()) {
        var use = Tree.of("toolUseId", call.id()).put("name", call.name());
        contents.add(new Tree().put("toolUse", use.put("input", call.argumentsObject())).json());
      }
      add("assistant", contents);
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs) {
      add(
          "user",
          outputs.stream()
              .map(output ->
                  new Tree()
                      .put(
                          "toolResult",
                          new Tree()
                              .putIfAny("toolUseId", output.callId())
                              .add("content", Tree.of("text", output.text()))
                              .put("status", output.isError() ? "error" : "success"))
                      .json())
              .toList());
    }
  }
}
