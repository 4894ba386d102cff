package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.dialect.CarriedFields;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the events of one message, each named after its type. */
final class MessageEvents {
  /** What a delta of an unknown kind is called. */
  static final String DELTA = "content_block_delta.";

  /** What a block of an unknown kind is called. */
  static final String CONTENT = "content_block.";

  private final CarriedFields carried = new CarriedFields();
  private Consumer<? super Frame> out = frame -> {};

  void to(Consumer<? super Frame> sink) {
    out = sink;
  }

  void messageStart(String id, String model, Usage usage) {
    JsonText json = begin("message_start").name("message").beginObject();
    json.field("id", id).field("type", "message").field("role", "assistant");
    json.field("model", model).name("content").beginArray().endArray();
    json.fieldOrNull("stop_reason", null).fieldOrNull("stop_sequence", null);
    AnthropicUsage.write(json.name("usage"), usage);
    end("message_start", json.endObject());
  }

  void blockStart(int index, Consumer<JsonText> content) {
    JsonText json = begin("content_block_start").field("index", index).name("content_block");
    content.accept(json);
    end("content_block_start", json);
  }

  /** A delta of one field. */
  void delta(int index, String type, String field, String text) {
    JsonText json = beginDelta(index, type).field(field, text);
    end("content_block_delta", json.endObject());
  }

  void citation(int index, Json citation) {
    JsonText json = beginDelta(index, "citations_delta").name("citation").value(citation);
    end("content_block_delta", json.endObject());
  }

  private static JsonText beginDelta(int index, String type) {
    JsonText json = begin("content_block_delta").field("index", index);
    return json.name("delta").beginObject().field("type", type);
  }

  void blockStop(int index) {
    end("content_block_stop", begin("content_block_stop").field("index", index));
  }

  void messageDelta(@Nullable String stopReason, Usage usage, @Nullable Json container) {
    JsonText json = begin("message_delta").name("delta").beginObject();
    json.fieldOrNull("stop_reason", stopReason).fieldOrNull("stop_sequence", null);
    if (container != null) {
      json.name("container").value(container);
    }
    json.endObject();
    AnthropicUsage.write(json.name("usage"), usage);
    end("message_delta", json);
  }

  void messageStop() {
    end("message_stop", begin("message_stop"));
  }

  /**
   * Writes what has no place in events, for a client of this dialect; returns whether it can.
   *
   * @param index of the block that is growing
   */
  boolean carry(Unrecognized event, int index) {
    String type = event.type();
    Json whole = ProviderJson.parse(event.whole());
    if (CarriedFields.path(event) != null || whole == null) {
      return carried.take(event);
    }
    if (type.startsWith(DELTA)) {
      JsonText json = begin("content_block_delta").field("index", index).name("delta");
      end("content_block_delta", json.value(whole));
    } else if (!type.startsWith(CONTENT)) {
      // A block of an unknown kind is written like any block, from its source.
      out.accept(new Frame(CarriedFields.frameName(event), "", Bytes.of(whole.toText())));
    }
    return true;
  }

  void error(String type, StreamFault fault) {
    JsonText json = begin("error").name("error").beginObject();
    end("error", json.field("type", type).field("message", fault.message()).endObject());
  }

  private static JsonText begin(String type) {
    return new JsonText().beginObject().field("type", type);
  }

  private void end(String type, JsonText json) {
    out.accept(new Frame(type, "", Bytes.of(carried.in(json.endObject().toString()))));
  }
}
