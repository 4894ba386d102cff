package dev.weir.codec.dialect.chat;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.dialect.CarriedFields;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the chunks of one chat stream, each with the names and the time that all share. */
final class ChatChunks {
  /** What an unknown part of a list of contents is called. */
  static final String CONTENT_PART = "choices[].delta.content[].";

  private final EncodeOptions options;
  private final CarriedFields carried = new CarriedFields();
  private Consumer<? super Frame> out = frame -> {};
  private String id = "";
  private String model = "";

  ChatChunks(EncodeOptions options) {
    this.options = options;
  }

  void to(Consumer<? super Frame> sink) {
    out = sink;
  }

  /** Takes names as they become known; returns whether they can still be said. */
  boolean names(@Nullable String newId, @Nullable String newModel) {
    boolean fits = (newId == null || id.isEmpty()) && (newModel == null || model.isEmpty());
    id = newId == null || !id.isEmpty() ? id : newId;
    model = newModel == null || !model.isEmpty() ? model : newModel;
    return fits;
  }

  @Nullable String id() {
    return id.isEmpty() ? null : id;
  }

  /** Fills in the names that are still unknown. */
  void defaultNames() {
    names(options.responseId(), options.modelName());
  }

  /** Writes what one choice adds. */
  void delta(int choice, Consumer<JsonText> delta) {
    choice(choice, delta, /* finish= */ null);
  }

  void finish(int choice, String word) {
    choice(choice, json -> {}, word);
  }

  private void choice(int choice, Consumer<JsonText> delta, @Nullable String finish) {
    JsonText json = begin().name("choices").beginArray().beginObject();
    json.field("index", choice).name("delta").beginObject();
    delta.accept(json);
    json.endObject().name("logprobs").value(Json.Null.NULL).fieldOrNull("finish_reason", finish);
    end(json.endObject().endArray());
  }

  /** A chunk without a choice, which names the response or its sources. */
  void plain(Consumer<JsonText> fields) {
    JsonText json = begin().name("choices").beginArray().endArray();
    fields.accept(json);
    end(json);
  }

  /** Reports the usage, if the client asked for it. */
  void usage(Usage usage) {
    if (!options.usage()) {
      return;
    }
    plain(json -> ChatUsage.write(json.name("usage"), usage));
  }

  /** An error, in the shape that all chat servers share. */
  void error(StreamFault fault) {
    var json = new JsonText().beginObject().name("error").beginObject();
    json.field("message", fault.message());
    json.fieldIfAny("code", fault.code()).fieldIfAny("type", fault.type());
    end(json.endObject());
  }

  /** Writes what waits for a chunk of a choice that will no longer come. */
  void carryRest() {
    if (!carried.isEmpty()) {
      delta(0, json -> {});
    }
  }

  /** Writes what has no place in events, for a client of this dialect; returns whether it can. */
  boolean carry(Unrecognized event) {
    Json whole = ProviderJson.parse(event.whole());
    if (whole != null && event.type().equals("chunk")) {
      out.accept(new Frame("", "", Bytes.of(whole.toText())));
      return true;
    }
    if (whole != null && event.type().startsWith(CONTENT_PART)) {
      delta(0, json -> json.name("content").beginArray().value(whole).endArray());
      return true;
    }
    return carried.take(event);
  }

  void done() {
    out.accept(Frame.data("[DONE]"));
  }

  private JsonText begin() {
    return new JsonText()
        .beginObject()
        .field("id", id)
        .field("object", "chat.completion.chunk")
        .field("created", options.createdSeconds())
        .field("model", model);
  }

  private void end(JsonText json) {
    out.accept(new Frame("", "", Bytes.of(carried.in(json.endObject().toString()))));
  }
}
