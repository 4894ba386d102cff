package dev.weir.cli.input;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns the frames of a lifecycle back into events, as far as a front end was told them.
 *
 * <p>A phase becomes an output. What the lifecycle derives (status phrases, durations, the excerpt
 * of the thinking) is omitted, because it follows from the events again. Belongs to one turn and
 * one thread at a time.
 */
final class LifecycleReading {
  private static final int PREVIEW_CHARS = 200;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 64 << 20);

  private int blocks;
  private int phase;
  private boolean started;
  private boolean failed;
  private @Nullable Open thinking;

  /** The part of the thinking that grows. */
  private int part;

  private @Nullable Open text;
  private @Nullable String finishReason;
  private boolean lastWasCall;
  private long firstMillis;
  private long lastMillis;

  /** The texts of all phases, which may be corrected later. */
  private final Map<Integer, Open> texts = new HashMap<>();

  /** The calls that are being written, by their numbers. */
  private final Map<Long, Open> calls = new TreeMap<>();

  /** A block that is open, and what it holds so far. */
  private record Open(BlockId block, StringBuilder text) {}

  /** When the first frame was sent, in epoch milliseconds; 0 where that is not known. */
  long startedAtMillis() {
    return firstMillis;
  }

  /** When the last frame was sent, in microseconds since the first. */
  long atMicros() {
    return TimeUnit.MILLISECONDS.toMicros(lastMillis - firstMillis);
  }

  /** Takes the data of the next frame. */
  void frame(String data, Consumer<StreamEvent> out) {
    Json json = read(data);
    if (json == null) {
      begin(out);
      malformed("a frame is not JSON: it begins «%s»".formatted(preview(data)), out);
      return;
    }
    time(json);
    begin(out);
    phase(json, out);
    String type = json.has("choices") ? "text_delta" : json.get("type").textOrEmpty();
    lastWasCall |= type.equals("tool_call_start");
    switch (type) {
      case "thinking_start" -> {
        thinking = open(BlockKind.REASONING, json, out);
        part = 0;
      }
      case "thinking_delta" -> thinking = delta(thinking, BlockKind.REASONING, json, out);
      case "thinking_end" -> thinking = close(thinking, /* complete= */ true, out);
      case "text_start" -> text = open(BlockKind.TEXT, json, out);
      case "text_delta" -> text = delta(text, BlockKind.TEXT, json, out);
      case "text_end" -> {
        finishReason = json.get("finish_reason").text();
        text = close(text, isNatural(finishReason), out);
      }
      case "tool_call_start" -> call(json, out);
      case "tool_result" -> result(json, out);
      case "text_repair" -> repair(json, out);
      case "warning" -> warning(json, out);
      case "failed_try" -> failedTry(json, out);
      case "seam" -> out.accept(new ResponseProgress(type, null, null));
      case "error" -> error(json, out);
      case "tool_call_delta" -> callDelta(json, out);
      case "tool_progress" -> progress(json, out);
      case "status", "thinking_complete" -> {}
      case "web_search", "artifact_complete", "image_complete" ->
          out.accept(new ResponseProgress(type, null, null));
      default ->
          out.accept(new Unrecognized(type.isEmpty() ? "?" : type, preview(data), data.length()));
    }
  }

  /** Ends the turn. */
  void end(boolean isDone, Consumer<StreamEvent> out) {
    begin(out);
    closeAll(/* complete= */ false, out);
    closeCalls(out);
    Verdict verdict =
        failed && isNatural(finishReason)
            ? Verdict.FAILED
            : isDone ? verdict(finishReason) : Verdict.TRUNCATED;
    if (verdict.isNatural()) {
      out.accept(new OutputEnd(phase, reason(verdict), finishReason));
    }
    out.accept(new ResponseEnd(verdict, finishReason, null));
  }

  private static @Nullable Json read(String data) {
    try {
      Json json = READER.read(data);
      return json.isObject() ? json : null;
    } catch (JsonException notJson) {
      return null;
    }
  }

  private void time(Json json) {
    Long timestamp = json.get("timestamp").number();
    if (timestamp == null || timestamp < 0) {
      return;
    }
    if (!started) {
      firstMillis = timestamp;
    }
    lastMillis = Math.max(Math.max(lastMillis, firstMillis), timestamp);
  }

  private void begin(Consumer<StreamEvent> out) {
    if (!started) {
      started = true;
      out.accept(new ResponseStart(null, null));
    }
  }

  private void phase(Json json, Consumer<StreamEvent> out) {
    Long number = json.get("phase").number();
    if (number == null || number <= phase || number > Integer.MAX_VALUE) {
      return;
    }
    closeAll(/* complete= */ true, out);
    out.accept(
        new OutputEnd(
            phase, lastWasCall ? FinishReason.TOOL_CALLS : FinishReason.STOP, finishReason));
    phase = number.intValue();
    lastWasCall = false;
    finishReason = null;
  }

  private Open open(BlockKind kind, Json json, Consumer<StreamEvent> out) {
    var block = new BlockId(phase, blocks++);
    out.accept(
        new BlockStart(
            block,
            kind,
            json.get("toolCallId").text(),
            json.get("toolName").text(),
            /* synthetic= */ false,
            Map.of()));
    var opened = new Open(block, new StringBuilder());
    if (kind == BlockKind.TEXT) {
      texts.put(phase, opened);
    }
    return opened;
  }

  private Open delta(@Nullable Open open, BlockKind kind, Json json, Consumer<StreamEvent> out) {
    Open block = open == null ? open(kind, Json.Null.NULL, out) : open;
    Json chat = json.get("choices").at(0).get("delta");
    String content = (json.has("choices") ? chat : json).get("content").textOrEmpty();
    if (kind == BlockKind.TEXT) {
      block.text().append(content);
    } else if (json.get("newPart").isTrue()) {
      part++;
    }
    out.accept(new BlockDelta(block.block(), kind == BlockKind.TEXT ? 0 : part, content));
    return block;
  }

  /** Calls that were announced and never made. */
  private void closeCalls(Consumer<StreamEvent> out) {
    calls.values().forEach(open -> close(open, /* complete= */ false, out));
    calls.clear();
  }

  private static @Nullable Open close(
      @Nullable Open open, boolean complete, Consumer<StreamEvent> out) {
    if (open != null) {
      out.accept(new BlockEnd(open.block(), complete, null, null, null, null));
    }
    return null;
  }

  private void closeAll(boolean complete, Consumer<StreamEvent> out) {
    thinking = close(thinking, complete, out);
    text = close(text, complete, out);
  }

  private Open openCall(Json json, Consumer<StreamEvent> out) {
    boolean isServer = json.get("server").isTrue();
    return open(isServer ? BlockKind.SERVER_TOOL : BlockKind.TOOL_CALL, json, out);
  }

  private void callDelta(Json json, Consumer<StreamEvent> out) {
    Long number = json.get("call").number();
    if (number == null) {
      return;
    }
    Open open = calls.computeIfAbsent(number, call -> openCall(json, out));
    String content = json.get("content").textOrEmpty();
    open.text().append(content);
    if (!content.isEmpty()) {
      out.accept(new BlockDelta(open.block(), content));
    }
  }

  private void progress(Json json, Consumer<StreamEvent> out) {
    Long number = json.get("call").number();
    Open open = number == null ? null : calls.get(number);
    if (open != null) {
      out.accept(new ToolProgress(open.block(), json.get("status").textOrEmpty()));
    }
  }

  private void call(Json json, Consumer<StreamEvent> out) {
    Long number = json.get("call").number();
    Open growing = number == null ? null : calls.remove(number);
    Open open = growing == null ? openCall(json, out) : growing;
    String arguments = json.get("arguments").textOrEmpty();
    String said = open.text().toString();
    if (!arguments.startsWith(said)) {
      out.accept(new BlockRepair(open.block(), 0, arguments));
    } else if (arguments.length() > said.length()) {
      out.accept(new BlockDelta(open.block(), arguments.substring(said.length())));
    }
    out.accept(
        new BlockEnd(
            open.block(), !json.get("cut").isTrue(), null, arguments, null, /* source= */ null));
  }

  private void result(Json json, Consumer<StreamEvent> out) {
    Open open = open(BlockKind.TOOL_OUTPUT, json, out);
    String output = json.get("output").textOrEmpty();
    if (!output.isEmpty()) {
      out.accept(new BlockDelta(open.block(), output));
    }
    out.accept(
        new BlockEnd(open.block(), json.get("success").isTrue(), null, null, null, json.toText()));
  }

  /** Some words of ours explain an end that is not an error of the provider. */
  private void error(Json json, Consumer<StreamEvent> out) {
    String code = json.get("code").textOrEmpty();
    String message = json.get("message").textOrEmpty();
    switch (code) {
      case "refusal" -> {
        finishReason = code;
        Open open = open(BlockKind.REFUSAL, Json.Null.NULL, out);
        out.accept(new BlockDelta(open.block(), message));
        close(open, /* complete= */ true, out);
      }
      case "content_filter", "length", "truncated", "cancelled", "stalled" -> finishReason = code;
      default -> {
        failed = true;
        out.accept(
            new Fault(
                new StreamFault(
                    StreamFault.Kind.PROVIDER_ERROR, json.get("code").text(), message)));
      }
    }
  }

  /** What replaces a part of a text gives the whole text again. */
  private void repair(Json json, Consumer<StreamEvent> out) {
    Long of = json.get("of").number();
    Open block = texts.get(of == null ? phase : of.intValue());
    Long from = json.get("from").number();
    Long length = json.get("length").number();
    boolean isPlace =
        block != null
            && from != null
            && length != null
            && from >= 0
            && length >= 0
            && from + length <= block.text().length();
    if (block == null || from == null || length == null || !isPlace) {
      malformed("a repair of text that is not there: " + preview(json.toText()), out);
      return;
    }
    block.text().replace(from.intValue(), (int) (from + length), json.get("content").textOrEmpty());
    out.accept(new BlockRepair(block.block(), 0, block.text().toString()));
  }

  private static void failedTry(Json json, Consumer<StreamEvent> out) {
    Long wait = json.get("wait_ms").number();
    out.accept(
        new StreamEvent.FailedTry(
            json.get("provider").textOrEmpty(),
            json.get("model").text(),
            json.get("code").textOrEmpty(),
            json.get("message").textOrEmpty(),
            json.get("next").text(),
            json.get("nextModel").text(),
            wait == null ? 0 : wait));
  }

  private static void warning(Json json, Consumer<StreamEvent> out) {
    out.accept(
        new Fault(
            new StreamFault(
                StreamFault.Kind.SEQUENCE,
                json.get("code").text(),
                json.get("message").textOrEmpty())));
  }

  private static void malformed(String words, Consumer<StreamEvent> out) {
    out.accept(new Fault(new StreamFault(StreamFault.Kind.MALFORMED, null, words)));
  }

  private boolean isNatural(@Nullable String finish) {
    return verdict(finish).isNatural();
  }

  /** The verdict that the word for the end of a text stands for. */
  private Verdict verdict(@Nullable String finish) {
    return switch (finish == null ? "" : finish) {
      case "" -> lastWasCall ? Verdict.TOOL_CALLS : Verdict.COMPLETE;
      case "length" -> Verdict.LENGTH;
      case "tool_calls" -> Verdict.TOOL_CALLS;
      case "content_filter" -> Verdict.FILTERED;
      case "refusal" -> Verdict.REFUSED;
      case "pause" -> Verdict.PAUSED;
      case "error" -> Verdict.FAILED;
      case "truncated" -> Verdict.TRUNCATED;
      case "cancelled" -> Verdict.CANCELLED;
      case "stalled" -> Verdict.STALLED;
      default -> Verdict.COMPLETE;
    };
  }

  private static FinishReason reason(Verdict verdict) {
    return switch (verdict) {
      case COMPLETE -> FinishReason.STOP;
      case LENGTH -> FinishReason.LENGTH;
      case TOOL_CALLS -> FinishReason.TOOL_CALLS;
      case REFUSED -> FinishReason.REFUSED;
      case FILTERED -> FinishReason.FILTERED;
      case PAUSED -> FinishReason.PAUSED;
      case FAILED, TRUNCATED, CANCELLED, STALLED -> FinishReason.FAILED;
    };
  }

  private static String preview(String data) {
    int end =
        data.offsetByCodePoints(0, Math.min(PREVIEW_CHARS, data.codePointCount(0, data.length())));
    return data.substring(0, end);
  }
}
