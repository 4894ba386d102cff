package dev.weir.codec.dialect.gemini;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.dialect.CarriedFields;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the chunks of one response, each with the names that all share. */
final class GeminiChunks {
  /** What an error is whose kind has no number. */
  private static final int SOME_ERROR = 500;

  private final EncodeOptions options;
  private final CarriedFields carried = new CarriedFields(Set.of("promptFeedback"));
  private Consumer<? super Frame> out = frame -> {};
  private @Nullable String id;
  private @Nullable String model;
  private int candidates;
  private boolean anything;

  GeminiChunks(EncodeOptions options) {
    this.options = options;
  }

  void to(Consumer<? super Frame> sink) {
    out = sink;
  }

  /** Takes names as they become known; returns whether they can still be said. */
  boolean names(@Nullable String newId, @Nullable String newModel) {
    boolean fits = (newId == null || id == null) && (newModel == null || model == null);
    id = id == null ? newId : id;
    model = model == null ? newModel : model;
    return fits;
  }

  void defaultNames() {
    names(options.responseId(), options.modelName());
  }

  /** Whether a reader has seen anything yet. */
  boolean isEmpty() {
    return !anything;
  }

  /** Writes one part of a candidate. */
  void part(int candidate, Consumer<JsonText> part) {
    candidate(
        candidate,
        /* usage= */ null,
        json -> {
          json.name("content").beginObject().name("parts").beginArray().beginObject();
          part.accept(json);
          json.endObject().endArray().field("role", "model").endObject();
        });
  }

  /** Writes fields of a candidate. Readers count candidates as they appear, so none is skipped. */
  void candidate(int candidate, @Nullable Usage usage, Consumer<JsonText> fields) {
    var json = new JsonText().beginObject().name("candidates").beginArray();
    for (int i = candidates; i < candidate; i++) {
      json.beginObject().field("index", i).endObject();
    }
    candidates = Math.max(candidates, candidate + 1);
    json.beginObject();
    fields.accept(json);
    json.field("index", candidate).endObject().endArray();
    end(json, usage);
  }

  /** A chunk without a candidate. */
  void plain(@Nullable Usage usage, Consumer<JsonText> fields) {
    var json = new JsonText().beginObject();
    fields.accept(json);
    end(json, usage);
  }

  private void end(JsonText json, @Nullable Usage usage) {
    if (usage != null) {
      GeminiUsage.write(json.name("usageMetadata"), usage);
    }
    json.fieldIfAny("modelVersion", model).fieldIfAny("responseId", id);
    emit(json);
  }

  /** An error; a code is a number, everything else is a status. */
  void error(StreamFault fault) {
    String code = fault.code();
    boolean isNumber = isNumber(fault);
    error(isNumber ? Integer.valueOf(String.valueOf(code)) : null, fault, isNumber);
  }

  /** An error with a number in any case: clients take one without for an empty chunk. */
  void numberedError(StreamFault fault) {
    if (isNumber(fault)) {
      error(fault);
    } else {
      Integer known = fault.code() == null ? null : ProviderErrors.status(fault.code());
      error(known == null ? SOME_ERROR : known, fault, /* isNumber= */ false);
    }
  }

  private void error(@Nullable Integer number, StreamFault fault, boolean isNumber) {
    var json = new JsonText().beginObject().name("error").beginObject();
    if (number != null) {
      json.field("code", number);
    }
    json.field("message", fault.message());
    json.fieldIfAny("status", isNumber ? fault.type() : fault.code());
    emit(json.endObject());
  }

  static boolean isNumber(StreamFault fault) {
    return fault.code() != null && fault.code().matches("[1-9][0-9]{0,8}");
  }

  /** Writes what waits for a part of a candidate that will no longer come. */
  void carryRest() {
    if (!carried.isEmpty()) {
      part(0, json -> json.field("text", ""));
    }
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

  private void emit(JsonText json) {
    anything = true;
    out.accept(new Frame("", "", Bytes.of(carried.in(json.endObject().toString()))));
  }
}
