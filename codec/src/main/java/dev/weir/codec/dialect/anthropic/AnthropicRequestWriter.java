package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.json.Json;
import dev.weir.codec.render.Attachments;
import dev.weir.codec.render.Draft;
import dev.weir.codec.render.Foreign;
import dev.weir.codec.render.Instructions;
import dev.weir.codec.render.MessageWalk;
import dev.weir.codec.render.OfferedTools;
import dev.weir.codec.render.OfferedTools.Can;
import dev.weir.codec.render.OpenAiSettings;
import dev.weir.codec.render.PartLosses;
import dev.weir.codec.render.ThinkingScale;
import dev.weir.codec.render.Tree;
import dev.weir.codec.request.BuiltInTool;
import dev.weir.codec.request.CacheMark;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Note;
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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests in Anthropic Messages. A limit on tokens is required, so there is a default;
 * thinking counts towards it and is added. With thinking the dialect refuses a temperature, which
 * is then left out. It has no seed.
 */
final class AnthropicRequestWriter {
  private static final Set<String> TIERS = Set.of("auto", "standard_only");
  static final int DEFAULT_MAX_TOKENS = 8_192;
  private static final int LEAST_BUDGET = 1_024;

  /** Models that take a number of tokens; later ones decide for themselves and take an effort. */
  private static final Pattern BUDGETED =
      Pattern.compile("claude-(3|instant|2|(opus|sonnet|haiku)-4(-[0-5])?([-@]?20\\d{6}.*)?$).*");

  private AnthropicRequestWriter() {}

  static Rendered write(Request request, String modelName, Style style) {
    var draft =
        new Draft(request, AnthropicDialect.WORD, "messages", "content")
            .model(modelName)
            .markingCache();
    Tree body = draft.body();
    MessageWalk.write(draft, new Messages(draft));
    draft.carry(Setting.FORMAT, () -> anyJson(draft));
    draft.stream(style, /* unasked= */ false, () -> body.put("stream", true));
    var choice = new Tree();
    Set<String> betas = new LinkedHashSet<>();
    OfferedTools.BuiltIns builtIns = (tool, place) -> builtIn(tool, betas);
    new OfferedTools(draft, builtIns, Can.CHOOSE, Can.BE_STRICT, Can.MARK_CACHE)
        .write(AnthropicRequestWriter::tool, tool -> body.add("tools", tool))
        .choose(wish -> choice(choice, wish))
        .parallel(parallel -> parallel(choice, parallel));
    body.putIfAny("tool_choice", choice);
    draft.carry(
        Setting.USER, () -> body.put("metadata", new Tree().putIfAny("user_id", request.userId())));
    draft.carry(
        Setting.CACHE,
        () -> {
          CacheMark mark = request.cache();
          if (mark != null) {
            body.put("cache_control", mark(mark));
          }
        });
    OpenAiSettings.tier(draft, TIERS);
    thinkingAndLimit(draft, modelName);
    Sampling sampling = request.sampling();
    draft.carry(Setting.TOP_K, "top_k", sampling.topK());
    draft.carry(Setting.STOP, () -> body.putIfAny("stop_sequences", sampling.stopTexts()));
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("anthropic-version", "2023-06-01");
    if (!betas.isEmpty()) {
      headers.put("anthropic-beta", String.join(",", betas));
    }
    return draft.done("/messages", headers);
  }

  private static Tree builtIn(BuiltInTool tool, Set<String> betas) {
    var written =
        switch (tool.work()) {
          case SEARCH -> Tree.of("type", "web_search_20250305").put("name", "web_search");
          case READ_PAGES -> {
            betas.add("web-fetch-2025-09-10");
            yield Tree.of("type", "web_fetch_20250910").put("name", "web_fetch");
          }
          case RUN_CODE -> {
            betas.add("code-execution-2025-08-25");
            yield Tree.of("type", "code_execution_20250825").put("name", "code_execution");
          }
        };
    written.putIfAny("allowed_domains", tool.allowedDomains());
    written.putIfAny("blocked_domains", tool.blockedDomains());
    return tool.location().isObject() ? written.put("user_location", tool.location()) : written;
  }

