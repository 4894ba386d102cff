package dev.weir.event.status;

import org.jspecify.annotations.Nullable;

/**
 * Finds {@code [STATUS: …]} in text that comes in pieces, one character at a time.
 *
 * <p>A marker runs from the last {@code [STATUS:} to the next {@code ]}. One that is not closed
 * within {@link #MAX_CHARS} is not a marker.
 */
final class MarkerScanner {
  static final String START = "[STATUS:";
  static final int MAX_CHARS = 1000;

  private final StringBuilder content = new StringBuilder(/* capacity= */ 0);
  private boolean inside;

  /** How many characters of the start have just been seen. */
  private int matched;

  private @Nullable String found;

  /**
   * Reads until a marker is complete.
   *
   * @return where to continue reading: after the marker if one was found, else the length of the
   *     text
   */
  int find(String text, int from) {
    found = null;
    int i = from;
    while (i < text.length() && found == null) {
      if (!inside && matched == 0) {
        int bracket = text.indexOf('[', i);
        if (bracket < 0) {
          return text.length();
        }
        i = bracket;
      }
      take(text.charAt(i++));
    }
    return i;
  }

  /** What the marker that was just found says, trimmed; absent if none was, or if it is blank. */
  @Nullable String found() {
    String marker = found;
    return marker == null || marker.isEmpty() ? null : marker;
  }

  private void take(char c) {
    if (inside) {
      if (c == ']') {
        found = content.toString().strip();
        inside = false;
        matched = 0;
        return;
      }
      content.append(c);
      inside = content.length() <= MAX_CHARS;
    }
    // Only the first character of the start is a bracket, so after a mismatch only a bracket can
    // begin it again.
    matched = toUpper(c) == START.charAt(matched) ? matched + 1 : c == '[' ? 1 : 0;
    if (matched == START.length()) {
      matched = 0;
      inside = true;
      content.setLength(0);
    }
  }

  static char toUpper(char c) {
    return c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c;
  }
}
