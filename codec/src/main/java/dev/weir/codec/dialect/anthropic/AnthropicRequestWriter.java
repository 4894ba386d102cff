package dev.weir.codec.dialect.anthropic;

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
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Anthropic Messages. A limit on tokens is required, so there is a default; thinking counts towards
 * it and is added. With thinking, the dialect refuses a temperature, which is left out then. It has
 * no seed.
 */
final class AnthropicRequestWriter {
  static final int DEFAULT_MAX_TOKENS = 8_192;
  private static final int LEAST_BUDGET = 1_024;

  /**
   * Models that are told a number of tokens; later ones decide by themselves and take an effort.
   */
  private static final Pattern BUDGETED =
      Pattern.compile("claude-(3|instant|2|(opus|sonnet|haiku)-4(-[0-5])?([-@]?20\\d{6}.*)?$).*");

  private AnthropicRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var body = new Tree().put("model", modelName);
    body.putIfAny("system", Instructions.askingForJson(request));
    MessageWalk.write(request, AnthropicDialect.WORD, new Messages(body));
    body.put("stream", true);
    request.tools().forEach(tool -> body.add("tools", tool(tool)));
    Thinking thinking = request.thinking();
    var outputConfig = new Tree();
    int budget = 0;
    if (thinking != null) {
      budget = thinking(body, outputConfig, thinking, modelName);
    }
    body.put("max_tokens", maxTokens(request.maxOutputTokens(), budget));
    if (thinking == null || thinking instanceof Thinking.Off) {
      body.putIfAny("temperature", request.sampling().temperature());
      body.putIfAny("top_p", request.sampling().topP());
    }
    body.putIfAny("stop_sequences", request.sampling().stopTexts());
    if (request.format() instanceof OutputFormat.JsonSchema schema) {
      outputConfig.put("format", Tree.of("type", "json_schema").put("schema", schema.schema()));
    }
    body.putIfAny("output_config", outputConfig);
    return new Rendered("/messages", Map.of("anthropic-version", "2023-06-01"), body.json());
  }

  private static long maxTokens(@Nullable Integer asked, int budget) {
    return asked == null ? DEFAULT_MAX_TOKENS + (long) budget : Math.max(asked, budget + 1L);
  }

  private static int thinking(Tree body, Tree outputConfig, Thinking thinking, String modelName) {
    boolean isBudget = thinking instanceof Thinking.Budget || BUDGETED.matcher(modelName).matches();
    if (thinking instanceof Thinking.Off) {
      body.put("thinking", Tree.of("type", "disabled"));
      return 0;
    }
    if (isBudget) {
      int tokens = Math.max(LEAST_BUDGET, ThinkingScale.budget(thinking));
      body.put("thinking", Tree.of("type", "enabled").put("budget_tokens", tokens));
      return tokens;
    }
    // Without a display these models send their thinking empty.
    body.put("thinking", Tree.of("type", "adaptive").put("display", "summarized"));
    String effort = ThinkingScale.effort(thinking);
    outputConfig.put("effort", effort.equals("minimal") ? "low" : effort);
    return 0;
  }

  private static Tree tool(ToolSpec tool) {
    return Tree.of("name", tool.name())
        .put("description", tool.description())
        .put("input_schema", tool.parameters());
  }

  private record Messages(Tree body) implements MessageWalk.Voice {

    @Override
    public void user(List<Content> contents) {
      var message = Tree.of("role", "user");
      contents.forEach(content -> message.add("content", content(content)));
      body.add("messages", message);
    }

    private static Json content(Content content) {
      return switch (content) {
        case Content.Text text -> Tree.of("type", "text").put("text", text.text()).json();
        case Content.Image image -> shown("image", bytes(image.mediaType(), image.base64())).json();
        case Content.ImageAt image -> shown("image", address(image.url())).json();
        case Content.File file ->
            shown("document", bytes(file.mediaType(), file.base64()))
                .putIfAny("title", file.name())
                .json();
        case Content.FileAt file -> shown("document", address(file.url())).json();
        case Content.Other other -> Attachments.own(AnthropicDialect.WORD, other);
      };
    }

    private static Tree shown(String type, Tree source) {
      return Tree.of("type", type).put("source", source);
    }

    private static Tree bytes(String mediaType, String base64) {
      return Tree.of("type", "base64").put("media_type", mediaType).put("data", base64);
    }

    private static Tree address(String url) {
      return Tree.of("type", "url").put("url", url);
    }

    @Override
    public void own(Response response) {
      body.continueWith(AnthropicNextRequest.of(response));
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      var message = Tree.of("role", "assistant");
      if (!answer.text().isBlank()) {
        message.add("content", Tree.of("type", "text").put("text", answer.text()));
      }
      for (MessageWalk.Call call : answer.calls()) {
        message.add(
            "content",
            Tree.of("type", "tool_use")
                .put("id", call.id())
                .put("name", call.name())
                .put("input", call.argumentsObject()));
      }
      if (message.has("content")) {
        body.add("messages", message);
      }
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs) {
      var message = Tree.of("role", "user");
      for (MessageWalk.Output output : outputs) {
        var result = Tree.of("type", "tool_result").putIfAny("tool_use_id", output.callId());
        result.put("content", output.text());
        message.add("content", output.isError() ? result.put("is_error", true) : result);
      }
      body.add("messages", message);
    }
  }
}
