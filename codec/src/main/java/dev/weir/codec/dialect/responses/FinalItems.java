package dev.weir.codec.dialect.responses;

import dev.weir.codec.json.Json;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the items of a final list among those that were streamed: first by id, then by place, then
 * in order. An item is taken for a new one only if more of its type are listed than were streamed,
 * so a proxy that changes ids or places never makes us say a text twice.
 */
final class FinalItems {
  private final List<OutputItem> streamed;
  private final Set<OutputItem> taken = Collections.newSetFromMap(new IdentityHashMap<>());

  FinalItems(List<OutputItem> streamed) {
    this.streamed = streamed;
  }

  /** The streamed items by their places in the list; places of new items are missing. */
  Map<Integer, OutputItem> match(List<Json> output) {
    Map<Integer, OutputItem> matched = new HashMap<>();
    byId(output, matched);
    byPlace(output, matched);
    inOrder(output, matched);
    return matched;
  }

  private void byId(List<Json> output, Map<Integer, OutputItem> matched) {
    Map<String, OutputItem> ids = new HashMap<>();
    for (OutputItem item : streamed) {
      if (item.id != null) {
        ids.putIfAbsent(item.type + ' ' + item.id, item);
      }
    }
    for (int i = 0; i < output.size(); i++) {
      Json item = output.get(i);
      take(i, ids.get(OutputItems.type(item) + ' ' + OutputItems.id(item)), matched);
    }
  }

  private void byPlace(List<Json> output, Map<Integer, OutputItem> matched) {
    Map<String, OutputItem> places = new HashMap<>();
    for (OutputItem item : streamed) {
      if (item.index != null) {
        places.putIfAbsent(item.type + ' ' + item.index, item);
      }
    }
    for (int i = 0; i < output.size(); i++) {
      if (matched.get(i) == null) {
        take(i, places.get(OutputItems.type(output.get(i)) + ' ' + i), matched);
      }
    }
  }

  private void inOrder(List<Json> output, Map<Integer, OutputItem> matched) {
    Map<String, Deque<OutputItem>> left = new HashMap<>();
    for (OutputItem item : streamed) {
      if (!taken.contains(item)) {
        left.computeIfAbsent(item.type, type -> new ArrayDeque<>()).add(item);
      }
    }
    for (int i = 0; i < output.size(); i++) {
      Deque<OutputItem> ofType = left.get(OutputItems.type(output.get(i)));
      if (matched.get(i) == null && ofType != null) {
        take(i, ofType.poll(), matched);
      }
    }
  }

  private void take(int i, @Nullable OutputItem item, Map<Integer, OutputItem> matched) {
    if (item != null && taken.add(item)) {
      matched.put(i, item);
    }
  }
}
