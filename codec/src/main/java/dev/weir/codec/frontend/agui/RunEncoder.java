package dev.weir.codec.frontend.agui;

import dev.weir.codec.Frame;
import dev.weir.codec.frontend.AnswerPlace;
import dev.weir.codec.frontend.FrameNumbers;
import dev.weir.codec.frontend.FrontEndEvent;
import dev.weir.codec.frontend.FrontEndEvent.Call;
import dev.weir.codec.frontend.FrontEndEvent.CallDelta;
import dev.weir.codec.frontend.FrontEndEvent.CallEnd;
import dev.weir.codec.frontend.FrontEndEvent.CallOutput;
import dev.weir.codec.frontend.FrontEndEvent.CallStart;
import dev.weir.codec.frontend.FrontEndEvent.MediaFile;
import dev.weir.codec.frontend.FrontEndEvent.PartDelta;
import dev.weir.codec.frontend.FrontEndEvent.PartEnd;
import dev.weir.codec.frontend.FrontEndEvent.PartRepair;
import dev.weir.codec.frontend.FrontEndEvent.PartStart;
import dev.weir.codec.frontend.FrontEndEvent.Source;
import dev.weir.codec.frontend.FrontEndEvent.StepEnd;
import dev.weir.codec.frontend.FrontEndEvent.StepStart;
import dev.weir.codec.frontend.FrontEndEvent.TurnEnd;
import dev.weir.codec.frontend.FrontEndEvent.TurnStart;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of a run, each as a frame. Every block of text and every part of reasoning is a
 * message; the calls of a pass belong to its last text, else to a message of their own.
 *
 * <p>What is not a whole answer, even one that somebody stopped, ends with {@code RUN_ERROR}: an
 * older client would take any {@code RUN_FINISHED} for success. The protocol has no events for
 * pages, files and repairs: they are {@code CUSTOM}, named {@code source}, {@code file}, {@code
 * repair}.
 */
final class RunEncoder implements Consumer<FrontEndEvent> {
  private final AnswerPlace place;
  private final FrameNumbers out;
  private final Set<String> pending = new LinkedHashSet<>();
  private String parent = "";

  RunEncoder(AnswerPlace place, Consumer<? super Frame> out) {
    this.place = place;
    this.out = new FrameNumbers(out);
  }

  @Override
  public void accept(FrontEndEvent event) {
    switch (event) {
      case TurnStart start ->
          out.say(event("RUN_STARTED").field("threadId", place.thread()).field("runId", run()));
      case StepStart start -> parent = "%s-calls-%d".formatted(place.stream(), start.step());
      case StepEnd end -> {}
      case PartStart start -> partStart(start);
      case PartDelta delta ->
          out.say(
              message(
                      delta.part().isReasoning()
                          ? "REASONING_MESSAGE_CONTENT"
                          : "TEXT_MESSAGE_CONTENT",
                      delta.part().id())
                  .field("delta", delta.text()));
      case PartEnd end -> partEnd(end);
      case PartRepair repair ->
          out.say(
              custom("repair")
                  .field("messageId", repair.part().id())
                  .field("content", repair.text())
                  .endObject());
      case CallStart start -> {
        pending.add(start.call().id());
        out.say(
            call("TOOL_CALL_START", start.call())
                .field("toolCallName", start.call().name())
                .field("parentMessageId", parent));
      }
      case CallDelta delta ->
          out.say(call("TOOL_CALL_ARGS", delta.call()).field("delta", delta.text()));
      case CallEnd end -> out.say(call("TOOL_CALL_END", end.call()));
      case CallOutput output -> output(output);
      case Source source ->
          out.say(
              custom("source")
                  .field("url", source.url())
                  .fieldIfAny("title", source.title())
                  .endObject());
      case MediaFile file ->
          out.say(
              custom("file")
                  .field("mediaType", file.mediaType())
                  .field("url", file.url())
                  .endObject());
      case TurnEnd end -> end(end);
    }
  }

  private static JsonText event(String type) {
    return new JsonText().beginObject().field("type", type);
  }

  private static JsonText message(String type, String id) {
    return event(type).field("messageId", id);
  }

  private static JsonText call(String type, Call call) {
    return event(type).field("toolCallId", call.id());
  }

  /** An event of ours; the caller writes its value and ends it. */
  private static JsonText custom(String name) {
    return event("CUSTOM").field("name", name).name("value").beginObject();
  }

  private String run() {
    return place.answer();
  }

  private void partStart(PartStart start) {
    String id = start.part().id();
    if (start.part().isReasoning()) {
      out.say(message("REASONING_START", id));
      out.say(message("REASONING_MESSAGE_START", id).field("role", "reasoning"));
    } else {
      parent = id;
      out.say(message("TEXT_MESSAGE_START", id).field("role", "assistant"));
    }
  }

  private void partEnd(PartEnd end) {
    String id = end.part().id();
    if (!end.part().isReasoning()) {
      out.say(message("TEXT_MESSAGE_END", id));
      return;
    }
    out.say(message("REASONING_MESSAGE_END", id));
    String seal = end.seal();
    if (seal != null) {
      out.say(
          event("REASONING_ENCRYPTED_VALUE")
              .field("subtype", "message")
              .field("entityId", id)
              .field("encryptedValue", seal));
    }
    out.say(message("REASONING_END", id));
  }

  private void output(CallOutput output) {
    pending.remove(output.call().id());
    JsonText json =
        message("TOOL_CALL_RESULT", output.id())
            .field("toolCallId", output.call().id())
            .field("content", output.text())
            .field("role", "tool");
    boolean isShown = !output.shown().isNull();
    if (isShown || !output.success()) {
      json.name("metadata").beginObject().flag("failed", !output.success());
      if (isShown) {
        json.name("shown").value(output.shown());
      }
      json.endObject();
    }
    out.say(json);
  }

  private void end(TurnEnd end) {
    if (!end.verdict().isNatural()) {
      StreamFault fault = end.fault();
      JsonText json = event("RUN_ERROR");
      json.field("message", fault == null ? "The response failed" : fault.message());
      json.fieldIfAny("code", fault == null ? null : fault.code());
      usage(json, end.usage());
      out.say(json);
      return;
    }
    JsonText json = event("RUN_FINISHED").field("threadId", place.thread()).field("runId", run());
    json.name("outcome").beginObject().field("type", "success");
    if (!pending.isEmpty()) {
      json.name("pendingToolCallIds").beginArray();
      pending.forEach(json::value);
      json.endArray();
    }
    json.endObject();
    usage(json, end.usage());
    out.say(json);
  }

  private static void usage(JsonText json, @Nullable Usage usage) {
    if (usage != null) {
      json.name("usage").beginArray().beginObject();
      json.fieldIfAny("inputTokens", usage.inputTokens());
      json.fieldIfAny("outputTokens", usage.outputTokens());
      json.fieldIfAny("reasoningTokens", usage.reasoningTokens());
      json.fieldIfAny("cachedInputTokens", usage.cachedInputTokens());
      json.fieldIfAny("cacheWriteInputTokens", usage.cacheWriteTokens());
      json.endObject().endArray();
    }
  }
}
