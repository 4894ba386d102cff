package dev.weir.codec.dialect.interactions;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.Draft;
import dev.weir.codec.render.Foreign;
import dev.weir.codec.render.Instructions;
import dev.weir.codec.render.MessageWalk;
import dev.weir.codec.render.OfferedTools;
import dev.weir.codec.render.OfferedTools.Can;
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
import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.Response;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests in Gemini Interactions, as a conversation of steps. Nothing is stored unless a
 * vendor option asks for it, so every step is sent each time.
 */
final class InteractionsRequestWriter {
  /** Asks for the form of steps; without it the provider may answer in the older form. */
  private static final Map<String, String> HEADERS = Map.of("Api-Revision", "2026-05-20");

  private InteractionsRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var draft = new Draft(request, InteractionsDialect.WORD, "input", "content").model(modelName);
    Tree body = draft.body();
    MessageWalk.write(draft, new Steps(draft));
    draft.stream(style, /* unasked= */ false, () -> body.put("stream", true));
    body.put("store", Boolean.TRUE.equals(request.store()));
    draft.carry(Setting.STORE, () -> {});
    draft.carry(Setting.SERVICE_TIER, "service_tier", request.serviceTier());
    draft.carry(Setting.FORMAT, () -> body.put("response_format", format(request.format())));
    Tree config = config(draft);
    new OfferedTools(draft, Can.CHOOSE, Can.CHOOSE_AMONG)
        .write(InteractionsRequestWriter::tool, tool -> body.add("tools", tool))
        .choose(choice -> config.put("tool_choice", choice(choice)));
    body.putIfAny("generation_config", config);
    return draft.done(InteractionsDialect.PATH, HEADERS);
  }

  private static Tree tool(ToolSpec spec) {
    ToolSpec tool = Foreign.function(spec);
    return Tree.of("type", "function")
        .put("name", tool.name())
        .put("description", tool.description())
        .put("parameters", tool.parameters());
  }

  private static Json choice(ToolChoice choice) {
    String mode =
        switch (choice.mode()) {
          case AUTO -> "auto";
          case NONE -> "none";
          case REQUIRED -> "any";
        };
    return choice.names().isEmpty()
        ? new Json.Text(mode)
        : new Tree()
            .put("allowed_tools", Tree.of("mode", mode).putIfAny("tools", choice.names()))
            .json();
  }

  private static Tree format(@Nullable OutputFormat format) {
    var json = Tree.of("type", "text").put("mime_type", "application/json");
    return format instanceof OutputFormat.JsonSchema schema
        ? json.put("schema", schema.schema())
        : json;
  }

  private static Tree config(Draft draft) {
    Request request = draft.request();
    Sampling sampling = request.sampling();
    var config = new Tree();
    draft
        .carry(Setting.TEMPERATURE, () -> config.putIfAny("temperature", sampling.temperature()))
        .carry(Setting.TOP_P, () -> config.putIfAny("top_p", sampling.topP()))
        .carry(Setting.SEED, () -> config.putIfAny("seed", sampling.seed()))
        .carry(Setting.STOP, () -> config.putIfAny("stop_sequences", sampling.stopTexts()))
        .carry(
            Setting.MAX_OUTPUT_TOKENS,
            () -> config.putIfAny("max_output_tokens", request.maxOutputTokens()))
        .carry(Setting.THINKING, () -> thinking(draft, config))
        .carry(
            Setting.SHOWN_THINKING,
            () ->
                config.put(
                    "thinking_summaries",
                    Boolean.TRUE.equals(request.showsThinking()) ? "auto" : "none"));
    return config;
  }

  /** A level between minimal and high; no model can be kept from thinking altogether. */
  private static void thinking(Draft draft, Tree config) {
    Thinking thinking = draft.request().thinking();
    if (thinking == null) {
      return;
    }
    String effort = ThinkingScale.effort(thinking);
    String level =
        switch (effort) {
          case "none" -> "minimal";
          case "xhigh", "max" -> "high";
          default -> effort;
        };
    boolean isExact =
        thinking instanceof Thinking.Effort(Thinking.Level wanted)
            && wanted.name().toLowerCase(Locale.ROOT).equals(level);
    if (!isExact) {
      draft.approximate(Setting.THINKING, "level " + level);
    }
    config.put("thinking_level", level);
    if (!(thinking instanceof Thinking.Off)) {
      config.put("thinking_summaries", "auto");
    }
  }

  private record Steps(Draft draft) implements MessageWalk.Voice {

    @Override
    public void before(List<Message.Instruction> told) {
      draft.body().put("system_instruction", Instructions.of(draft, told));
    }

    /** In the middle of a conversation, only the user can say it in this dialect. */
    @Override
    public void amid(Message.Instruction told) {
      draft.lose(Instructions.saidByUser(told, InteractionsDialect.WORD));
      user(new Message.User(told.contents(), told.origin()));
    }

    @Override
    public void user(Message.User user) {
      draft.own(user.origin());
      said(Tree.of("type", "user_input"), user.contents());
    }

    private void said(Tree step, List<Content> contents) {
      draft.parts(step, contents, this::part);
      if (step.has("content")) {
        draft.add(step);
      }
    }

    @Override
    public @Nullable Json part(Content content) {
      draft.lost().cache(content.note());
      return switch (content) {
        case Content.Text text -> text(text.text()).json();
        case Content.Value value -> text(value.json().toText()).json();
        case Content.Attachment shown -> {
          draft.lost().detail(shown);
          draft.lost().name(shown);
          Tree part = media(shown);
          yield part == null
              ? draft.drop(shown, Attachments.lacks(InteractionsDialect.WORD, shown))
              : part.json();
        }
        case Content.Other other -> draft.own(other);
      };
    }

    private static Tree text(String text) {
      return Tree.of("type", "text").put("text", text);
    }

    private static @Nullable Tree media(Content.Attachment shown) {
      var media = Tree.of("type", shown.kind().name().toLowerCase(Locale.ROOT));
      return switch (shown.source()) {
        case Source.Inline inline ->
            media.put("mime_type", inline.mediaType()).put("data", inline.base64());
        case Source.At at ->
            Attachments.isPublic(at) || at.url().startsWith("gs://")
                ? media.putIfAny("mime_type", at.mediaType()).put("uri", at.url())
                : null;
        case Source.Plain plain -> text(plain.text());
        case Source.Stored stored -> null;
      };
    }

    @Override
    public void own(Response response) {
      draft.continueWith(InteractionsNextRequest.of(response));
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      if (!answer.text().isEmpty()) {
        draft.add(InteractionsNextRequest.output(text(answer.text())));
      }
      for (MessageWalk.Call call : answer.calls()) {
        draft.add(
            Tree.of("type", "function_call")
                .put("id", call.id())
                .put("name", call.name())
                .put("arguments", call.argumentsObject()));
      }
    }

    /** What tools returned is the user's input; pictures that they returned are beside it. */
    @Override
    public void outputs(List<MessageWalk.Output> outputs, @Nullable Origin shell) {
      draft.lost().of(shell);
      var step = Tree.of("type", "user_input");
      for (MessageWalk.Output output : outputs) {
        draft.outputPart(step, output, () -> result(output));
        for (Content content : output.contents()) {
          draft.lost().of(content.note().origin());
          draft.lost().cache(content.note());
        }
      }
      outputs.forEach(output -> draft.parts(step, output.shown(), this::part));
      draft.add(step);
    }

    private static Tree result(MessageWalk.Output output) {
      var result =
          Tree.of("type", "function_result")
              .putIfAny("call_id", output.callId())
              .put("name", output.toolName())
              .put("result", output.text());
      return output.isError() ? result.put("is_error", true) : result;
    }
  }
}
