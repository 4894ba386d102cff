package dev.weir.codec.dialect.ollama;

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
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the lines of one {@code /api/chat} stream, each with the model and the time. */
final class OllamaLines {
  private static final Json UNKNOWN_TIME = new Json.Num("0");

  /** How long it took is not known where another provider answered; typed clients want numbers. */
  static final Map<String, Json> UNKNOWN_TIMES =
      Map.of(
          "total_duration", UNKNOWN_TIME,
          "load_duration", UNKNOWN_TIME,
          "prompt_eval_duration", UNKNOWN_TIME,
          "eval_duration", UNKNOWN_TIME);

  private final EncodeOptions options;
  private final CarriedFields carried = new CarriedFields();
  private Consumer<? super Frame> out = frame -> {};
  private @Nullable String model;
  private boolean empty = true;

  OllamaLines(EncodeOptions options) {
    this.options = options;
  }

  void to(Consumer<? super Frame> sink) {
    out = sink;
  }

  /** Takes the model's name; returns whether it can still be said. */
  boolean model(@Nullable String name) {
    boolean fits = name == null || model == null;
    model = model == null ? name : model;
    return fits;
  }

  void defaultModel() {
    model(options.modelName());
  }

  void text(String text) {
    message(json -> json.field("content", text));
  }

  void thinking(String text) {
    message(json -> json.field("content", "").field("thinking", text));
  }

  void image(String base64) {
    message(json -> json.field("content", "").name("images").beginArray().value(base64).endArray());
  }

  void call(@Nullable String id, @Nullable String name, Json arguments) {
    message(json -> {
      json.field("content", "").name("tool_calls").beginArray().beginObject().fieldIfAny("id", id);
      json.name("function").beginObject().fieldIfAny("name", name);
      json.name("arguments").value(arguments).endObject().endObject().endArray();
    });
  }

  private void message(Consumer<JsonText> fields) {
    JsonText json = begin().name("message").beginObject().field("role", "assistant");
    fields.accept(json);
    end(json.endObject().field("done", false));
  }

  void done(@Nullable String reason, @Nullable Usage usage) {
    JsonText json = begin().name("message").beginObject();
    json.field("role", "assistant").field("content", "").endObject();
    json.fieldIfAny("done_reason", reason).field("done", true);
    json.field("total_duration", 0).field("load_duration", 0);
    Usage counts = usage == null ? Usage.NONE : usage;
    json.fieldIfAny("prompt_eval_count", counts.inputTokens());
    json.field("prompt_eval_duration", 0);
    json.fieldIfAny("eval_count", counts.outputTokens());
    end(json.field("eval_duration", 0));
  }

  /** The server's own errors are a text; only one that has a code needs an object. */
  void error(StreamFault fault) {
    var json = new JsonText().beginObject();
    String code = fault.code();
    if (code == null) {
      json.field("error", fault.message());
    } else {
      json.name("error").beginObject().field("code", code).fieldIfAny("type", fault.type());
      json.field("message", fault.message()).endObject();
    }
    end(json);
  }

  private JsonText begin() {
    return new JsonText()
        .beginObject()
        .field("model", model == null ? "" : model)
        .field("created_at", Instant.ofEpochSecond(options.createdSeconds()).toString());
  }

  /** Whether no line has been written yet. */
  boolean isEmpty() {
    return empty;
  }

  /** Writes what has no place in events, for a client of this dialect; returns whether it can. */
  boolean carry(Unrecognized event) {
    Json whole = ProviderJson.parse(event.whole());
    if (whole != null && event.type().equals("chunk")) {
      out.accept(new Frame("", "", Bytes.of(whole.toText())));
      return true;
    }
    return carried.take(event);
  }

  private void end(JsonText json) {
    empty = false;
    out.accept(new Frame("", "", Bytes.of(carried.in(json.endObject().toString()))));
  }
}
