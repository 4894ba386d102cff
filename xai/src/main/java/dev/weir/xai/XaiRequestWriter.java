package dev.weir.xai;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.Draft;
import dev.weir.codec.render.Foreign;
import dev.weir.codec.render.Instructions;
import dev.weir.codec.render.MessageWalk;
import dev.weir.codec.render.OfferedTools;
import dev.weir.codec.render.ThinkingScale;
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
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.Response;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * xAI's chat service, in the JSON form of its protobuf messages; the transport over gRPC makes
 * messages of it. Earlier reasoning comes back only if it was asked for encrypted.
 */
final class XaiRequestWriter {
  static final String PATH = "/xai_api.Chat/GetCompletionChunk";

  private XaiRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var draft = new Draft(request, XaiDialect.WORD, "messages", "content").model(modelName);
    Tree body = draft.body();
    MessageWalk.write(draft, new Messages(draft));
    new OfferedTools(draft)
        .write(XaiRequestWriter::function, tool -> body.add("tools", tool))
        .choose(choice -> {});
    Thinking thinking = request.thinking();
    draft.carry(
        Setting.THINKING,
        () -> {
          if (thinking != null) {
            body.put("reasoning_effort", effort(thinking));
          }
        });
    if (!draft.isOwn()) {
      body.put("use_encrypted_content", true);
    }
    Sampling sampling = request.sampling();
    draft
        .carry(Setting.TEMPERATURE, "temperature", sampling.temperature())
        .carry(Setting.TOP_P, "top_p", sampling.topP())
        .carry(Setting.FREQUENCY_PENALTY, "frequency_penalty", sampling.frequencyPenalty())
        .carry(Setting.PRESENCE_PENALTY, "presence_penalty", sampling.presencePenalty())
        .carry(Setting.SEED, "seed", sampling.seed())
        .carry(Setting.STOP, () -> body.putIfAny("stop", sampling.stopTexts()))
        .carry(Setting.MAX_OUTPUT_TOKENS, "max_tokens", request.maxOutputTokens());
    OutputFormat format = request.format();
    draft.carry(
        Setting.FORMAT,
        () -> {
          if (format != null) {
            body.put("response_format", format(format));
          }
        });
    return draft.done(PATH, Map.of());
  }

  private static Tree function(ToolSpec offered) {
    ToolSpec tool = Foreign.function(offered);
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

  private static Tree picture(String url) {
    return new Tree().put("image_url", Tree.of("image_url", url));
  }

  private record Messages(Draft draft) implements MessageWalk.Voice {

    @Override
    public void before(List<Message.Instruction> told) {
      draft.add(message("ROLE_SYSTEM").add("content", text(Instructions.of(draft, told))));
    }

    @Override
    public void amid(Message.Instruction told) {
      before(List.of(told));
    }

    @Override
    public void user(Message.User user) {
      draft.lost().of(user.origin());
      var message = message("ROLE_USER");
      draft.parts(message, "content", user.contents(), this::part);
      draft.add(message);
    }

    @Override
    public @Nullable Json part(Content content) {
      draft.lost().cache(content.note());
      return switch (content) {
        case Content.Text said -> text(said.text()).json();
        case Content.Value value -> text(value.json().toText()).json();
        case Content.Attachment shown -> {
          String url = Attachments.url(shown.source());
          yield url == null || shown.kind() != Content.Kind.IMAGE
              ? draft.drop(shown, Attachments.lacks("xAI", shown))
              : picture(url).json();
        }
        case Content.Other other -> draft.own(other);
      };
    }

    @Override
    public void own(Response response) {
      draft.continueWith(XaiNextRequest.of(response));
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
      draft.add(message);
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs, @Nullable Origin shell) {
      draft.lost().of(shell);
      outputs.forEach(output ->
          draft.output(
              output.note(),
              message("ROLE_TOOL")
                  .add("content", text(output.text()))
                  .putIfAny("tool_call_id", output.callId())));
      Foreign.showAfterwards(draft, outputs, this);
    }
  }
}
