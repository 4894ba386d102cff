package dev.weir.client.turn;

import dev.weir.client.tool.ToolResult;
import dev.weir.codec.json.Json;

/** Cuts results that are too long, and tells the model so. */
final class CappedResult {
  /** Data is for the front end alone; a picture may be large. */
  private static final int MAX_DATA_CHARS = 8 << 20;

  private CappedResult() {}

  static ToolResult of(ToolResult whole, int maxChars) {
    String text = whole.text();
    boolean isLong = text.length() > maxChars;
    boolean isHeavy = !whole.data().isNull() && whole.data().toText().length() > MAX_DATA_CHARS;
    if (!isLong && !isHeavy) {
      return whole;
    }
    return new ToolResult(
        whole.success(),
        isLong ? cut(text, maxChars) : text,
        isHeavy ? ToolResult.Kind.PLAIN : whole.shown(),
        isHeavy ? Json.Null.NULL : whole.data());
  }

  private static String cut(String text, int maxChars) {
    int end = Character.isHighSurrogate(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars;
    return text.substring(0, end)
        + "\n[The result was cut here: these are the first %,d of %,d characters.]"
            .formatted(end, text.length());
  }
}
