package dev.weir.codec.dialect.responses;

import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.json.Json;
import dev.weir.event.FinishReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The items of one response, and which of them an event is about.
 *
 * <p>An item is found by its {@code output_index}: GitHub Copilot gives it a new id with every
 * event. Where the index is missing (llama.cpp) or leads to no open item (vLLM counts it up before
 * the item is done), an id that is known leads to it. An event about an item that was never
 * announced begins one.
 */
final class OutputItems {
  private static final int MAX_ITEMS = 4096;

  /** An index or an id; events of different families never mean the same item. */
  private record Key(Object place, ItemKind family) {}

  private final EventWriter writer;
  private final Limits limits;
  private final List<OutputItem> items = new ArrayList<>();
  private final Map<Key, OutputItem> known = new HashMap<>();
  private int outputs;

  OutputItems(EventWriter writer, Limits limits) {
    this.writer = writer;
    this.limits = limits;
  }

  List<OutputItem> all() {
    return items;
  }

  /** {@code output_item.added}. */
  void announce(Json chunk, Json item) {
    String type = type(item);
    String id = id(item);
    OutputItem found = find(index(chunk), id, ItemKind.of(type));
    boolean isNew =
        found == null
            || found.isDone()
            || !found.type.equals(type)
            || (found.isAnnounced() && (id == null || !id.equals(found.id)));
    tell(found == null || isNew ? create(type, index(chunk), id, item) : found, id, item);
  }

  private void tell(OutputItem about, @Nullable String id, Json item) {
    if (about.id == null && id != null) {
      about.id = id;
      known.put(new Key(id, about.kind().family()), about);
    }
    about.announce(item);
  }

  /** {@code output_item.done}. */
  void finish(Json chunk, Json item) {
    String type = type(item);
    String id = id(item);
    OutputItem found = find(index(chunk), id, ItemKind.of(type));
    boolean isAnother = found != null && found.isDone() && isOtherId(found, id);
    if (found == null || isAnother || !found.type.equals(type)) {
      found = create(type, index(chunk), id, item);
      tell(found, id, item);
    } else if (!found.isAnnounced()) {
      tell(found, id, item);
    }
    found.finish(item, /* complete= */ true);
  }

  private static boolean isOtherId(OutputItem item, @Nullable String id) {
    return id != null && item.id != null && !id.equals(item.id);
  }

  /** The item that a delta is about; begun now, with the type implied, if it is not known. */
  OutputItem growing(Json chunk, String impliedType) {
    String id = chunk.get("item_id").textIfAny();
    OutputItem found = find(index(chunk), id, ItemKind.of(impliedType));
    // A server that does not count indexes begins the next item under the old one.
    boolean isNext = found != null && found.isDone() && isOtherId(found, id);
    return found == null || isNext ? create(impliedType, index(chunk), id, chunk) : found;
  }

  /** The item that a final text is about; begun now, with the type implied, if it is not known. */
  OutputItem at(Json chunk, String impliedType) {
    String id = chunk.get("item_id").textIfAny();
    OutputItem found = find(index(chunk), id, ItemKind.of(impliedType));
    return found == null ? create(impliedType, index(chunk), id, chunk) : found;
  }

  /** The message or the reasoning whose part an event is about. */
  OutputItem withPart(Json chunk) {
    boolean isReasoning = "reasoning_text".equals(chunk.get("part").get("type").text());
    if (!isReasoning) {
      String id = chunk.get("item_id").textIfAny();
      OutputItem reasoning = find(index(chunk), id, ItemKind.REASONING);
      OutputItem message = find(index(chunk), id, ItemKind.MESSAGE);
      // Older vLLM and LocalAI call the parts of reasoning output text too.
      boolean answers = message != null && !message.isDone();
      if (reasoning != null && !reasoning.isDone() && !answers) {
        return reasoning;
      }
    }
    return at(chunk, isReasoning ? "reasoning" : "message");
  }