  private static void choice(Tree body, ToolChoice choice) {
    if (choice.isNamed()) {
      body.put("type", "tool").put("name", choice.names().getFirst());
      return;
    }
    body.put(
        "type",
        switch (choice.mode()) {
          case AUTO -> "auto";
          case NONE -> "none";
          case REQUIRED -> "any";
        });
  }

  /** It is part of the tool choice, which is auto if there is none. */
  private static void parallel(Tree choice, boolean isParallel) {
    if (!choice.has("type")) {
      choice.put("type", "auto");
    }
    choice.put("disable_parallel_tool_use", !isParallel);
  }

  private static Tree mark(CacheMark mark) {
    return Tree.of("type", "ephemeral").putIfAny("ttl", mark.timeToLive());
  }

  private static Tree marked(Tree block, Note note) {
    CacheMark mark = note.cache();
    return mark == null ? block : block.put("cache_control", mark(mark));
  }

  private static void anyJson(Draft draft) {
    if (draft.request().format() instanceof OutputFormat.AnyJson) {
      Json asked = Messages.text(Instructions.askForJson(draft));
      draft.body().append("system", asked, Messages::text);
    }
  }

  private static void thinkingAndLimit(Draft draft, String modelName) {
    Request request = draft.request();
    Tree body = draft.body();
    Thinking thinking = request.thinking();
    var outputConfig = new Tree();
    int budget = thinking == null ? 0 : budget(thinking, modelName);
    draft.carry(
        Setting.THINKING,
        () -> {
          if (thinking != null) {
            thinking(body, outputConfig, thinking, modelName, display(request));
            if (budget > 0 && !thinking.equals(new Thinking.Budget(budget))) {
              draft.approximate(Setting.THINKING, "%,d tokens".formatted(budget));
            }
          }
        });
    if (thinking != null || draft.isOwn()) {
      // It belongs to the thinking; where there is none, nothing is shown.
      draft.carry(Setting.SHOWN_THINKING, () -> {});
    }
    if (request.maxOutputTokens() == null && !draft.isOwn()) {
      body.put("max_tokens", DEFAULT_MAX_TOKENS + (long) budget);
    }
    draft.carry(
        Setting.MAX_OUTPUT_TOKENS,
        () -> body.put("max_tokens", maxTokens(request.maxOutputTokens(), budget)));
    if (thinking == null || thinking instanceof Thinking.Off || draft.isOwn()) {
      draft.carry(Setting.TEMPERATURE, "temperature", request.sampling().temperature());
      draft.carry(Setting.TOP_P, "top_p", request.sampling().topP());
    }
    draft.carry(
        Setting.FORMAT,
        () -> {
          if (request.format() instanceof OutputFormat.JsonSchema schema) {
            outputConfig.put(
                "format", Tree.of("type", "json_schema").put("schema", schema.schema()));
          }
        });
    body.putIfAny("output_config", outputConfig);
  }

  private static long maxTokens(@Nullable Integer asked, int budget) {
    return asked == null ? DEFAULT_MAX_TOKENS + (long) budget : Math.max(asked, budget + 1L);
  }

  /** How many tokens are for thinking; 0 if the model decides. */
  private static int budget(Thinking thinking, String modelName) {
    boolean isBudget = thinking instanceof Thinking.Budget || BUDGETED.matcher(modelName).matches();
    return isBudget && !(thinking instanceof Thinking.Off)
        ? Math.max(LEAST_BUDGET, ThinkingScale.budget(thinking))
        : 0;
  }

  private static String display(Request request) {
    return Boolean.FALSE.equals(request.showsThinking()) ? "omitted" : "summarized";
  }

  private static void thinking(
      Tree body, Tree outputConfig, Thinking thinking, String modelName, String display) {
    if (thinking instanceof Thinking.Off) {
      body.put("thinking", Tree.of("type", "disabled"));
      return;
    }
    int tokens = budget(thinking, modelName);
    if (tokens > 0) {
      body.put("thinking", Tree.of("type", "enabled").put("budget_tokens", tokens));
      return;
    }
    // Without a display these models send their thinking empty.
    body.put("thinking", Tree.of("type", "adaptive").put("display", display));
    String effort = ThinkingScale.effort(thinking);
    if (!(thinking instanceof Thinking.On)) {
      outputConfig.put("effort", effort.equals("minimal") ? "low" : effort);
    }
  }

