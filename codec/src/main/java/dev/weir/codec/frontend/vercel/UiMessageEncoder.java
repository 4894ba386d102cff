package dev.weir.codec.frontend.vercel;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.frontend.AnswerPlace;
import dev.weir.codec.frontend.FrameNumbers;
import dev.weir.codec.frontend.FrontEndEvent;
import dev.weir.codec.frontend.FrontEndEvent.Call;
import dev.weir.codec.frontend.FrontEndEvent.CallDelta;
import dev.weir.codec.frontend.FrontEndEvent.CallEnd;
import dev.weir.codec.frontend.FrontEndEvent.CallOutput;
import dev.weir.codec.frontend.FrontEndEvent.CallStart;
import dev.weir.codec.frontend.FrontEndEvent.MediaFile;
import dev.weir.codec.frontend.FrontEndEvent.Part;
import dev.weir.codec.frontend.FrontEndEvent.PartDelta;
import dev.weir.codec.frontend.FrontEndEvent.PartEnd;
import dev.weir.codec.frontend.FrontEndEvent.PartRepair;
import dev.weir.codec.frontend.FrontEndEvent.PartStart;
import dev.weir.codec.frontend.FrontEndEvent.Source;
import dev.weir.codec.frontend.FrontEndEvent.StepEnd;
import dev.weir.codec.frontend.FrontEndEvent.StepStart;
import dev.weir.codec.frontend.FrontEndEvent.TurnEnd;
import dev.weir.codec.frontend.FrontEndEvent.TurnStart;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.function.Consumer;

/**
 * Writes the chunks of {@code uiMessageChunkSchema}, each as a frame.
 *
 * <p>What is not a whole answer ends with {@code error} and never with {@code finish}. The schema
 * has no word for text that has to be put right: that is a {@code data-repair}, for front ends that
 * look for it.
 */
final class UiMessageEncoder implements Consumer<FrontEndEvent> {
  private final AnswerPlace place;
  private final FrameNumbers out;

  UiMessageEncoder(AnswerPlace place, Consumer<? super Frame> out) {
    this.place = place;
    this.out = new FrameNumbers(out);
  }

  @Override
  public void accept(FrontEndEvent event) {
    switch (event) {
      case TurnStart start -> start(start);
      case StepStart start -> out.say(chunk("start-step"));
      case StepEnd end -> out.say(chunk("finish-step"));
      case PartStart start -> out.say(chunk(start.part(), "start"));
      case PartDelta delta -> out.say(chunk(delta.part(), "delta").field("delta", delta.text()));
      case PartEnd end -> partEnd(end);
      case PartRepair repair ->
          out.say(
              chunk("data-repair")
                  .name("data")
                  .beginObject()
                  .field("part", repair.part().id())
                  .field("text", repair.text())
                  .endObject());
      case CallStart start -> callStart(start.call());
      case CallDelta delta ->
          out.say(
              chunk("tool-input-delta")
                  .field("toolCallId", delta.call().id())
                  .field("inputTextDelta", delta.text()));
      case CallEnd end -> callEnd(end);
      case CallOutput output -> output(output);
      case Source source ->
          out.say(
              chunk("source-url")
                  .field("sourceId", source.id())
                  .field("url", source.url())
                  .fieldIfAny("title", source.title()));
      case MediaFile file ->
          out.say(chunk("file").field("url", file.url()).field("mediaType", file.mediaType()));
      case TurnEnd end -> end(end);
    }
  }

  private static JsonText chunk(String type) {
    return new JsonText().beginObject().field("type", type);
  }

  private static JsonText chunk(Part part, String what) {
    return chunk((part.isReasoning() ? "reasoning-" : "text-") + what).field("id", part.id());
  }

  private static JsonText chunk(String type, Call call) {
    return chunk(type)
        .field("toolCallId", call.id())
        .field("toolName", call.name())
        .flag("providerExecuted", call.isServer());
  }

  private void start(TurnStart start) {
    JsonText json = chunk("start").field("messageId", place.answer());
    json.name("messageMetadata").beginObject().field("streamId", place.stream());
    out.say(json.fieldIfAny("model", start.modelName()).endObject());
  }

  private void partEnd(PartEnd end) {
    JsonText json = chunk(end.part(), "end");
    String seal = end.seal();
    if (seal != null) {
      json.name("providerMetadata").beginObject().name(UiMessages.OURS).beginObject();
      json.field(UiMessages.SEAL, seal).endObject().endObject();
    }
    out.say(json);
  }

  private void callStart(Call call) {
    JsonText json = chunk("tool-input-start", call);
    out.say(call.takesText() ? json.field("inputEncoding", "text") : json);
  }

  private void callEnd(CallEnd end) {
    String type = end.isWhole() ? "tool-input-available" : "tool-input-error";
    JsonText json = chunk(type, end.call()).name("input").value(input(end));
    out.say(
        end.isWhole()
            ? json
            : json.field("errorText", "The arguments of the call did not come whole"));
  }

  private static Json input(CallEnd end) {
    if (!end.call().takesText() && end.arguments().isBlank()) {
      return new Json.Fields(java.util.Map.of());
    }
    Json json = end.call().takesText() ? null : ProviderJson.parse(end.arguments());
    return json == null ? new Json.Text(end.arguments()) : json;
  }

  private void output(CallOutput output) {
    Call call = output.call();
    if (!output.success()) {
      out.say(
          chunk("tool-output-error")
              .field("toolCallId", call.id())
              .field("errorText", output.text())
              .flag("providerExecuted", call.isServer()));
      return;
    }
    JsonText json = chunk("tool-output-available").field("toolCallId", call.id());
    json.field("output", output.text()).flag("providerExecuted", call.isServer());
    if (!output.shown().isNull()) {
      json.name("toolMetadata").beginObject().name("shown").value(output.shown()).endObject();
    }
    out.say(json);
  }

  private void end(TurnEnd end) {
    if (end.verdict().isNatural()) {
      JsonText json = chunk("finish").field("finishReason", reason(end.verdict()));
      json.name("messageMetadata").beginObject();
      EventJson.usage(json, end.usage() == null ? null : end.usage().withRaw(null));
      out.say(json.endObject());
    } else {
      StreamFault fault = end.fault();
      String why = fault == null ? "The response failed" : fault.message();
      if (end.verdict() == Verdict.CANCELLED) {
        out.say(chunk("abort").field("reason", why));
      }
      out.say(chunk("error").field("errorText", why));
    }
    out.done();
  }

  private static String reason(Verdict verdict) {
    return switch (verdict) {
      case COMPLETE -> "stop";
      case LENGTH -> "length";
      case TOOL_CALLS -> "tool-calls";
      case REFUSED, FILTERED -> "content-filter";
      case PAUSED -> "other";
      case FAILED, TRUNCATED, CANCELLED, STALLED -> "error";
    };
  }
}
