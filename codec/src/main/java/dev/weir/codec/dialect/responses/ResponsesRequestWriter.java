package dev.weir.codec.dialect.responses;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
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
import dev.weir.codec.request.BuiltInTool;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Setting;
import dev.weir.codec.request.Style;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.Response;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests in OpenAI Responses. Nothing is stored unless a vendor option asks for it, so
 * reasoning comes encrypted and goes back with the conversation. The dialect has neither seed nor
 * stop texts.
 */
final class ResponsesRequestWriter {

  static final String ENCRYPTED = "reasoning.encrypted_content";

  private ResponsesRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var draft = new Draft(request, ResponsesDialect.WORD, "input", "content").model(modelName);
    Tree body = draft.body();
    MessageWalk.write(draft, new Items(draft));
    draft.stream(style, /* unasked= */ false, () -> body.put("stream", true));
    if (!draft.isOwn()) {
      body.put("store", false).putIfAny("include", List.of(ENCRYPTED));
    }
    OpenAiSettings.write(draft);
    draft.carry(Setting.LOGPROBS, "top_logprobs", request.logprobs());
    OfferedTools.BuiltIns builtIns = (tool, place) -> builtIn(draft, tool, place);
    new OfferedTools(draft, builtIns, Can.CHOOSE, Can.CHOOSE_AMONG, Can.BE_STRICT_IF_CLOSED)
        .write(ResponsesRequestWriter::tool, tool -> body.add("tools", tool))
        .choose(choice -> body.put("tool_choice", choice(choice)))
        .parallel(parallel -> body.put("parallel_tool_calls", (boolean) parallel));
    thinking(draft, request.thinking(), request.showsThinking());
    var text = new Tree();
    draft
        .carry(Setting.TEMPERATURE, "temperature", request.sampling().temperature())
        .carry(Setting.TOP_P, "top_p", request.sampling().topP())
        .carry(Setting.MAX_OUTPUT_TOKENS, "max_output_tokens", request.maxOutputTokens())
        .carry(Setting.FORMAT, () -> format(draft, text, request.format()))
        .carry(Setting.VERBOSITY, () -> text.putIfAny("verbosity", request.verbosity()));
    body.putIfAny("text", text);
    Rendered rendered = draft.done("/responses", Map.of());
    return isPlain(request) ? rendered.withBody(plain(rendered.body())) : rendered;
  }

  /** Whether the whole conversation was one text rather than a list. */
  private static boolean isPlain(Request request) {
    List<Message> messages =
        request.messages().stream().filter(m -> !(m instanceof Message.Instruction)).toList();
    return messages.size() == 1
        && messages.getFirst() instanceof Message.User user
        && user.origin() != null
        && user.origin().isOf(ResponsesDialect.WORD)
        && user.origin().path().equals("input");
  }

  private static Json plain(Json body) {
    Json only = body.get("input").at(0).get("content");
    return only.text() == null ? body : Tree.merged(body, new Tree().put("input", only).json());
  }

  private static void thinking(
      Draft draft, @Nullable Thinking thinking, @Nullable Boolean isShown) {
    var reasoning = new Tree();
    draft.carry(
        Setting.THINKING,
        () -> {
          if (thinking != null) {
            String effort = ThinkingScale.effort(thinking);
            reasoning.put("effort", effort);
            if (thinking instanceof Thinking.Budget || thinking instanceof Thinking.On) {
              draft.approximate(Setting.THINKING, "effort " + effort);
            }
            if (!effort.equals("none") && isShown == null) {
              reasoning.put("summary", "auto");
            }
          }
        });
    draft.carry(
        Setting.SHOWN_THINKING,
        () -> {
          if (Boolean.TRUE.equals(isShown)) {
            reasoning.put("summary", "auto");
          }
        });
    draft.body().putIfAny("reasoning", reasoning);
  }

  private static Json choice(ToolChoice choice) {
    if (choice.isNamed()) {
      return named(choice.names().getFirst()).json();
    }
    if (choice.names().isEmpty()) {
      return new Json.Text(OpenAiSettings.word(choice.mode()));
    }
    var allowed = Tree.of("type", "allowed_tools").put("mode", OpenAiSettings.word(choice.mode()));
    choice.names().forEach(name -> allowed.add("tools", named(name)));
    return allowed.json();
  }

  private static Tree named(String tool) {
    return Tree.of("type", "function").put("name", tool);
  }

  private static @Nullable Tree builtIn(Draft draft, BuiltInTool tool, String place) {
    return switch (tool.work()) {
      case SEARCH -> {
        draft.loseDomains(tool, place, /* allowed= */ false, /* blocked= */ true);
        var filters = new Tree().putIfAny("allowed_domains", tool.allowedDomains());
        var search = Tree.of("type", "web_search").putIfAny("filters", filters);
        yield tool.location().isObject() ? search.put("user_location", tool.location()) : search;
      }
      case RUN_CODE ->
          Tree.of("type", "code_interpreter").put("container", Tree.of("type", "auto"));
      case READ_PAGES -> null;
    };
  }

  private static Tree tool(ToolSpec spec) {
    ToolSpec tool = Foreign.function(spec);
    return Tree.of("type", "function")
        .put("name", tool.name())
        .put("description", tool.description())
        .put("parameters", tool.parameters())
        // Strict is the default here.
        .put("strict", Boolean.TRUE.equals(tool.strict()));
  }

  private static void format(Draft draft, Tree text, @Nullable OutputFormat format) {
    switch (format) {
      case null -> {}
      case OutputFormat.AnyJson any -> text.put("format", Tree.of("type", "json_object"));
      case OutputFormat.JsonSchema schema ->
          text.put("format", Schemas.named(schema, draft).put("type", "json_schema"));
    }
  }

  private record Items(Draft draft) implements MessageWalk.Voice {

    @Override
    public void before(List<Message.Instruction> told) {
      if (draft.body().has("instructions")) {
        told.forEach(this::amid);
      } else {
        draft.body().put("instructions", Instructions.of(draft, told));
      }
    }

    @Override
    public void amid(Message.Instruction told) {
      String role = told.rank() == Message.Rank.SYSTEM ? "system" : "developer";
      draft.add(Tree.of("role", role).put("content", Instructions.of(draft, List.of(told))));
    }

    @Override
    public void user(Message.User user) {
      draft.parts(draft.message(user.origin(), "user"), user.contents(), this::part);
    }

    @Override
    public @Nullable Json part(Content content) {
      draft.lost().cache(content.note());
      return switch (content) {
        case Content.Text text -> text(text.text());
        case Content.Value value -> text(value.json().toText());
        case Content.Attachment shown -> {
          Tree part = attachment(shown);
          yield part == null
              ? draft.drop(shown, Attachments.lacks(ResponsesDialect.WORD, shown))
              : part.json();
        }
        case Content.Other other -> draft.own(other);
      };
    }

    private static Json text(String text) {
      return Tree.of("type", "input_text").put("text", text).json();
    }

    private @Nullable Tree attachment(Content.Attachment shown) {
      return switch (shown.kind()) {
        case IMAGE -> picture(shown);
        case DOCUMENT -> file(shown);
        case AUDIO, VIDEO -> null;
      };
    }

    private static @Nullable Tree picture(Content.Attachment shown) {
      var picture = Tree.of("type", "input_image").putIfAny("detail", shown.detail());
      return switch (shown.source()) {
        case Source.Inline inline ->
            picture.put("image_url", Attachments.dataUrl(inline.mediaType(), inline.base64()));
        case Source.At at -> Attachments.isPublic(at) ? picture.put("image_url", at.url()) : null;
        case Source.Stored stored ->
            OpenAiSettings.isKept(shown) ? picture.put("file_id", stored.id()) : null;
        case Source.Plain plain -> null;
      };
    }

    private @Nullable Tree file(Content.Attachment shown) {
      var file = Tree.of("type", "input_file").putIfAny("filename", shown.name());
      return switch (shown.source()) {
        case Source.Inline inline ->
            file.put("file_data", Attachments.dataUrl(inline.mediaType(), inline.base64()));
        case Source.At at -> Attachments.isPublic(at) ? file.put("file_url", at.url()) : null;
        case Source.Stored stored ->
            OpenAiSettings.isKept(shown) ? file.put("file_id", stored.id()) : null;
        case Source.Plain plain -> {
          draft.lost().name(shown);
          yield Tree.of("type", "input_text").put("text", plain.text());
        }
      };
    }

    @Override
    public void own(Response response) {
      draft.continueWith(ResponsesNextRequest.of(response));
    }

    @Override
    public void answer(MessageWalk.Answer answer) {
      if (!answer.text().isEmpty()) {
        var text = Tree.of("type", "output_text").put("text", answer.text());
        draft.add(Tree.of("role", "assistant").add("content", text));
      }
      for (MessageWalk.Call call : answer.calls()) {
        draft.add(
            Tree.of("type", "function_call")
                .put("call_id", call.id())
                .put("name", call.name())
                .put("arguments", call.arguments()));
      }
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs, @Nullable Origin shell) {
      draft.lost().of(shell);
      outputs.forEach(output -> draft.output(output.note(), item(output)));
    }

    private Tree item(MessageWalk.Output output) {
      String type = output.custom() ? "custom_tool_call_output" : "function_call_output";
      draft.lost().error(output);
      var item = Tree.of("type", type).putIfAny("call_id", output.callId());
      if (output.isPlain()) {
        output.contents().forEach(content -> draft.lost().of(content.note().origin()));
        return item.put("output", output.text());
      }
      draft.parts(item, "output", output.contents(), this::part);
      return item.has("output") ? item : item.put("output", "");
    }
  }
}
