package dev.weir.codec.dialect.gemini;

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
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Gemini, at its own address and on Vertex. On Vertex the arguments of calls are asked to be
 * streamed; an endpoint that refuses that is asked once more without.
 */
final class GeminiRequestWriter {
  /** What stands for the signature of a call that another model made; without one it is refused. */
  private static final String FOREIGN_CALL = "skip_thought_signature_validator";

  /** A name, or the place of a model: {@code tunedModels/x}, {@code publishers/google/models/x}. */
  private static final Pattern MODEL = Pattern.compile("\\w[\\w.@-]*+(/\\w[\\w.@-]*+)*+");

  private GeminiRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    Tree body = body(request, modelName);
    String model =
        PathText.segment(PathText.checkedModel(GeminiDialect.WORD, MODEL, modelName))
            .replace("%2F", "/");
    String place = model.contains("/") ? "/" + model : "/models/" + model;
    String path = place + ":streamGenerateContent?alt=sse";
    var plain = new Rendered(path, Map.of(), body.json());
    if (!style.streamsArguments() || request.tools().isEmpty()) {
      return plain;
    }
    var config = new Tree().put("streamFunctionCallArguments", true);
    body.put("toolConfig", new Tree().put("functionCallingConfig", config));
    return new Rendered(path, Map.of(), body.json(), plain);
  }

  private static Tree body(Request request, String modelName) {
    var body = new Tree();
    String told = Instructions.of(request);
    if (told != null) {
      body.put("systemInstruction", new Tree().add("parts", Tree.of("text", told)));
    }
    MessageWalk.write(request, GeminiDialect.WORD, new Contents(body));
    if (!request.tools().isEmpty()) {
      var declarations = new Tree();
      request.tools().forEach(tool -> declarations.add("functionDeclarations", tool(tool)));
      body.add("tools", declarations);
    }
    return body.putIfAny("generationConfig", config(request, modelName));
  }

  private static Tree tool(ToolSpec tool) {
    return Tree.of("name", tool.name())
        .put("description", tool.description())
        .put("parametersJsonSchema", tool.parameters());
  }

  private static Tree config(Request request, String modelName) {
    Sampling sampling = request.sampling();
    var config = new Tree();
    config.putIfAny("temperature", sampling.temperature()).putIfAny("topP", sampling.topP());
    config.putIfAny("seed", sampling.seed()).putIfAny("stopSequences", sampling.stopTexts());
    config.putIfAny("maxOutputTokens", request.maxOutputTokens());
    if (request.format() != null) {
      config.put("responseMimeType", "application/json");
    }
    if (request.format() instanceof OutputFormat.JsonSchema schema) {
      config.put("responseJsonSchema", schema.schema());
    }
    Thinking thinking = request.thinking();
    if (thinking != null) {
      config.put("thinkingConfig", thinking(thinking, modelName));
    }
    return config;
  }

  /**
   * Models of version 2 take a number of tokens, later ones a level; some of those refuse a number,
   * and none can be silenced.
   */
  private static Tree thinking(Thinking thinking, String modelName) {
    boolean isOff = thinking instanceof Thinking.Off;
    var config = isOff ? new Tree() : new Tree().put("includeThoughts", true);
    if (modelName.contains("gemini-2")) {
      return config.put("thinkingBudget", ThinkingScale.budget(thinking));
    }
    return config.put("thinkingLevel", isOff ? "low" : ThinkingScale.effort(thinking));
  }

  private record Contents(Tree body) implements MessageWalk.Voice {

    @Override
    public void user(List<Content> contents) {
      var message = Tree.of("role", "user");
      contents.forEach(content -> message.add("parts", part(content)));
      body.add("contents", message);
    }

    private static Json part(Content content) {
      return switch (content) {
        case Content.Text text -> Tree.of("text", text.text()).json();
        case Content.Image image -> data(image.mediaType(), image.base64()).json();
        case Content.ImageAt image -> address(image.url()).json();
        case Content.File file -> data(file.mediaType(), file.base64()).json();
        case Content.FileAt file -> address(file.url()).json();
        case Content.Other other -> Attachments.own(GeminiDialect.WORD, other);
      };
    }

    private static Tree data(String mediaType, String base64) {
      return new Tree().put("inlineData", Tree.of("mimeType", mediaType).put("data", base64));
    }

    private static Tree address(String url) {
      return new Tree().put("fileData", Tree.of("fileUri", url));
    }

    @Override
    public void own(Response response) {
      body.continueWith(GeminiNextRequest.of(response));
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      var message = Tree.of("role", "model");
      if (!answer.text().isEmpty()) {
        message.add("parts", Tree.of("text", answer.text()));
      }
      for (int i = 0; i < answer.calls().size(); i++) {
        MessageWalk.Call call = answer.calls().get(i);
        var part =
            new Tree()
                .put(
                    "functionCall",
                    Tree.of("id", call.id())
                        .put("name", call.name())
                        .put("args", call.argumentsObject()));
        message.add("parts", i == 0 ? part.put("thoughtSignature", FOREIGN_CALL) : part);
      }
      if (message.has("parts")) {
        body.add("contents", message);
      }
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs) {
      var message = Tree.of("role", "user");
      for (MessageWalk.Output output : outputs) {
        var response = Tree.of(output.isError() ? "error" : "output", output.text());
        message.add(
            "parts",
            new Tree()
                .put(
                    "functionResponse",
                    new Tree()
                        .putIfAny("id", output.callId())
                        .put("name", output.toolName())
                        .put("response", response)));
      }
      body.add("contents", message);
    }
  }
}
