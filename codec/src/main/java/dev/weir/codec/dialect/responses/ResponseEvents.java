package dev.weir.codec.dialect.responses;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the events of one response, each named after its type and numbered from zero. */
final class ResponseEvents {
  /** What is written for a response, whatever its provider says of it. */
  static final Set<String> OWN_FIELDS =
      Set.of(
          "id",
          "object",
          "created_at",
          "status",
          "error",
          "incomplete_details",
          "model",
          "output",
          "output_text",
          "previous_response_id",
          "usage");

  private static final String OF_RESPONSE = "response.";

  /** What typed clients insist on, as a plain request would have asked for it. */
  static final Map<String, Json> PLAIN = new LinkedHashMap<>();

  static {
    PLAIN.put("instructions", Json.Null.NULL);
    PLAIN.put("metadata", new Json.Fields(Map.of()));
    PLAIN.put("parallel_tool_calls", new Json.Bool(true));
    PLAIN.put("temperature", Json.Null.NULL);
    PLAIN.put("tool_choice", new Json.Text("auto"));
    PLAIN.put("tools", new Json.Items(List.of()));
    PLAIN.put("top_p", Json.Null.NULL);
  }

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
  private final CarriedFields carried = new CarriedFields();

  /** What the response repeats of the request. */
  private final Map<String, Json> said = new LinkedHashMap<>(PLAIN);

  private Consumer<? super Frame> out = frame -> {};
  private long sequenceNumber;
  private @Nullable String id;
  private @Nullable String model;

  ResponseEvents(EncodeOptions options) {
    this.options = options;
    said.putAll(options.asked().fields());
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
    out.accept(new Frame(type, "", Bytes.of(carried.in(json.endObject().toString()))));
  }

  /** Writes what has no place in events, for a client of this dialect; returns whether it can. */
  boolean carry(Unrecognized event) {
    String path = CarriedFields.path(event);
    Json whole = ProviderJson.parse(event.whole());
    if (path != null && path.startsWith(OF_RESPONSE) && whole != null) {
      said.put(path.substring(OF_RESPONSE.length()), whole);
      return true;
    }
    if (path != null || whole == null) {
      return carried.take(event);
    }
    boolean isItem = event.type().startsWith("item ");
    boolean isEvent = event.type().indexOf(' ') < 0 && whole.isObject();
    if (isEvent) {
      Map<String, Json> fields = new LinkedHashMap<>(whole.fields());
      // Clients resume with the number of the last event that they have.
      fields.put("sequence_number", new Json.Num(Long.toString(sequenceNumber++)));
      String name = CarriedFields.frameName(event);
      out.accept(new Frame(name, "", Bytes.of(new Json.Fields(fields).toText())));
    }
    // An item of an unknown kind is written like any item, from its source.
    return isItem || isEvent;
  }

  void response(String type, Snapshot snapshot) {
    emit("response." + type, json -> response(json.name("response"), snapshot));
  }

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
    json.field("model", known(model, options.modelName())).name("output").beginArray();
    snapshot.output().accept(json);
    json.endArray();
    said.forEach((name, value) -> json.name(name).value(value));
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
