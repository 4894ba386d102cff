package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.dialect.PathText;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.Draft;
import dev.weir.codec.render.Foreign;
import dev.weir.codec.render.Instructions;
import dev.weir.codec.render.MessageWalk;
import dev.weir.codec.render.OfferedTools;
import dev.weir.codec.render.OfferedTools.Can;
import dev.weir.codec.render.PartLosses;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Origin;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.RequestLoss;
import dev.weir.codec.request.Sampling;
import dev.weir.codec.request.Setting;
import dev.weir.codec.request.Style;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests in Bedrock Converse. Roles must alternate, so messages of one role that follow
 * each other are joined. Thinking depends on the model behind it; it is written as Anthropic's
 * models take it. The dialect has no seed, and fetches no pictures.
 */
final class ConverseRequestWriter {
  private static final int LEAST_BUDGET = 1_024;
  private static final String NAME = "Bedrock Converse";

  /** An id, or the name of a resource: {@code arn:aws:bedrock:…:inference-profile/x}. */
  private static final Pattern MODEL = Pattern.compile("\\w[\\w.:-]*+(/\\w[\\w.:-]*+)*+");

  private ConverseRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    String model = PathText.segment(PathText.checkedModel(BedrockDialect.WORD, MODEL, modelName));
    var draft = new Draft(request, BedrockDialect.WORD, "messages", "content").joiningRoles();
    Tree body = draft.body();
    MessageWalk.write(draft, new Messages(draft));
    draft.carry(
        Setting.FORMAT,
        () -> {
          if (request.format() instanceof OutputFormat.AnyJson) {
            body.add("system", Tree.of("text", Instructions.askForJson(draft)));
          }
        });
    var config = new Tree();
    new OfferedTools(draft, Can.CHOOSE)
        .write(ConverseRequestWriter::tool, tool -> config.add("tools", tool))
        .choose(choice -> choice(draft, config, choice));
    body.putIfAny("toolConfig", config);
    draft.carry(
        Setting.METADATA,
        () -> {
          var metadata = new Tree();
          request.metadata().forEach(metadata::put);
          body.put("requestMetadata", metadata);
        });
    if (draft.isOwn()) {
      draft.carry(
          Setting.SERVICE_TIER,
          () -> body.put("serviceTier", new Tree().putIfAny("type", request.serviceTier())));
    }
    body.putIfAny("inferenceConfig", inference(draft));
    draft.carry(Setting.THINKING, () -> thinking(draft, request.thinking()));
    draft.carry(
        Setting.FORMAT,
        () -> {
          if (request.format() instanceof OutputFormat.JsonSchema schema) {
            body.put("outputConfig", new Tree().put("textFormat", format(schema)));
          }
        });
    String verb = Boolean.FALSE.equals(style.asked()) ? "/converse" : "/converse-stream";
    return draft.done("/model/" + model + verb, Map.of());
  }

  private static void choice(Draft draft, Tree config, ToolChoice choice) {
    if (choice.mode() == ToolChoice.Mode.NONE) {
      draft.lose(Setting.TOOL_CHOICE, "Bedrock Converse cannot be told to call no tool");
    } else if (choice.isNamed()) {
      Tree tool = Tree.of("name", choice.names().getFirst());
      config.put("toolChoice", new Tree().put("tool", tool));
    } else {
      String mode = choice.mode() == ToolChoice.Mode.AUTO ? "auto" : "any";
      config.put("toolChoice", new Tree().put(mode, new Tree()));
    }
  }

  private static void thinking(Draft draft, @Nullable Thinking thinking) {
    if (thinking != null && !(thinking instanceof Thinking.Off)) {
      int tokens = Math.max(LEAST_BUDGET, ThinkingScale.budget(thinking));
      if (!thinking.equals(new Thinking.Budget(tokens))) {
        draft.approximate(Setting.THINKING, "%,d tokens".formatted(tokens));
      }
      var wish = Tree.of("type", "enabled").put("budget_tokens", tokens);
      draft.body().put("additionalModelRequestFields", new Tree().put("thinking", wish));
    }
  }

  private static Tree inference(Draft draft) {
    Request request = draft.request();
    Sampling sampling = request.sampling();
    var inference = new Tree();
    draft
        .carry(
            Setting.MAX_OUTPUT_TOKENS,
            () -> inference.putIfAny("maxTokens", request.maxOutputTokens()))
        .carry(Setting.TEMPERATURE, () -> inference.putIfAny("temperature", sampling.temperature()))
        .carry(Setting.TOP_P, () -> inference.putIfAny("topP", sampling.topP()))
        .carry(Setting.STOP, () -> inference.putIfAny("stopSequences", sampling.stopTexts()));
    return inference;
  }

  private static Tree tool(ToolSpec offered) {
    ToolSpec tool = Foreign.function(offered);
    var spec = Tree.of("name", tool.name()).put("description", tool.description());
    return new Tree()
        .put(
            "toolSpec",
            spec.put(
                "inputSchema", new Tree().put("json", Foreign.objectSchema(tool.parameters()))));
  }

  private static Tree format(OutputFormat.JsonSchema schema) {
    var named = Tree.of("name", schema.name()).put("schema", schema.schema().toText());
    return Tree.of("type", "json_schema").put("structure", new Tree().put("jsonSchema", named));
  }

  private record Messages(Draft draft) implements MessageWalk.Voice {

    @Override
    public void before(List<Message.Instruction> told) {
      draft.body().add("system", Tree.of("text", Instructions.of(draft, told)));
    }

    /** In the middle of a conversation, only the user can say it in this dialect. */
    @Override
    public void amid(Message.Instruction told) {
      draft.lose(Instructions.saidByUser(told, NAME));
      Message.User user = new Message.User(told.contents(), told.origin());
      user(user);
    }

    @Override
    public void user(Message.User user) {
      draft.parts(draft.message(user.origin(), "user"), user.contents(), this::part);
    }

    @Override
    public @Nullable Json part(Content content) {
      draft.lost().cache(content.note());
      return switch (content) {
        case Content.Text text -> said(text);
        case Content.Value value -> Tree.of("text", value.json().toText()).json();
        case Content.Attachment shown -> {
          draft.lost().detail(shown);
          Tree block = ConverseMedia.block(shown);
          yield block == null ? draft.drop(shown, Attachments.lacks(NAME, shown)) : block.json();
        }
        case Content.Other other -> draft.own(other);
      };
    }

    /** Refused: text must not be blank. */
    private @Nullable Json said(Content.Text text) {
      if (text.text().isBlank()) {
        draft.lose(
            RequestLoss.of(
                PartLosses.place(text.note(), "messages"), NAME + " takes no blank text"));
        return null;
      }
      return Tree.of("text", text.text()).json();
    }

    private void add(String role, List<Json> contents) {
      if (!contents.isEmpty()) {
        Tree message = draft.message(null, role);
        contents.forEach(content -> message.add("content", content));
      }
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
    public void outputs(List<MessageWalk.Output> outputs, @Nullable Origin shell) {
      Tree message = draft.message(shell, "user");
      for (MessageWalk.Output output : outputs) {
        draft.outputPart(message, output, () -> result(output));
      }
    }

    private Tree result(MessageWalk.Output output) {
      var result = new Tree().putIfAny("toolUseId", output.callId());
      if (output.isPlain()) {
        output.contents().forEach(content -> draft.lost().of(content.note().origin()));
        result.add("content", Tree.of("text", output.text()));
      } else {
        draft.parts(result, "content", output.contents(), this::part);
      }
      result.put("status", output.isError() ? "error" : "success");
      return new Tree().put("toolResult", result);
    }
  }
}
