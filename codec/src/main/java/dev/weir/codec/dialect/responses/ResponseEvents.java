package dev.weir.codec.dialect.responses;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the events of one response, each named after its type and numbered from zero. */
final class ResponseEvents {
  /** What a response says of itself at one moment. */
  record Snapshot(
      String status,
      Consumer<JsonText> output,
      @Nullable Usage usage,
      @Nullable StreamFault error,
      @Nullable String incompleteReason) {

    static Snapshot of(String status) {
      return new Snapshot(status, json -> {}, null, null, null);
    }
  }

  private final EncodeOptions options;
  private Consumer<? super Frame> out = frame -> {};
  private long sequenceNumber;
  private @Nullable String id;
  private @Nullable String model;

  ResponseEvents(EncodeOptions options) {
    this.options = options;
  }

  void to(Consumer<? super Frame> sink) {
    out = sink;
  }

  /** Takes names that were not known; a name once known does not change. */
  void names(@Nullable String newId, @Nullable String newModel) {
    id = id == null ? newId : id;
    model = model == null ? newModel : model;
  }

  boolean isNamed() {
    return id != null && model != null;
  }

  @Nullable String id() {
    return id == null ? options.responseId() : id;
  }

  void emit(String type, Consumer<JsonText> fields) {
    var json = new JsonText().beginObject().field("type", type);
    json.field("sequence_number", sequenceNumber++);
    fields.accept(json);
    out.accept(new Frame(type, "", Bytes.of(json.endObject().toString())));
  }

  void response(String type, Snapshot snapshot) {
    emit("response." + type, json -> response(json.name("response"), snapshot));
  }

  /**
   * The response object. What the request asked for is not known here; the fields that typed
   * clients insist on say what a plain request would have asked for.
   */
  private void response(JsonText json, Snapshot snapshot) {
    json.beginObject().field("id", known(id, options.responseId())).field("object", "response");
    json.field("created_at", options.createdSeconds()).field("status", snapshot.status());
    StreamFault error = snapshot.error();
    if (error == null) {
      json.fieldOrNull("error", null);
    } else {
      json.name("error").beginObject().fieldOrNull("code", error.code());
      json.field("message", error.message()).endObject();
    }
    String reason = snapshot.incompleteReason();
    if (reason == null) {
      json.fieldOrNull("incomplete_details", null);
    } else {
      json.name("incomplete_details").beginObject().field("reason", reason).endObject();
    }
    json.fieldOrNull("instructions", null).name("metadata").beginObject().endObject();
    json.field("model", known(model, options.modelName())).name("output").beginArray();
    snapshot.output().accept(json);
    json.endArray().field("parallel_tool_calls", true).fieldOrNull("temperature", null);
    json.field("tool_choice", "auto").name("tools").beginArray().endArray();
    json.fieldOrNull("top_p", null);
    Usage usage = snapshot.usage();
    if (usage == null) {
      json.fieldOrNull("usage", null);
    } else {
      ResponsesUsage.write(json.name("usage"), usage);
    }
    json.endObject();
  }

  private static String known(@Nullable String name, @Nullable String otherwise) {
    return name != null ? name : otherwise != null ? otherwise : "";
  }

  void error(StreamFault fault) {
    emit(
        "error",
        json ->
            json.fieldOrNull("code", fault.code())
                .field("message", fault.message())
                .fieldOrNull("param", null));
  }
}
