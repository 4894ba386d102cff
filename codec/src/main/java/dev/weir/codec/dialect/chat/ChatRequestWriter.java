package dev.weir.codec.dialect.chat;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.ChatForms;
import dev.weir.codec.render.Draft;
import dev.weir.codec.render.Foreign;
import dev.weir.codec.render.Instructions;
import dev.weir.codec.render.MessageWalk;
import dev.weir.codec.render.OfferedTools;
import dev.weir.codec.render.OfferedTools.Can;
import dev.weir.codec.render.OpenAiSettings;
import dev.weir.codec.render.Schemas;
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
import dev.weir.event.Response;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes requests in OpenAI Chat, in the variants of its many providers. */
final class ChatRequestWriter {

  private ChatRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var draft = new Draft(request, ChatDialect.WORD, "messages", "content").model(modelName);
    Tree body = draft.body();
    MessageWalk.write(draft, new Messages(draft));
    draft.stream(style, /* unasked= */ false, () -> stream(body, style));
    new OfferedTools(draft, Can.CHOOSE, Can.CHOOSE_AMONG, Can.BE_STRICT_IF_CLOSED)
        .write(ChatForms::strictFunction, tool -> body.add("tools", tool))
        .choose(choice -> body.put("tool_choice", choice(choice)))
        .parallel(parallel -> body.put("parallel_tool_calls", (boolean) parallel));
    thinking(draft, style);
    sampling(draft, request.sampling());
    draft.carry(Setting.MAX_OUTPUT_TOKENS, style.maxTokensField(), request.maxOutputTokens());
    draft.carry(Setting.FORMAT, () -> format(draft, request.format()));
    OpenAiSettings.write(draft);
    draft.carry(Setting.ALTERNATIVES, "n", request.alternatives());
    draft.carry(Setting.VERBOSITY, "verbosity", request.verbosity());
    draft.carry(
        Setting.LOGPROBS,
        () -> body.put("logprobs", true).putIfAny("top_logprobs", request.logprobs()));
    return draft.done("/chat/completions", Map.of());
  }

  private static Json choice(ToolChoice choice) {
    if (choice.isNamed()) {
      return named(choice.names().getFirst()).json();
    }
    if (choice.names().isEmpty()) {
      return new Json.Text(OpenAiSettings.word(choice.mode()));
    }
    var allowed = Tree.of("mode", OpenAiSettings.word(choice.mode()));
    choice.names().forEach(name -> allowed.add("tools", named(name)));
    return Tree.of("type", "allowed_tools").put("allowed_tools", allowed).json();
  }

  private static Tree named(String tool) {
    return Tree.of("type", "function").put("function", Tree.of("name", tool));
  }

  private static void stream(Tree body, Style style) {
    body.put("stream", true);
    if (style.asksForUsage()) {
      body.put("stream_options", new Tree().put("include_usage", true));
    }
  }

  private static void sampling(Draft draft, Sampling sampling) {
    draft
        .carry(Setting.TEMPERATURE, "temperature", sampling.temperature())
        .carry(Setting.TOP_P, "top_p", sampling.topP())
        .carry(Setting.FREQUENCY_PENALTY, "frequency_penalty", sampling.frequencyPenalty())
        .carry(Setting.PRESENCE_PENALTY, "presence_penalty", sampling.presencePenalty())
        .carry(Setting.SEED, "seed", sampling.seed())
        .carry(Setting.STOP, () -> draft.body().putIfAny("stop", sampling.stopTexts()));
  }

  private static void thinking(Draft draft, Style style) {
    Thinking thinking = draft.request().thinking();
    Tree body = draft.body();
    if (style.thinking() == Style.ThinkingField.NONE) {
      // Nothing to say: the model decides.
      return;
    }
    draft.carry(
        Setting.THINKING,
        () -> {
          if (thinking != null) {
            thinking(body, thinking, style);
            approximate(draft, thinking, style);
          }
        });
  }

  private static void thinking(Tree body, Thinking thinking, Style style) {
    boolean isOff = thinking instanceof Thinking.Off;
    switch (style.thinking()) {
      case REASONING_EFFORT -> body.put("reasoning_effort", ThinkingScale.effort(thinking));
      case REASONING ->
          body.put(
              "reasoning",
              switch (thinking) {
                case Thinking.Off off -> new Tree().put("enabled", false);
                case Thinking.On on -> new Tree().put("enabled", true);
                case Thinking.Effort effort -> Tree.of("effort", ThinkingScale.effort(effort));
                case Thinking.Budget budget -> new Tree().put("max_tokens", budget.tokens());
              });
      case THINKING_TYPE -> body.put("thinking", Tree.of("type", isOff ? "disabled" : "enabled"));
      case TEMPLATE -> body.put("chat_template_kwargs", new Tree().put("enable_thinking", !isOff));
      case NONE -> {}
    }
  }

  private static void approximate(Draft draft, Thinking thinking, Style style) {
    boolean isExact =
        switch (style.thinking()) {
          case REASONING_EFFORT ->
              thinking instanceof Thinking.Off || thinking instanceof Thinking.Effort;
          case REASONING -> true;
          case THINKING_TYPE, TEMPLATE ->
              thinking instanceof Thinking.Off || thinking instanceof Thinking.On;
          case NONE -> false;
        };
    if (!isExact) {
      draft.approximate(Setting.THINKING, "effort " + ThinkingScale.effort(thinking));
    }
  }

  private static void format(Draft draft, @Nullable OutputFormat format) {
    Tree body = draft.body();
    switch (format) {
      case null -> {}
      case OutputFormat.AnyJson any -> body.put("response_format", Tree.of("type", "json_object"));
      case OutputFormat.JsonSchema schema ->
          body.put(
              "response_format",
              Tree.of("type", "json_schema").put("json_schema", Schemas.named(schema, draft)));
    }
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
      ChatForms.contents(draft, message, user.contents(), this::part);
    }

    @Override
    public @Nullable Json part(Content content) {
      draft.lost().cache(content.note());
      return switch (content) {
        case Content.Text text -> ChatForms.text(text.text());
        case Content.Value value -> ChatForms.text(value.json().toText());
        case Content.Attachment shown -> attachment(shown);
        case Content.Other other -> draft.own(other);
      };
    }

    private @Nullable Json attachment(Content.Attachment shown) {
      Source source = shown.source();
      Tree part =
          switch (shown.kind()) {
            case IMAGE -> ChatForms.picture(source, shown.detail());
            case DOCUMENT -> file(shown);
            case AUDIO -> sound(source);
            case VIDEO -> null;
          };
      return part == null
          ? draft.drop(shown, Attachments.lacks(ChatDialect.WORD, shown))
          : part.json();
    }

    private @Nullable Tree file(Content.Attachment shown) {
      var file = new Tree().putIfAny("filename", shown.name());
      switch (shown.source()) {
        case Source.Inline inline ->
            file.put("file_data", Attachments.dataUrl(inline.mediaType(), inline.base64()));
        case Source.Stored stored -> {
          if (!OpenAiSettings.isKept(shown)) {
            return null;
          }
          file.put("file_id", stored.id());
        }
        case Source.Plain plain -> {
          draft.lost().name(shown);
          return Tree.of("type", "text").put("text", plain.text());
        }
        case Source.At at -> {
          return null;
        }
      }
      return Tree.of("type", "file").put("file", file);
    }

    private static @Nullable Tree sound(Source source) {
      if (!(source instanceof Source.Inline inline)) {
        return null;
      }
      String format = inline.mediaType().substring(inline.mediaType().indexOf('/') + 1);
      return Tree.of("type", "input_audio")
          .put(
              "input_audio",
              Tree.of("data", inline.base64())
                  .put("format", format.equals("mpeg") ? "mp3" : format));
    }

    @Override
    public void own(Response response) {
      draft.continueWith(ChatNextRequest.of(response));
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      boolean isSilent = answer.text().isEmpty() && !answer.calls().isEmpty();
      Json content = isSilent ? Json.Null.NULL : new Json.Text(answer.text());
      var message = Tree.of("role", "assistant").put("content", content);
      ChatForms.calls(message, answer.calls());
      draft.add(message);
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs, @Nullable Origin shell) {
      draft.lost().of(shell);
      outputs.forEach(output -> draft.output(output.note(), ChatForms.toolMessage(output)));
      Foreign.showAfterwards(draft, outputs, this);
    }
  }
}
