package dev.weir.codec.dialect.ollama;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of Ollama's {@code /api/chat} and {@code /api/generate}.
 *
 * <p>There is one output, a row of blocks of which only the last is open: thinking and content are
 * runs that end when the other begins; a tool call comes whole, its arguments as an object. The
 * line with {@code done} is the terminal; the response ends with the input.
 */
final class OllamaDecoder implements DialectDecoder {
  private static final int OUTPUT = 0;
  private static final String PROMPT = "prompt_eval_count";
  private static final String ANSWER = "eval_count";
  private static final Set<String> LINE_FIELDS =
      Set.of(
          "model",
          "created_at",
          "message",
          "response",
          "thinking",
          "error",
          "context",
          "logprobs",
          "done",
          "done_reason",
          "total_duration",
          "load_duration",
          "prompt_eval_count",
          "prompt_eval_duration",
          "eval_count",
          "eval_duration");

  /** Known, but useful only to a client that speaks the same dialect. */
  private static final Set<String> CARRIED_FIELDS =
      Set.of("context", "total_duration", "load_duration", "prompt_eval_duration", "eval_duration");

  private static final Set<String> MESSAGE_FIELDS =
      Set.of("role", "content", "thinking", "tool_calls", "images");

  private final EventWriter writer;
  private final UnknownFields unknown;
  private @Nullable OpenBlock run;
  private boolean called;
  private boolean failed;
  private boolean done;
  private @Nullable String word;

  OllamaDecoder(EventWriter writer) {
    this.writer = writer;
    this.unknown = new UnknownFields(writer);
  }

  /** Whether a line has the marks of this dialect. */
  static boolean isMarked(Json line) {
    boolean speaks = line.get("message").isObject() || line.get("response").text() != null;
    return speaks && line.has("model") && line.has("done");
  }

  @Override
  public boolean chunk(Frame frame, Json line) {
    boolean isError = line.has("error") || frame.event().equals("error");
    Json message = line.get("message");
    if (!isError && !message.isObject() && !line.has("response") && !line.has("done")) {
      writer.unrecognized("chunk", line.toText());
      return false;
    }
    writer.start(null, line.get("model").text());
    unknown.report("", line, LINE_FIELDS);
    unknown.carryEach("", line, "logprobs");
    unknown.report("message.", message, MESSAGE_FIELDS);
    text(BlockKind.REASONING, line.get("thinking"));
    text(BlockKind.REASONING, message.get("thinking"));
    text(BlockKind.TEXT, line.get("response"));
    text(BlockKind.TEXT, message.get("content"));
    message.get("images").items().forEach(this::image);
    message.get("tool_calls").items().forEach(this::call);
    if (isError) {
      failed = true;
      writer.fault(ProviderErrors.fault(line));
    }
    writer.usage(counts(line), OllamaDecoder::usage);
    if (line.get("done").isTrue()) {
      done = true;
      String reason = line.get("done_reason").textIfAny();
      word = reason == null ? word : reason;
    }
    // They are on the last line, which is written when everything is known.
    unknown.carry("", line, CARRIED_FIELDS, OllamaLines.UNKNOWN_TIMES);
    return true;
  }

  private static Json counts(Json line) {
    return new Json.Fields(Map.of(PROMPT, line.get(PROMPT), ANSWER, line.get(ANSWER)));
  }

  private static Usage usage(Json counts) {
    return new Usage(counts.get(PROMPT).number(), counts.get(ANSWER).number(), null, null, null);
  }

  private void text(BlockKind kind, Json text) {
    if (text.textIfAny() == null) {
      return;
    }
    OpenBlock block = run;
    if (block == null || block.kind() != kind) {
      endRun(/* complete= */ true);
      block = writer.open(OUTPUT, kind);
      run = block;
    }
    writer.delta(block, text.textOrEmpty());
  }

  private void image(Json image) {
    endRun(/* complete= */ true);
    OpenBlock block = writer.open(OUTPUT, BlockKind.MEDIA, null, "image");
    writer.delta(block, image.textOrEmpty());
    writer.end(block);
  }

  private void call(Json call) {
    endRun(/* complete= */ true);
    Json function = call.get("function").isObject() ? call.get("function") : call;
    Json arguments = function.get("arguments");
    String id = call.get("id").word();
    OpenBlock block =
        writer.open(
            OUTPUT,
            BlockKind.TOOL_CALL,
            id == null ? function.get("id").word() : id,
            function.get("name").textIfAny());
    // Documented as an object, but some servers of the protocol send its text.
    boolean isText = arguments.text() != null;
    if (!arguments.isNull()) {
      writer.delta(block, isText ? arguments.textOrEmpty() : JsonText.canonical(arguments));
    }
    writer.end(block);
    called = true;
  }

  private void endRun(boolean complete) {
    if (run != null) {
      writer.end(run, complete);
      run = null;
    }
  }

  @Override
  public void done() {
    end();
  }

  @Override
  public boolean isSettled() {
    return failed || done;
  }

  @Override
  public void end() {
    if (writer.isEnded()) {
      return;
    }
    FinishReason reason = reason();
    endRun(done && !failed && reason != FinishReason.LENGTH);
    if (done) {
      writer.outputEnd(OUTPUT, reason, word);
    }
    Verdict natural = done ? reason.verdict() : Verdict.TRUNCATED;
    writer.end(failed ? Verdict.FAILED : natural, word);
  }

  /** Older servers say that they are done, not why. */
  private FinishReason reason() {
    return switch (word == null ? "stop" : word) {
      case "stop" -> called ? FinishReason.TOOL_CALLS : FinishReason.STOP;
      case "tool_calls" -> FinishReason.TOOL_CALLS;
      case "length" -> FinishReason.LENGTH;
      case "error" -> FinishReason.FAILED;
      default -> FinishReason.OTHER;
    };
  }
}
