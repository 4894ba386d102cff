package dev.weir.codec.dialect.cohere;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.ChatForms;
import dev.weir.codec.render.Draft;
import dev.weir.codec.render.Foreign;
import dev.weir.codec.render.Instructions;
import dev.weir.codec.render.MessageWalk;
import dev.weir.codec.render.OfferedTools;
import dev.weir.codec.render.OfferedTools.Can;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Content;
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

/** Writes requests to Cohere's chat, version 2. */
final class CohereRequestWriter {

  private CohereRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var draft = new Draft(request, CohereDialect.WORD, "messages", "content").model(modelName);
    Tree body = draft.body();
    MessageWalk.write(draft, new Messages(draft));
    draft.stream(style, /* unasked= */ false, () -> body.put("stream", true));
    new OfferedTools(draft, Can.CHOOSE)
        .write(ChatForms::function, tool -> body.add("tools", tool))
        .choose(choice -> choice(draft, choice));
    draft.carry(Setting.LOGPROBS, () -> body.put("logprobs", true));
    Thinking thinking = request.thinking();
    draft.carry(
        Setting.THINKING,
        () -> {
          if (thinking != null) {
            body.put("thinking", thinking(thinking));
            if (thinking instanceof Thinking.Effort) {
              draft.approximate(Setting.THINKING, "on");
            }
          }
        });
    draft.carry(Setting.FORMAT, () -> format(body, request.format()));
    Sampling sampling = request.sampling();
    draft
        .carry(Setting.TEMPERATURE, "temperature", sampling.temperature())
        .carry(Setting.TOP_P, "p", sampling.topP())
        .carry(Setting.TOP_K, "k", sampling.topK())
        .carry(Setting.FREQUENCY_PENALTY, "frequency_penalty", sampling.frequencyPenalty())
        .carry(Setting.PRESENCE_PENALTY, "presence_penalty", sampling.presencePenalty())
        .carry(Setting.SEED, "seed", sampling.seed())
        .carry(Setting.STOP, () -> body.putIfAny("stop_sequences", sampling.stopTexts()))
        .carry(Setting.MAX_OUTPUT_TOKENS, "max_tokens", request.maxOutputTokens());
    return draft.done("/v2/chat", Map.of());
  }

  private static void choice(Draft draft, ToolChoice choice) {
    if (choice.isNamed()) {
      draft.lose(Setting.TOOL_CHOICE, "cohere cannot be told which tool to call");
    }
    if (choice.mode() != ToolChoice.Mode.AUTO) {
      draft.body().put("tool_choice", choice.mode().name());
    }
  }

  private static void format(Tree body, @Nullable OutputFormat format) {
    var wanted = Tree.of("type", "json_object");
    body.put(
        "response_format",
        format instanceof OutputFormat.JsonSchema schema
            ? wanted.put("json_schema", schema.schema())
            : wanted);
  }

  private static Tree thinking(Thinking thinking) {
    return switch (thinking) {
      case Thinking.Off off -> Tree.of("type", "disabled");
      case Thinking.On on -> Tree.of("type", "enabled");
      case Thinking.Effort effort -> Tree.of("type", "enabled");
      case Thinking.Budget budget ->
          Tree.of("type", "enabled").put("token_budget", budget.tokens());
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
      ChatForms.contents(draft, message, user.contents(), this::part);
    }

    @Override
    public @Nullable Json part(Content content) {
      draft.lost().cache(content.note());
      return switch (content) {
        case Content.Text text -> ChatForms.text(text.text());
        case Content.Value value -> ChatForms.text(value.json().toText());
        case Content.Attachment shown -> {
          String text = Attachments.textOf(shown.source());
          Tree part =
              shown.kind() == Content.Kind.IMAGE
                  ? ChatForms.picture(shown.source(), shown.detail())
                  : text == null ? null : Tree.of("type", "text").put("text", text);
          draft.lost().name(shown);
          yield part == null
              ? draft.drop(shown, Attachments.lacks(CohereDialect.WORD, shown))
              : part.json();
        }
        case Content.Other other -> draft.own(other);
      };
    }

    @Override
    public void own(Response response) {
      draft.continueWith(CohereNextRequest.of(response));
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      var message = Tree.of("role", "assistant");
      message.putIfAny("content", answer.text().isEmpty() ? null : answer.text());
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
