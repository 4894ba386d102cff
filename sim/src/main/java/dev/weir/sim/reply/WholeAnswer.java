package dev.weir.sim.reply;

import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.stream.Dialect;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** An answer as one JSON object, as clients get it that ask for no stream. */
final class WholeAnswer {
  private final Response response;
  private final Usage usage;
  private final JsonText json = new JsonText();

  private WholeAnswer(Response response) {
    this.response = response;
    this.usage = Objects.requireNonNullElse(response.usage(), Usage.NONE);
  }

  /**
   * Writes an answer.
   *
   * @param slices the same answer as a stream, for the dialect that repeats the whole at its end
   */
  static String json(Dialect dialect, Response response, Supplier<List<Slice>> slices) {
    var answer = new WholeAnswer(response);
    switch (dialect) {
      case OPENAI_RESPONSES -> {
        return lastResponse(slices.get()).toText();
      }
      case OPENAI_CHAT, XAI -> answer.chat();
      case ANTHROPIC -> answer.anthropic();
      case GEMINI, GEMINI_INTERACTIONS -> answer.gemini();
      case OLLAMA -> answer.ollama();
      case COHERE -> answer.cohere();
      case BEDROCK -> answer.converse();
    }
    return answer.json.endObject().toString();
  }

  private static Json lastResponse(List<Slice> slices) {
    List<Frame> frames = new ArrayList<>();
    var framing = Dialect.OPENAI_RESPONSES.framing(Limits.DEFAULT);
    slices.forEach(slice -> framing.feed(slice.bytes().toArray(), frames::add));
    Json last = ProviderJson.parse(frames.getLast().data().toString());
    return last == null ? Json.Null.NULL : last.get("response");
  }

  private String text(BlockKind... kinds) {
    StringBuilder text = new StringBuilder();
    for (BlockKind kind : kinds) {
      text.append(response.text(kind));
    }
    return text.toString();
  }

  private static Json arguments(Block call) {
    return Objects.requireNonNullElse(ProviderJson.object(call.text()), new Json.Fields(Map.of()));
  }

  private String id() {
    return Objects.requireNonNullElse(response.responseId(), "");
  }

  private String model() {
    return Objects.requireNonNullElse(response.modelName(), "");
  }

  private List<Block> calls() {
    return response.blocks(BlockKind.TOOL_CALL);
  }

  private String finish(String stop, String length, String calls, String filtered) {
    Verdict verdict = Objects.requireNonNullElse(response.verdict(), Verdict.COMPLETE);
    return switch (verdict) {
      case LENGTH -> length;
      case TOOL_CALLS -> calls;
      case REFUSED, FILTERED -> filtered;
      case COMPLETE, PAUSED, FAILED, TRUNCATED, CANCELLED, STALLED -> stop;
    };
  }

  private void chat() {
    json.beginObject().field("id", id()).field("object", "chat.completion");
    json.field("created", ScriptedReply.CREATED_SECONDS).field("model", model());
    json.name("choices").beginArray().beginObject().field("index", 0);
    json.name("message").beginObject().field("role", "assistant");
    String refusal = text(BlockKind.REFUSAL);
    String said = text(BlockKind.TEXT);
    json.fieldOrNull("content", said.isEmpty() ? null : said);
    json.fieldOrNull("refusal", refusal.isEmpty() ? null : refusal);
    String thought = text(BlockKind.REASONING);
    json.fieldIfAny("reasoning_content", thought.isEmpty() ? null : thought);
    functionCalls(/* argumentsAsText= */ true);
    json.endObject().fieldOrNull("logprobs", null);
    json.field("finish_reason", finish("stop", "length", "tool_calls", "content_filter"));
    json.endObject().endArray().name("usage").beginObject();
    counts("prompt_tokens", "completion_tokens", "total_tokens");
    json.endObject();
  }

  private void functionCalls(boolean argumentsAsText) {
    if (calls().isEmpty()) {
      return;
    }
    json.name("tool_calls").beginArray();
    for (Block call : calls()) {
      json.beginObject().fieldIfAny("id", call.id());
      if (argumentsAsText) {
        json.field("type", "function");
      }
      json.name("function").beginObject().fieldIfAny("name", call.name());
      if (argumentsAsText) {
        json.field("arguments", call.text());
      } else {
        json.name("arguments").value(arguments(call));
      }
      json.endObject().endObject();
    }
    json.endArray();
  }

  private void counts(String input, String output, String total) {
    Long in = usage.inputTokens();
    Long out = usage.outputTokens();
    json.fieldIfAny(input, in).fieldIfAny(output, out);
    if (in != null && out != null && !total.isEmpty()) {
      json.field(total, in + out);
    }
  }

