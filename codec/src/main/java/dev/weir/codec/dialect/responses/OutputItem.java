package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.json.Json;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamFault;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One item of a response, which is one output of ours.
 *
 * <p>Its blocks end when the item is done, not when one of their parts is: only then is their
 * metadata complete. An item that is never done is cut, in order of the outputs, when the response
 * ends.
 */
abstract sealed class OutputItem
    permits MessageItem, ReasoningItem, ClientCallItem, ServerToolItem, ToolOutputItem {
  final EventWriter writer;
  final int output;
  final String type;

  /** Where the provider says that the item is. */
  final @Nullable Long index;

  /** The provider's own id; proxies may change it from event to event. */
  @Nullable String id;

  private boolean announced;
  private boolean done;

  OutputItem(EventWriter writer, int output, String type, @Nullable Long index) {
    this.writer = writer;
    this.output = output;
    this.type = type;
    this.index = index;
  }

  final ItemKind kind() {
    return ItemKind.of(type);
  }

  final boolean isAnnounced() {
    return announced;
  }

  final boolean isDone() {
    return done;
  }

  /** The provider announced the item; what it says of it may still change. */
  final void announce(Json item) {
    announced = true;
    if (!done) {
      learn(item);
    }
  }

  final void delta(Slot slot, int part, String text) {
    if (text.isEmpty()) {
      return;
    }
    if (done) {
      writer.fault(
          StreamFault.Kind.ORPHAN,
          ("A delta of %,d characters came for output %d after its item was done; it is left out,"
                  + " because the item's final payload already gave the whole text")
              .formatted(text.length(), output));
      return;
    }
    add(slot, part, text);
  }

  /** The provider gives a text whole; some events only say that it is whole. */
  final void whole(Slot slot, int part, @Nullable String text) {
    if (text == null || text.isEmpty()) {
      whole(slot, part);
      return;
    }
    reconcile(slot, part, text);
    if (done) {
      writer.endBlocks(output, /* complete= */ true);
    }
  }

  /** The item's final payload. Only the first ends it; later ones are compared. */
  final void finish(Json item, boolean complete) {
    if (done) {
      settle(item);
      writer.endBlocks(output, complete);
      return;
    }
    String status = item.get("status").textIfAny();
    // Only the end of the response says why an item is incomplete.
    boolean isComplete = complete && !"incomplete".equals(status);
    learn(item);
    settle(item);
    close(isComplete);
    done = true;
    forget();
    if (isComplete) {
      boolean failed = "failed".equals(status);
      writer.outputEnd(output, failed ? FinishReason.FAILED : reason(), status);
    }
  }

  /** The response's own final payload of an item, which may replace what the item said. */
  final void confirm(Json item, boolean complete) {
    if (done) {
      revise(item);
    }
    finish(item, complete);
  }

  /** The response ended: ends what is open as cut, and says why if the provider did. */
  final void cutOff(@Nullable FinishReason why, @Nullable String word) {
    if (!done) {
      cut();
      done = true;
    }
    if (why != null) {
      writer.outputEnd(output, why, word);
    }
  }

  /** Takes what an item says about itself besides its texts. */
  abstract void learn(Json item);

  abstract void add(Slot slot, int part, String text);

  abstract void reconcile(Slot slot, int part, String text);

  /** A text is complete as it is. */
  void whole(Slot slot, int part) {}

  /** Compares the final payload with what was streamed, and adds what is missing. */
  abstract void settle(Json item);

  /** Ends the blocks. */
  abstract void close(boolean complete);

  /** Ends the blocks where no final payload came. */
  abstract void cut();

  /** Lets go of what only the end needed. */
  abstract void forget();

  /** Takes what the response's own final payload changes about an item that is done. */
  void revise(Json item) {}

  FinishReason reason() {
    return FinishReason.STOP;
  }

  /** A mark of the provider's own tools. */
  void progress(String status) {}

  /** The fields of an item for which we have no place, as JSON; absent if there are none. */
  static @Nullable String extras(Json item, Set<String> known) {
    Map<String, Json> extras = new LinkedHashMap<>(item.fields());
    extras.keySet().removeAll(known);
    extras.values().removeIf(OutputItem::isNothing);
    return extras.isEmpty() ? null : new Json.Fields(extras).toText();
  }

  private static boolean isNothing(Json value) {
    return switch (value) {
      case Json.Null none -> true;
      case Json.Text text -> text.value().isEmpty();
      case Json.Items items -> items.list().isEmpty();
      case Json.Fields fields -> fields.map().isEmpty();
      case Json.Num number -> false;
      case Json.Bool bool -> false;
    };
  }
}
