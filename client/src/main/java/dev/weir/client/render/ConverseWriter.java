package dev.weir.client.render;

import dev.weir.client.provider.Provider;
import dev.weir.client.request.Content;
import dev.weir.client.request.OutputFormat;
import dev.weir.client.request.Request;
import dev.weir.client.request.Sampling;
import dev.weir.client.request.Thinking;
import dev.weir.client.request.ToolSpec;
import dev.weir.codec.json.Json;
import dev.weir.codec.stream.Dialect;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Bedrock Converse. Roles must alternate, so messages of one role that follow each other are
 * joined. Thinking is a matter of the model behind it; it is written as Anthropic's models want it.
 * The dialect has no seed, and fetches no pictures.
 */
final class ConverseWriter implements RequestWriter.Dialected {
  private static final int LEAST_BUDGET = 1_024;

  @Override
  public Rendered write(Request request, String modelName, Provider provider) {
    var messages = new Messages();
    Conversation.write(request, Dialect.BEDROCK, messages);
    var body = new Tree().put("messages", Tree.array(messages.written));
    String told = Wishes.instructionsAskingForJson(request);
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
      int tokens = Math.max(LEAST_BUDGET, Wishes.budget(thinking));
      var wish = Tree.of("type", "enabled").put("budget_tokens", tokens);
      body.put("additionalModelRequestFields", new Tree().put("thinking", wish));
    }
    if (request.format() instanceof OutputFormat.JsonSchema schema) {
      body.put("outputConfig", new Tree().put("textFormat", format(schema)));
    }
    String model = URLEncoder.encode(modelName, StandardCharsets.UTF_8);
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

  private static final class Messages implements Conversation.Voice {
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
      add("user", contents.stream().map(c -> content(c).json()).toList());
    }

    private static Tree content(Content content) {
      return switch (content) {
        case Content.Text text -> Tree.of("text", text.text());
        case Content.Image image -> {
          String format = image.mediaType().substring(image.mediaType().indexOf('/') + 1);
          var source = new Tree().put("source", Tree.of("bytes", image.base64()));
          yield new Tree().put("image", source.put("format", format));
        }
        case Content.ImageAt image -> throw Wishes.cannotFetch("Bedrock Converse", image);
      };
    }

    @Override
    public void own(Json next) {
      for (Json message : next.get("messages").items()) {
        add(message.get("role").textOrEmpty(), message.get("content").items());
      }
    }

    @Override
    public void answer(Conversation.Answer answer) {
      List<Json> contents = new ArrayList<>();
      if (!answer.text().isBlank()) {
        contents.add(Tree.of("text", answer.text()).json());
      }
      for (Conversation.Call call : answer.calls()) {
        var use = Tree.of("toolUseId", call.id()).put("name", call.name());
        contents.add(new Tree().put("toolUse", use.put("input", call.argumentsObject())).json());
      }
      add("assistant", contents);
    }

    @Override
    public void outputs(List<Conversation.Output> outputs) {
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
