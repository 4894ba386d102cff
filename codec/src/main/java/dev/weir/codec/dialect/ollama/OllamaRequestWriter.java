package dev.weir.codec.dialect.ollama;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.ChatForms;
import dev.weir.codec.render.Draft;
import dev.weir.codec.render.Foreign;
import dev.weir.codec.render.Instructions;
import dev.weir.codec.render.MessageWalk;
import dev.weir.codec.render.OfferedTools;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Sampling;
import dev.weir.codec.request.Setting;
import dev.weir.codec.request.Style;
import dev.weir.codec.request.Thinking;
import dev.weir.event.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes requests to Ollama: thinking is on or off, or a level for gpt-oss; no pictures by URL. */
final class OllamaRequestWriter {

  private OllamaRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var draft = new Draft(request, OllamaDialect.WORD, "messages", "content").model(modelName);
    Tree body = draft.body();
    MessageWalk.write(draft, new Messages(draft));
    draft.stream(style, /* unasked= */ true, () -> body.put("stream", true));
    new OfferedTools(draft)
        .write(ChatForms::function, tool -> body.add("tools", tool))
        .choose(choice -> {});
    draft.carry(
        Setting.LOGPROBS,
        () -> body.put("logprobs", true).putIfAny("top_logprobs", request.logprobs()));
    draft.carry(
        Setting.THINKING,
        () -> {
          thinking(body, request.thinking(), modelName);
          if (request.thinking() instanceof Thinking.Budget
              || (request.thinking() instanceof Thinking.Effort && !isLevelled(modelName))) {
            draft.approximate(Setting.THINKING, "on");
          }
        });
    OutputFormat format = request.format();
    draft.carry(
        Setting.FORMAT,
        () -> {
          if (format != null) {
            body.put("format", format(format));
          }
        });
    options(draft, request.sampling());
    Rendered rendered = draft.done("/api/chat", Map.of());
    return isPrompt(request) ? prompted(rendered) : rendered;
  }

  /** Whether the request came to the older endpoint, which takes one text. */
  private static boolean isPrompt(Request request) {
    return request.messages().getLast() instanceof Message.User user
        && user.origin() != null
        && user.origin().isOf(OllamaDialect.WORD)
        && user.origin().path().equals("prompt");
  }

  private static Rendered prompted(Rendered rendered) {
    Map<String, Json> body = new LinkedHashMap<>(rendered.body().fields());
    Json message = body.getOrDefault("messages", Json.Null.NULL).at(0);
    body.remove("messages");
    body.put("prompt", message.get("content"));
    if (message.has("images")) {
      body.put("images", message.get("images"));
    }
    return new Rendered(
        "/api/generate", rendered.headers(), new Json.Fields(body), null, rendered.leftOut());
  }

  private static boolean isLevelled(String modelName) {
    return modelName.contains("gpt-oss");
  }

  private static void thinking(Tree body, @Nullable Thinking thinking, String modelName) {
    if (thinking instanceof Thinking.Effort effort && isLevelled(modelName)) {
      body.put("think", ThinkingScale.effort(effort));
    } else {
      body.put("think", !(thinking instanceof Thinking.Off));
    }
  }

  private static void options(Draft draft, Sampling sampling) {
    var options = new Tree();
    draft
        .carry(Setting.TEMPERATURE, () -> options.putIfAny("temperature", sampling.temperature()))
        .carry(Setting.TOP_P, () -> options.putIfAny("top_p", sampling.topP()))
        .carry(Setting.TOP_K, () -> options.putIfAny("top_k", sampling.topK()))
        .carry(
            Setting.FREQUENCY_PENALTY,
            () -> options.putIfAny("frequency_penalty", sampling.frequencyPenalty()))
        .carry(
            Setting.PRESENCE_PENALTY,
            () -> options.putIfAny("presence_penalty", sampling.presencePenalty()))
        .carry(Setting.SEED, () -> options.putIfAny("seed", sampling.seed()))
        .carry(Setting.STOP, () -> options.putIfAny("stop", sampling.stopTexts()))
        .carry(
            Setting.MAX_OUTPUT_TOKENS,
            () -> options.putIfAny("num_predict", draft.request().maxOutputTokens()));
    draft.body().putIfAny("options", options);
  }

  private static Json format(OutputFormat format) {
    return switch (format) {
      case OutputFormat.AnyJson any -> new Json.Text("json");
      case OutputFormat.JsonSchema schema -> schema.schema();
    };
  }

  private record Messages(Draft draft) implements MessageWalk.Voice {

    @Override
    public void before(List<Message.Instruction> told) {
      draft.add(Tree.of("role", "system").put("content", Instructions.of(draft, told)));
    }

    @Override
    public void amid(Message.Instruction told) {
      before(List.of(told));
    }

    @Override
    public void user(Message.User user) {
      Tree message = draft.message(user.origin(), "user");
      StringBuilder said = new StringBuilder();
      for (Content content : user.contents()) {
        draft.lost().of(content.note().origin());
        draft.lost().cache(content.note());
        switch (content) {
          case Content.Text text -> said.append(said.isEmpty() ? "" : "\n").append(text.text());
          case Content.Value value -> said.append(value.json().toText());
          case Content.Attachment shown -> {
            String text = Attachments.textOf(shown.source());
            if (text == null) {
              attachment(message, shown);
            } else {
              draft.lost().name(shown);
              said.append(said.isEmpty() ? "" : "\n").append(text);
            }
          }
          case Content.Other other -> draft.own(other);
        }
      }
      boolean says = user.contents().stream().anyMatch(Content.Text.class::isInstance);
      if (says || user.origin() == null || !user.origin().isOf(OllamaDialect.WORD)) {
        message.put("content", said.toString());
      }
    }

    @Override
    public @Nullable Json part(Content content) {
      return content instanceof Content.Text text ? new Json.Text(text.text()) : null;
    }

    private void attachment(Tree message, Content.Attachment shown) {
      if (shown.kind() == Content.Kind.IMAGE && shown.source() instanceof Source.Inline inline) {
        message.add("images", new Json.Text(inline.base64()));
        draft.lost().name(shown);
        draft.lost().detail(shown);
      } else {
        draft.drop(shown, Attachments.lacks("Ollama", shown));
      }
    }

    @Override
    public void own(Response response) {
      draft.continueWith(OllamaNextRequest.of(response));
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      var message = Tree.of("role", "assistant").put("content", answer.text());
      for (MessageWalk.Call call : answer.calls()) {
        var function = Tree.of("name", call.name()).put("arguments", call.argumentsObject());
        message.add("tool_calls", new Tree().put("function", function));
      }
      draft.add(message);
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs, @Nullable Origin shell) {
      draft.lost().of(shell);
      for (MessageWalk.Output output : outputs) {
        draft.output(
            output.note(),
            Tree.of("role", "tool")
                .put("tool_name", output.toolName())
                .put("content", output.text()));
      }
      Foreign.showAfterwards(draft, outputs, this);
    }
  }
}
