package dev.weir.event;

import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Notices outputs that finish before others, go on after their finish, or never finish.
 *
 * <p>Belongs to one stream and one thread at a time.
 */
final class EarlyFinishes {
  private static final int MAX_NAMED = 5;
  private static final int MAX_KEPT = 200;

  private final Consumer<String> notes;
  private final Set<Integer> goingOn = new HashSet<>();

  /** The provider's word in brackets, by the output that finished. */
  private final Map<Integer, String> finished = new HashMap<>();

  /** The outputs that were still going when another finished, by the one that finished. */
  private final Map<Integer, Set<Integer>> outlived = new TreeMap<>();

  EarlyFinishes(Consumer<String> notes) {
    this.notes = notes;
  }

  void begun(BlockStart start) {
    int output = start.block().output();
    String word = finished.get(output);
    if (word == null) {
      goingOn.add(output);
    } else if (!start.synthetic()) {
      notes.accept(
          "early finish: output %d finished%s, and then more of it came".formatted(output, word));
    }
  }

  void wentOn(int output) {
    if (outlived.isEmpty()) {
      return;
    }
    for (Map.Entry<Integer, Set<Integer>> early : List.copyOf(outlived.entrySet())) {
      if (early.getValue().contains(output)) {
        int number = early.getKey();
        outlived.remove(number);
        notes.accept(
            "early finish: output %d finished%s while output %d went on"
                .formatted(number, finished.get(number), output));
      }
    }
  }

  void finished(OutputEnd end) {
    goingOn.remove(end.output());
    finished.put(end.output(), end.word() == null ? "" : " (" + end.word() + ")");
    if (!goingOn.isEmpty() && outlived.size() < MAX_KEPT) {
      outlived.put(end.output(), Set.copyOf(goingOn));
    }
  }

  /** Which outputs never finished though others did; empty if there are none. */
  String withoutEnd() {
    if (goingOn.isEmpty() || finished.isEmpty()) {
      return "";
    }
    List<Integer> some = goingOn.stream().sorted().limit(MAX_NAMED).toList();
    return "; outputs without an end: " + some + (goingOn.size() > MAX_NAMED ? " and more" : "");
  }
}