  private @Nullable OutputItem find(@Nullable Long index, @Nullable String id, ItemKind kind) {
    OutputItem placed = index == null ? null : lookUp(index, kind);
    OutputItem named = id == null ? null : lookUp(id, kind);
    if (index == null && named == null) {
      return latestOpen(id, kind);
    }
    if (placed == null || named == null) {
      return placed == null ? named : placed;
    }
    if (placed.isDone()) {
      return named.isDone() ? placed : named;
    }
    // Two items under one index, both open: only their ids tell them apart.
    boolean sharesIndex = !named.isDone() && Objects.equals(named.index, index);
    return sharesIndex ? named : placed;
  }

  private @Nullable OutputItem lookUp(Object place, ItemKind kind) {
    OutputItem item = known.get(new Key(place, kind.family()));
    // What a tool returns may come under the tool's own index.
    return item == null && kind == ItemKind.TOOL_OUTPUT
        ? known.get(new Key(place, ItemKind.SERVER_TOOL))
        : item;
  }

  private @Nullable OutputItem latestOpen(@Nullable String id, ItemKind kind) {
    for (int i = items.size() - 1; i >= 0 && i >= items.size() - 16; i--) {
      OutputItem item = items.get(i);
      boolean mayBeNamed = id == null || item.id == null;
      if (!item.isDone() && item.kind().family() == kind.family() && mayBeNamed) {
        return item;
      }
    }
    return null;
  }

  private OutputItem create(String type, @Nullable Long index, @Nullable String id, Json seen) {
    if (outputs >= MAX_ITEMS) {
      throw new LimitExceededException(
          "The response has more than %,d items; check the upstream".formatted(MAX_ITEMS));
    }
    int output = outputs++;
    OutputItem item =
        switch (ItemKind.of(type)) {
          case MESSAGE -> new MessageItem(writer, output, type, index);
          case REASONING -> new ReasoningItem(writer, output, type, index);
          case CLIENT_CALL ->
              new ClientCallItem(writer, output, type, index, limits.maxBlockChars());
          case SERVER_TOOL -> new ServerToolItem(writer, output, type, index);
          case TOOL_OUTPUT -> new ToolOutputItem(writer, output, type, index);
        };
    item.id = id;
    items.add(item);
    if (index != null) {
      known.put(new Key(index, item.kind().family()), item);
    }
    if (id != null) {
      known.put(new Key(id, item.kind().family()), item);
    }
    if (!ItemKind.isPublished(type)) {
      writer.unrecognized("item " + type, seen.toText());
    }
    return item;
  }

  /**
   * Compares the items with the response's own final list of them. Those that were never streamed
   * are written now.
   *
   * @param complete whether the response is complete, and so its items
   */
  void confirm(List<Json> output, boolean complete) {
    Map<Integer, OutputItem> matched = new FinalItems(items).match(output);
    for (int i = 0; i < output.size(); i++) {
      Json item = output.get(i);
      OutputItem found = matched.get(i);
      if (found == null) {
        found = create(type(item), (long) i, id(item), item);
        tell(found, id(item), item);
      }
      boolean isComplete = complete || "completed".equals(item.get("status").text());
      found.confirm(item, isComplete);
    }
  }

  /** The response ended: cuts what was never done, and gives the reason to such outputs. */
  void cutOff(@Nullable FinishReason why, @Nullable String word) {
    for (OutputItem item : items) {
      item.cutOff(why, word);
    }
  }

  /** Another response begins in the same stream: what is open was cut, outputs count on. */
  void beginAnew() {
    cutOff(null, null);
    items.clear();
    known.clear();
  }

  static String type(Json item) {
    String type = item.get("type").textIfAny();
    return type == null ? "item" : type;
  }

  /** llama.cpp gives the items of its calls no id, only a call id. */
  static @Nullable String id(Json item) {
    String id = item.get("id").textIfAny();
    return id == null ? item.get("call_id").textIfAny() : id;
  }

  private static @Nullable Long index(Json chunk) {
    return chunk.get("output_index").number();
  }
}
