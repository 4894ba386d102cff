package dev.weir.codec.dialect.gemini;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call of a function, whole in one part or streamed over many.
 *
 * <p>A streamed call begins with its name and {@code willContinue}; then come updates of single
 * leaves; it ends with an empty {@code functionCall}, or with a part that does not continue, or
 * silently. A call that has neither arguments nor {@code willContinue} is whole and has none, but
 * its text is not closed before the next part: servers forget {@code willContinue} beside the name.
 * Some servers repeat a streamed call whole, by its name, before they end it.
 *
 * <p>Where an update is lost, because it cannot be added, or where the call ends silently in the
 * middle of a text, the arguments are not what the model wrote: the block does not end as complete,
 * so that nobody runs it.
 */
final class GeminiCall {
  private final EventWriter writer;
  private final Limits limits;
  private final OpenBlock block;
  private final @Nullable String id;
  private final @Nullable String name;
  private final GrowingJson arguments = new GrowingJson();
  private boolean done;

  GeminiCall(
      EventWriter writer,
      Limits limits,
      OpenBlock block,
      @Nullable String id,
      @Nullable String name) {
    this.writer = writer;
    this.limits = limits;
    this.block = block;
    this.id = id;
    this.name = name;
  }

  /** Whether the provider has said that no more of this call will come. */
  boolean isDone() {
    return done;
  }

  /**
   * Whether a part that has a name continues this call: then it also repeats the id, or repeats
   * whole what was streamed. Without either it is another call of the same function.
   */
  boolean goesOn(@Nullable String otherId, String otherName, Json args) {
    if (done) {
      return false;
    }
    if (otherId != null) {
      return otherId.equals(id);
    }
    return otherName.equals(name) && args.isObject() && isBeginningOf(JsonText.canonical(args));
  }

  private boolean isBeginningOf(String whole) {
    String streamed = block.arguments();
    return whole.startsWith(streamed) || whole.equals(canonical(streamed + arguments.closing()));
  }

  /** Whether a part without a name can belong to this call. */
  boolean takesMore() {
    return !done || arguments.isEmpty();
  }

  void start(Json part) {
    if (part.has("args") || !part.get("partialArgs").items().isEmpty() || continues(part)) {
      add(part);
    } else {
      done = true;
    }
  }

  void add(Json part) {
    List<Json> updates = part.get("partialArgs").items();
    Json args = part.get("args");
    boolean continues = continues(part);
    if (args.isObject() && (!continues || !args.fields().isEmpty())) {
      whole(args);
      return;
    }
    for (Json update : updates) {
      update(update);
      continues |= continues(update);
    }
    done = !continues;
    if (done) {
      arguments.close();
      writer.delta(block, arguments.take());
    }
  }

  private static boolean continues(Json json) {
    return json.get("willContinue").isTrue();
  }

  private void whole(Json args) {
    String text = JsonText.canonical(args);
    String streamed = block.arguments();
    if (text.startsWith(streamed)) {
      arguments.rest(text.substring(streamed.length()));
    } else {
      arguments.close();
    }
    writer.delta(block, arguments.take());
    done = true;
    if (!text.equals(canonical(block.arguments()))) {
      block.damaged();
      writer.fault(
          StreamFault.Kind.CONTRADICTION,
          ("The whole arguments of block %s differ from what their updates gave; the streamed ones"
                  + " stay")
              .formatted(block.id()));
    }
  }

  private String canonical(String json) {
    try {
      var reader = new JsonReader(limits.maxDepth() + 1, limits.maxFrameBytes());
      return JsonText.canonical(reader.read(json));
    } catch (JsonException unreadable) {
      return json;
    }
  }

  private void update(Json update) {
    String path = update.get("jsonPath").textOrEmpty();
    String problem;
    try {
      problem = update(JsonPath.parse(path, limits.maxDepth()), update);
    } catch (JsonException wrong) {
      problem = "the path is not one of RFC 9535 to a single value: " + wrong.getMessage();
    }
    if (problem != null) {
      if (!"".equals(update.get("stringValue").text())) {
        block.damaged();
      }
      writer.fault(
          StreamFault.Kind.CONTRADICTION,
          "The update of «%s» cannot be added to the arguments of block %s: %s"
              .formatted(EventWriter.preview(path), block.id(), problem));
    }
    writer.delta(block, arguments.take());
  }

  private @Nullable String update(JsonPath path, Json update) {
    Json value = value(update);
    boolean continues = continues(update);
    if (value == null) {
      boolean fine = continues || arguments.endText(path);
      return fine ? null : "it has no value";
    }
    boolean wasFilled = arguments.isFilled();
    String problem = arguments.update(path, value, continues);
    if (arguments.isFilled() && !wasFilled) {
      // An empty object or array has no leaf, so no update ever names its place.
      return "it skips places of an array, which are filled with null";
    }
    return problem;
  }

  private static @Nullable Json value(Json update) {
    for (String name : List.of("stringValue", "numberValue", "boolValue")) {
      if (update.has(name)) {
        return update.get(name);
      }
    }
    return update.fields().containsKey("nullValue") ? Json.Null.NULL : null;
  }

  /** Ends the call; arguments that were cut are left unclosed, as they came. */
  void end(boolean complete) {
    if (complete && arguments.isInText()) {
      block.damaged();
      writer.fault(
          StreamFault.Kind.MALFORMED,
          "The call of block %s ended inside a text of its arguments that was to be continued"
              .formatted(block.id()));
    } else if (complete) {
      arguments.close();
      writer.delta(block, arguments.take());
    }
  }
}
