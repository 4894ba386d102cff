package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.HeldText;
import dev.weir.codec.dialect.Losses;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ToolProgress;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes one item: it is announced, grows, and is repeated whole when it is done. */
abstract sealed class ItemEncoder
    permits MessageEncoder, ReasoningItemEncoder, CallEncoder, ToolItemEncoder {

  /** What all items of a response share. */
  record Shared(ResponseEvents events, EventSource source, Losses losses, HeldText held) {}

  final Shared shared;
  final int index;
  final String id;
  private boolean done;
  private @Nullable String status;

  ItemEncoder(Shared shared, int index, String id) {
    this.shared = shared;
    this.index = index;
    this.id = id;
  }

  final boolean isDone() {
    return done;
  }

  final ResponseEvents events() {
    return shared.events();
  }

  final Losses losses() {
    return shared.losses();
  }

  final boolean sameDialect() {
    return shared.source().sameDialect();
  }

  /** Whether the item can hold this block too. */
  abstract boolean takes(BlockStart start);

  abstract void start(BlockStart start);

  abstract void delta(BlockDelta delta);

  abstract void end(BlockEnd end);

  void annotation(Annotation annotation) {
    losses().add(annotation, "only text is annotated");
  }

  void progress(ToolProgress progress) {
    losses().add(progress, "only the provider's tools progress");
  }

  /** Whether every block came to its own end. */
  abstract boolean isWhole();

  /** Repeats whole the texts that were cut, before the item is done as incomplete. */
  abstract void settleCut();

  /** Writes the fields of the item in its final form. */
  abstract void fields(JsonText json, @Nullable Reasoning late);

  /** The block whose reasoning the end of the response may replace. */
  @Nullable Integer reasoningBlock() {
    return null;
  }

  final void announce(Consumer<JsonText> item) {
    events()
        .emit(
            "response.output_item.added",
            json -> {
              json.field("output_index", index).name("item").beginObject();
              item.accept(json);
              json.endObject();
            });
  }

  /** An event about this item. */
  final void say(String type, Consumer<JsonText> fields) {
    events()
        .emit(
            "response." + type,
            json -> {
              json.field("item_id", id).field("output_index", index);
              fields.accept(json);
            });
  }

  final void done(@Nullable String itemStatus) {
    if (done) {
      return;
    }
    settleCut();
    done = true;
    status = itemStatus;
    events()
        .emit(
            "response.output_item.done",
            json -> {
              json.field("output_index", index).name("item");
              write(json, /* late= */ null);
            });
  }

  /** Writes the item as it is when it is done. */
  final void write(JsonText json, @Nullable Reasoning late) {
    json.beginObject();
    fields(json, late);
    json.endObject();
  }

  final @Nullable String status() {
    return status;
  }

  /** Writes fields that this version has no place for. */
  static void extras(JsonText json, @Nullable String source) {
    Json extras = ProviderJson.object(source);
    if (extras != null) {
      for (Map.Entry<String, Json> field : extras.fields().entrySet()) {
        json.name(field.getKey()).value(field.getValue());
      }
    }
  }
}
