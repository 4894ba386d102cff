package dev.weir.codec.dialect.cohere;

import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.Counts;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.Hole;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.Set;

/**
 * Reads Cohere's chat events.
 *
 * <p>{@code message-end} (version 1: {@code stream-end}) is the terminal; the response ends with
 * {@code [DONE]} or with the input, whichever comes first.
 */
final class CohereDecoder implements DialectDecoder {
  private static final Set<String> EVENTS =
      Set.of(
          "message-start",
          "content-start",
          "content-delta",
          "content-end",
          "tool-plan-delta",
          "tool-call-start",
          "tool-call-delta",
          "tool-call-end",
          "citation-start",
          "citation-end",
          "message-end");
  private static final Set<String> EVENT_FIELDS =
      Set.of("type", "id", "index", "delta", "error", "logprobs");
  private static final Set<String> DELTA_FIELDS =
      Set.of("message", "finish_reason", "usage", "error");

  private static final List<Hole> HOLES =
      List.of(
          Hole.delta("delta", "message", "content", "text"),
          Hole.delta("delta", "message", "content", "thinking"),
          Hole.delta("delta", "message", "tool_calls", "function", "arguments"));

  private final EventWriter writer;
  private final UnknownFields unknown;
  private final CohereMessage message;
  private final CohereV1 v1;
  private boolean failed;
  private boolean ended;

  CohereDecoder(EventWriter writer, Limits limits) {
    this.writer = writer;
    this.unknown = new UnknownFields(writer);
    this.message = new CohereMessage(writer, limits);
    this.v1 = new CohereV1(writer, message);
  }

  /** Whether a chunk has the marks of this dialect. */
  static boolean isMarked(Json chunk) {
    String type = chunk.get("type").textOrEmpty();
    return EVENTS.contains(type) || CohereV1.isMarked(chunk);
  }

  @Override
  public boolean chunk(Frame frame, Json chunk) {
    String old = CohereV1.type(chunk);
    if (old != null && v1.event(old, chunk)) {
      ended |= old.equals("stream-end");
      failed |= chunk.has("error") || chunk.get("response").has("error");
      return true;
    }
    String type = type(frame, chunk);
    boolean known = event(type, chunk);
    Json delta = chunk.get("delta");
    // An error has no type: {"message": …} in place of an event.
    boolean isError = type.equals("error") || (!known && chunk.has("message"));
    if (isError || chunk.has("error") || delta.has("error")) {
      failed = true;
      writer.fault(ProviderErrors.fault(delta.has("error") ? delta : chunk));
    } else if (!known) {
      writer.unrecognized(type.isEmpty() ? "chunk" : type, chunk.toText());
      return false;
    }
    unknown.report("", chunk, EVENT_FIELDS);
    unknown.report("delta.", delta, DELTA_FIELDS);
    return true;
  }

  static String type(Frame frame, Json chunk) {
    String type = chunk.get("type").textIfAny();
    return type == null ? frame.event() : type;
  }

  private boolean event(String type, Json chunk) {
    Long number = chunk.get("index").number();
    long index = number == null ? 0 : number;
    Json said = chunk.get("delta").get("message");
    Json content = said.get("content");
    switch (type) {
      case "message-start" -> {
        writer.announced();
        writer.start(chunk.get("id").text(), null);
      }
      case "content-start", "content-delta" -> {
        message.content(index, BlockKind.REASONING, content.get("thinking").textOrEmpty());
        message.content(index, BlockKind.TEXT, content.get("text").textOrEmpty());
      }
      case "content-end" -> message.contentEnd(index);
      case "tool-plan-delta" -> message.plan(said.get("tool_plan").textOrEmpty());
      case "tool-call-start" -> {
        message.callEnd(index);
        call(index, said.get("tool_calls"));
      }
      case "tool-call-delta" -> call(index, said.get("tool_calls"));
      case "tool-call-end" -> message.callEnd(index);
      case "citation-start" -> message.citation(said.get("citations"));
      case "citation-end" -> {}
      case "message-end" -> end(chunk.get("delta"));
      default -> {
        return false;
      }
    }
    return true;
  }

  private void call(long index, Json json) {
    Json call = json.isArray() ? json.at(0) : json;
    Json function = call.get("function");
    message.call(index, call.get("id").textIfAny(), function.get("name").textIfAny());
    message.arguments(index, function.get("arguments").textOrEmpty());
  }

  private void end(Json delta) {
    ended = true;
    message.finish(delta.get("finish_reason").word());
    writer.usage(delta.get("usage"), CohereDecoder::usage);
  }

  /** What the model read and wrote; where that is missing, what was billed. */
  static Usage usage(Json usage) {
    Json tokens = usage.get("tokens");
    Json billed = usage.get("billed_units");
    return new Usage(
        Counts.first(tokens.get("input_tokens"), billed.get("input_tokens")),
        Counts.first(tokens.get("output_tokens"), billed.get("output_tokens")),
        tokens.get("reasoning_tokens").number(),
        usage.get("cached_tokens").number(),
        null);
  }

  @Override
  public List<Hole> holes() {
    return HOLES;
  }

  @Override
  public void done() {
    end();
  }

  @Override
  public boolean isSettled() {
    return failed || ended;
  }

  @Override
  public void end() {
    if (writer.isEnded()) {
      return;
    }
    message.end(ended && !failed);
    writer.end(verdict(), message.word());
  }

  private Verdict verdict() {
    if (failed) {
      return Verdict.FAILED;
    }
    if ("USER_CANCEL".equals(message.word())) {
      return Verdict.CANCELLED;
    }
    FinishReason reason = message.reason();
    if (reason == null) {
      return ended ? Verdict.COMPLETE : Verdict.TRUNCATED;
    }
    return reason.verdict();
  }
}