  private void anthropic() {
    json.beginObject().field("id", id()).field("type", "message").field("role", "assistant");
    json.field("model", model()).name("content").beginArray();
    for (Block block : response.blocks()) {
      json.beginObject();
      switch (block.kind()) {
        case REASONING -> {
          String seal = block.reasoning() == null ? null : block.reasoning().signature();
          json.field("type", "thinking").field("thinking", block.text());
          json.field("signature", Objects.requireNonNullElse(seal, ""));
        }
        case TOOL_CALL -> {
          json.field("type", "tool_use").fieldIfAny("id", block.id());
          json.fieldIfAny("name", block.name()).name("input").value(arguments(block));
        }
        case TEXT, REFUSAL, SERVER_TOOL, TOOL_OUTPUT, MEDIA ->
            json.field("type", "text").field("text", block.text());
      }
      json.endObject();
    }
    json.endArray().field("stop_reason", finish("end_turn", "max_tokens", "tool_use", "refusal"));
    json.fieldOrNull("stop_sequence", null).name("usage").beginObject();
    counts("input_tokens", "output_tokens", /* total= */ "");
    json.endObject();
  }

  private void gemini() {
    json.beginObject().name("candidates").beginArray().beginObject();
    json.name("content").beginObject().name("parts").beginArray();
    for (Block block : response.blocks()) {
      json.beginObject();
      if (block.kind() == BlockKind.TOOL_CALL) {
        json.name("functionCall").beginObject().fieldIfAny("id", block.id());
        json.fieldIfAny("name", block.name()).name("args").value(arguments(block)).endObject();
      } else {
        json.field("text", block.text()).flag("thought", block.kind() == BlockKind.REASONING);
      }
      json.endObject();
    }
    json.endArray().field("role", "model").endObject();
    json.field("finishReason", finish("STOP", "MAX_TOKENS", "STOP", "SAFETY")).field("index", 0);
    json.endObject().endArray().name("usageMetadata").beginObject();
    counts("promptTokenCount", "candidatesTokenCount", "totalTokenCount");
    json.fieldIfAny("thoughtsTokenCount", usage.reasoningTokens()).endObject();
    json.field("modelVersion", model()).field("responseId", id());
  }

  private void ollama() {
    json.beginObject().field("model", model());
    json.field("created_at", Instant.ofEpochSecond(ScriptedReply.CREATED_SECONDS).toString());
    json.name("message").beginObject().field("role", "assistant");
    json.field("content", text(BlockKind.TEXT, BlockKind.REFUSAL));
    String thought = text(BlockKind.REASONING);
    json.fieldIfAny("thinking", thought.isEmpty() ? null : thought);
    functionCalls(/* argumentsAsText= */ false);
    json.endObject().field("done_reason", finish("stop", "length", "stop", "stop"));
    json.field("done", true);
    counts("prompt_eval_count", "eval_count", /* total= */ "");
  }

  private void cohere() {
    json.beginObject().field("id", id());
    json.field("finish_reason", finish("COMPLETE", "MAX_TOKENS", "TOOL_CALL", "ERROR_TOXIC"));
    json.name("message").beginObject().field("role", "assistant");
    json.name("content").beginArray();
    for (Block block : response.blocks()) {
      boolean isThought = block.kind() == BlockKind.REASONING;
      if (block.kind() != BlockKind.TOOL_CALL) {
        String type = isThought ? "thinking" : "text";
        json.beginObject().field("type", type).field(type, block.text()).endObject();
      }
    }
    json.endArray();
    functionCalls(/* argumentsAsText= */ true);
    json.endObject().name("usage").beginObject().name("tokens").beginObject();
    counts("input_tokens", "output_tokens", /* total= */ "");
    json.endObject().endObject();
  }

  private void converse() {
    json.beginObject().name("output").beginObject().name("message").beginObject();
    json.field("role", "assistant").name("content").beginArray();
    for (Block block : response.blocks()) {
      json.beginObject();
      switch (block.kind()) {
        case REASONING -> {
          String seal = block.reasoning() == null ? null : block.reasoning().signature();
          json.name("reasoningContent").beginObject().name("reasoningText").beginObject();
          json.field("text", block.text()).fieldIfAny("signature", seal).endObject().endObject();
        }
        case TOOL_CALL -> {
          json.name("toolUse").beginObject().fieldIfAny("toolUseId", block.id());
          json.fieldIfAny("name", block.name()).name("input").value(arguments(block)).endObject();
        }
        case TEXT, REFUSAL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> json.field("text", block.text());
      }
      json.endObject();
    }
    json.endArray().endObject().endObject();
    json.field("stopReason", finish("end_turn", "max_tokens", "tool_use", "content_filtered"));
    json.name("usage").beginObject();
    counts("inputTokens", "outputTokens", "totalTokens");
    json.endObject().name("metrics").beginObject().field("latencyMs", 0).endObject();
  }
}
