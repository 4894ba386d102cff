package dev.weir.event;

import java.util.ArrayList;
import java.util.List;

/**
 * A text that comes in pieces and is read once, at its end. What has come is not copied again
 * whenever there is no room for more, as in one long builder.
 */
final class GrowingText {
  private static final int MOST_AT_END = 4096;

  private List<String> before = List.of();
  private StringBuilder end = new StringBuilder();

  void append(String more) {
    int length = end.length() + more.length();
    if (length > end.capacity()) {
      // By itself it would become twice as large, and half of that stay empty.
      end = new StringBuilder(length + length / 4).append(end);
    }
    end.append(more);
    if (end.length() >= MOST_AT_END) {
      before = before.isEmpty() ? new ArrayList<>() : before;
      before.add(end.toString());
      end.setLength(0);
    }
  }

  /** Forgets what has come. */
  void clear() {
    before = List.of();
    end.setLength(0);
  }

  @Override
  public String toString() {
    return before.isEmpty() ? end.toString() : String.join("", before) + end;
  }
}
