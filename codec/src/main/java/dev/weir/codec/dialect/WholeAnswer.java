package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What answers as one JSON object are made of, in any dialect. */
public record WholeAnswer(Response response, Usage usage) {

  /** What the events amount to. */
  public static WholeAnswer of(List<StreamEvent> events) {
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    Response response = assembler.response();
    Usage usage = EventSource.FOREIGN.known(response.usage());
    return new WholeAnswer(response, Objects.requireNonNullElse(usage, Usage.NONE));
  }

  /** The response's id; empty if it has none. */
  public String id() {
    return Objects.requireNonNullElse(response.responseId(), "");
  }

  /** The model's name; empty if it has none. */
  public String model() {
    return Objects.requireNonNullElse(response.modelName(), "");
  }

  /** The calls that whoever asks has to run. */
  public List<Block> calls() {
    return response.blocks(BlockKind.TOOL_CALL);
  }

  /** The text of all blocks of these kinds, in order. */
  public String text(BlockKind... kinds) {
    StringBuilder text = new StringBuilder();
    for (BlockKind kind : kinds) {
      text.append(response.text(kind));
    }
    return text.toString();
  }

  /** The arguments of a call as JSON; an empty object if it has none. */
  public static Json arguments(Block call) {
    return Objects.requireNonNullElse(ProviderJson.object(call.text()), new Json.Fields(Map.of()));
  }

  /** The dialect's word for how the answer ended. */
  public String finish(String stop, String length, String calls, String filtered) {
    Verdict verdict = Objects.requireNonNullElse(response.verdict(), Verdict.COMPLETE);
    return switch (verdict) {
      case LENGTH -> length;
      case TOOL_CALLS -> calls;
      case REFUSED, FILTERED -> filtered;
      case COMPLETE, PAUSED, FAILED, TRUNCATED, CANCELLED, STALLED -> stop;
    };
  }

  /** Writes the calls in the form that Chat, Cohere and Ollama share, if there are any. */
  public void functionCalls(JsonText json, boolean argumentsAsText) {
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

  /** Writes the counts that are known. */
  public void counts(JsonText json, String input, String output) {
    json.fieldIfAny(input, usage.inputTokens()).fieldIfAny(output, usage.outputTokens());
  }
}