  private static Tree tool(ToolSpec spec) {
    ToolSpec tool = Foreign.function(spec);
    var written =
        Tree.of("name", tool.name())
            .put("description", tool.description())
            .put("input_schema", Foreign.objectSchema(tool.parameters()));
    Boolean strict = tool.strict();
    return marked(Boolean.TRUE.equals(strict) ? written.put("strict", true) : written, tool.note());
  }

  private record Messages(Draft draft) implements MessageWalk.Voice {

    @Override
    public void before(List<Message.Instruction> told) {
      boolean isMarked =
          told.stream().flatMap(t -> t.contents().stream()).anyMatch(c -> c.note().cache() != null);
      if (isMarked || draft.body().has("system")) {
        told.forEach(one -> one.contents().forEach(this::block));
      } else {
        draft.body().put("system", Instructions.of(draft, told));
      }
    }

    private void block(Content content) {
      Json block = part(content);
      if (block != null) {
        draft.body().add("system", block);
      }
    }

    /** In the middle of a conversation, only the user can say it in this dialect. */
    @Override
    public void amid(Message.Instruction told) {
      draft.lose(Instructions.saidByUser(told, AnthropicDialect.WORD));
      Message.User user = new Message.User(told.contents(), told.origin());
      user(user);
    }

    @Override
    public void user(Message.User user) {
      draft.parts(draft.message(user.origin(), "user"), user.contents(), this::part);
    }

    private static Json text(String text) {
      return Tree.of("type", "text").put("text", text).json();
    }

    @Override
    public @Nullable Json part(Content content) {
      Tree block =
          switch (content) {
            case Content.Text text -> said(text);
            case Content.Value value -> Tree.of("type", "text").put("text", value.json().toText());
            case Content.Attachment shown -> attachment(shown);
            case Content.Other other -> null;
          };
      if (content instanceof Content.Other other) {
        return draft.own(other);
      }
      return block == null ? null : marked(block, content.note()).json();
    }

    /** Refused: text blocks must not be blank. */
    private @Nullable Tree said(Content.Text text) {
      if (text.text().isBlank()) {
        draft.lose(
            RequestLoss.of(
                PartLosses.place(text.note(), "messages"), "anthropic takes no blank text"));
        return null;
      }
      return Tree.of("type", "text").put("text", text.text());
    }

    private @Nullable Tree attachment(Content.Attachment shown) {
      Tree source =
          switch (shown.source()) {
            case Source.Inline inline -> bytes(inline.mediaType(), inline.base64());
            case Source.At at -> Attachments.isPublic(at) ? address(at.url()) : null;
            case Source.Stored stored -> null;
            case Source.Plain plain ->
                Tree.of("type", "text").put("media_type", "text/plain").put("data", plain.text());
          };
      Tree block =
          switch (shown.kind()) {
            case IMAGE -> source == null ? null : shown("image", source);
            case DOCUMENT ->
                source == null ? null : shown("document", source).putIfAny("title", shown.name());
            case AUDIO, VIDEO -> null;
          };
      draft.lost().detail(shown);
      if (shown.kind() == Content.Kind.IMAGE) {
        draft.lost().name(shown);
      }
      if (block == null) {
        draft.drop(shown, Attachments.lacks(AnthropicDialect.WORD, shown));
      }
      return block;
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
      draft.continueWith(AnthropicNextRequest.of(response));
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
        draft.add(message);
      }
    }

    @Override
    public void outputs(List<MessageWalk.Output> outputs, @Nullable Origin shell) {
      Tree message = draft.message(shell, "user");
      for (MessageWalk.Output output : outputs) {
        draft.outputPart(message, output, () -> result(output));
      }
    }

    private Tree result(MessageWalk.Output output) {
      var result = Tree.of("type", "tool_result").putIfAny("tool_use_id", output.callId());
      boolean isPlain =
          output.contents().size() == 1
              && output.contents().getFirst() instanceof Content.Text text
              && text.note().cache() == null;
      if (isPlain) {
        output.contents().forEach(content -> draft.lost().of(content.note().origin()));
        result.put("content", output.text());
      } else {
        draft.parts(result, "content", output.contents(), this::part);
      }
      return marked(output.isError() ? result.put("is_error", true) : result, output.note());
    }
  }
}
