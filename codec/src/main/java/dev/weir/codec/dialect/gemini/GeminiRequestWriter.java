package dev.weir.codec.dialect.gemini;

import dev.weir.codec.dialect.PathText;
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
import dev.weir.codec.request.BuiltInTool;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
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
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests in Gemini, at its own address and on Vertex. Vertex is asked to stream the
 * arguments of calls; an endpoint that refuses is asked once more without that.
 */
final class GeminiRequestWriter {
  /** What stands for the signature of a call that another model made; without one it is refused. */
  private static final String FOREIGN_CALL = "skip_thought_signature_validator";

  /** A name, or the place of a model: {@code tunedModels/x}, {@code publishers/google/models/x}. */
  private static final Pattern MODEL = Pattern.compile("\\w[\\w.@-]*+(/\\w[\\w.@-]*+)*+");

  private GeminiRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    String model =
        PathText.segment(PathText.checkedModel(GeminiDialect.WORD, MODEL, modelName))
            .replace("%2F", "/");
    String place = model.contains("/") ? "/" + model : "/models/" + model;
    String verb =
        Boolean.FALSE.equals(style.asked()) ? ":generateContent" : ":streamGenerateContent?alt=sse";
    Draft draft = draft(request, modelName);
    Rendered plain = alone(draft.done(place + verb, Map.of()), request);
    if (!style.streamsArguments() || request.tools().isEmpty()) {
      return plain;
    }
    var config = new Tree().put("streamFunctionCallArguments", true);
    var asking = new Tree().put("toolConfig", new Tree().put("functionCallingConfig", config));
    return plain.withBody(Tree.merged(plain.body(), asking.json())).withFallback(plain);
  }

  /** A single content may take the place of an array of them. */
  private static Rendered alone(Rendered rendered, Request request) {
    Origin only = request.messages().isEmpty() ? null : request.messages().getLast().origin();
    Json contents = rendered.body().get("contents");
    boolean stoodAlone =
        only != null
            && only.isOf(GeminiDialect.WORD)
            && only.path().equals("contents")
            && contents.items().size() == 1;
    return stoodAlone
        ? rendered.withBody(
            Tree.merged(rendered.body(), new Tree().put("contents", contents.at(0)).json()))
        : rendered;
  }

  private static Draft draft(Request request, String modelName) {
    var draft = new Draft(request, GeminiDialect.WORD, "contents", "parts");
    Tree body = draft.body();
    MessageWalk.write(draft, new Contents(draft));
    var declarations = new Tree();
    OfferedTools.BuiltIns builtIns = (tool, place) -> builtIn(draft, tool, place);
    new OfferedTools(draft, builtIns, Can.CHOOSE, Can.CHOOSE_AMONG)
        .write(
            GeminiRequestWriter::tool,
            tool -> {
              boolean isDeclared = tool.has("name");
              (isDeclared ? declarations : body)
                  .add(isDeclared ? "functionDeclarations" : "tools", tool);
            })
        .choose(choice -> body.put("toolConfig", choice(choice)));
    if (declarations.has("functionDeclarations")) {
      body.add("tools", declarations);
    }
    body.putIfAny("generationConfig", config(draft, modelName));
    return draft;
  }

  private static Tree choice(ToolChoice choice) {
    String mode =
        switch (choice.mode()) {
          case AUTO -> choice.names().isEmpty() ? "AUTO" : "VALIDATED";
          case NONE -> "NONE";
          case REQUIRED -> "ANY";
        };
    var config = Tree.of("mode", mode).putIfAny("allowedFunctionNames", choice.names());
    return new Tree().put("functionCallingConfig", config);
  }

  /** Most models take functions or tools of the provider, and refuse a request that has both. */
  private static @Nullable Tree builtIn(Draft draft, BuiltInTool tool, String place) {
    boolean hasFunctions =
        draft.request().tools().stream().anyMatch(t -> t.kind() != ToolSpec.Kind.BUILT_IN);
    if (hasFunctions) {
      return null;
    }
    boolean isSearch = tool.work() == BuiltInTool.Work.SEARCH;
    draft.loseDomains(tool, place, /* allowed= */ true, /* blocked= */ !isSearch);
    if (tool.location().isObject()) {
      draft.lose(RequestLoss.of(place, "gemini is not told where the user is"));
    }
    return switch (tool.work()) {
      case SEARCH ->
          new Tree()
              .put("googleSearch", new Tree().putIfAny("excludeDomains", tool.blockedDomains()));
      case READ_PAGES -> new Tree().put("urlContext", new Tree());
      case RUN_CODE -> new Tree().put("codeExecution", new Tree());
    };
  }

  private static Tree tool(ToolSpec spec) {
    ToolSpec tool = Foreign.function(spec);
    return Tree.of("name", tool.name())
        .put("description", tool.description())
        .put("parametersJsonSchema", tool.parameters());
  }

  private static Tree config(Draft draft, String modelName) {
    Request request = draft.request();
    Sampling sampling = request.sampling();
    var config = new Tree();
    draft
        .carry(Setting.TEMPERATURE, () -> config.putIfAny("temperature", sampling.temperature()))
        .carry(Setting.TOP_P, () -> config.putIfAny("topP", sampling.topP()))
        .carry(Setting.TOP_K, () -> config.putIfAny("topK", sampling.topK()))
        .carry(
            Setting.FREQUENCY_PENALTY,
            () -> config.putIfAny("frequencyPenalty", sampling.frequencyPenalty()))
        .carry(
            Setting.PRESENCE_PENALTY,
            () -> config.putIfAny("presencePenalty", sampling.presencePenalty()))
        .carry(Setting.SEED, () -> config.putIfAny("seed", sampling.seed()))
        .carry(Setting.STOP, () -> config.putIfAny("stopSequences", sampling.stopTexts()))
        .carry(
            Setting.MAX_OUTPUT_TOKENS,
            () -> config.putIfAny("maxOutputTokens", request.maxOutputTokens()))
        .carry(Setting.FORMAT, () -> format(config, request.format()))
        .carry(
            Setting.ALTERNATIVES, () -> config.putIfAny("candidateCount", request.alternatives()))
        .carry(
            Setting.LOGPROBS,
            () -> config.put("responseLogprobs", true).putIfAny("logprobs", request.logprobs()));
    config.putIfAny("thinkingConfig", thinkingConfig(draft, modelName));
    return config;
  }

  private static void format(Tree config, @Nullable OutputFormat format) {
    config.put("responseMimeType", "application/json");
    if (format instanceof OutputFormat.JsonSchema schema) {
      config.put("responseJsonSchema", schema.schema());
    }
  }

  /**
   * Models of version 2 take a number of tokens, later ones a level; some of those refuse a number,
   * and none can be kept from thinking.
   */
  private static Tree thinkingConfig(Draft draft, String modelName) {
    Thinking thinking = draft.request().thinking();
    Boolean isShown = draft.request().showsThinking();
    boolean isOff = thinking instanceof Thinking.Off;
    var config = new Tree();
    draft.carry(Setting.SHOWN_THINKING, () -> config.putIfAny("includeThoughts", isShown));
    draft.carry(
        Setting.THINKING,
        () -> {
          if (!isOff && isShown == null) {
            config.put("includeThoughts", true);
          }
          boolean isBudgeted = modelName.contains("gemini-2");
          if (isBudgeted
              ? thinking instanceof Thinking.Effort
              : isOff || thinking instanceof Thinking.Budget) {
            draft.approximate(Setting.THINKING, isBudgeted ? "a number of tokens" : "a level");
          }
          if (thinking instanceof Thinking.On) {
            config.put("thinkingBudget", -1);
          } else if (thinking != null && isBudgeted) {
            config.put("thinkingBudget", ThinkingScale.budget(thinking));
          } else if (thinking != null) {
            config.put("thinkingLevel", isOff ? "low" : level(thinking));
          }
        });
    return config;
  }

  /** There is no level above high. */
  private static String level(Thinking thinking) {
    String effort = ThinkingScale.effort(thinking);
    return effort.equals("xhigh") || effort.equals("max") ? "high" : effort;
  }

  private record Contents(Draft draft) implements MessageWalk.Voice {

    @Override
    public void before(List<Message.Instruction> told) {
      Tree part = Tree.of("text", Instructions.of(draft, told));
      draft.body().put("systemInstruction", new Tree().add("parts", part));
    }

    /** In the middle of a conversation, only the user can say it in this dialect. */
    @Override
    public void amid(Message.Instruction told) {
      draft.lose(Instructions.saidByUser(told, GeminiDialect.WORD));
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
        case Content.Text text -> Tree.of("text", text.text()).json();
        case Content.Value value -> Tree.of("text", value.json().toText()).json();
        case Content.Attachment shown -> {
          draft.lost().detail(shown);
          draft.lost().name(shown);
          yield switch (shown.source()) {
            case Source.Inline inline -> data(inline.mediaType(), inline.base64()).json();
            case Source.At at ->
                Attachments.isPublic(at) || at.url().startsWith("gs://")
                    ? address(at).json()
                    : draft.drop(shown, Attachments.lacks(GeminiDialect.WORD, shown));
            case Source.Plain plain -> Tree.of("text", plain.text()).json();
            case Source.Stored stored ->
                draft.drop(shown, Attachments.lacks(GeminiDialect.WORD, shown));
          };
        }
        case Content.Other other -> draft.own(other);
      };
    }

    private static Tree data(String mediaType, String base64) {
      return new Tree().put("inlineData", Tree.of("mimeType", mediaType).put("data", base64));
    }

    private static Tree address(Source.At at) {
      return new Tree()
          .put(
              "fileData", new Tree().putIfAny("mimeType", at.mediaType()).put("fileUri", at.url()));
    }

    @Override
    public void own(Response response) {
      draft.continueWith(GeminiNextRequest.of(response));
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
        draft.add(message);
      }
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs, @Nullable Origin shell) {
      Tree message = draft.message(shell, "user");
      for (MessageWalk.Output output : outputs) {
        draft.outputPart(message, output, () -> response(output));
      }
      for (MessageWalk.Output output : outputs) {
        if (draft.own(output.note().origin()) == null) {
          for (Content content : output.contents()) {
            draft.lost().of(content.note().origin());
            draft.lost().cache(content.note());
          }
          draft.parts(message, output.shown(), this::part);
        }
      }
    }

    private static Tree response(MessageWalk.Output output) {
      var response = Tree.of(output.isError() ? "error" : "output", output.text());
      return new Tree()
          .put(
              "functionResponse",
              new Tree()
                  .putIfAny("id", output.callId())
                  .put("name", output.toolName())
                  .put("response", response));
    }
  }
}
