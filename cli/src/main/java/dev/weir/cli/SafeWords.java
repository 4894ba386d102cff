package dev.weir.cli;

import dev.weir.event.ActiveCharacters;

/** Text for people: what providers and models say must not control the terminal. */
final class SafeWords {
  private SafeWords() {}

  /** The text with control characters, including bidirectional ones, shown as their numbers. */
  static String safe(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> {
          if (ActiveCharacters.has(c)) {
            safe.append(c == '\n' || c == '\t' ? " " : "\\u%04x".formatted(c));
          } else {
            safe.appendCodePoint(c);
          }
        });
    return safe.toString();
  }

  /** As {@link #safe}, but lines stay lines: for a model's text. */
  static String safeLines(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> {
          if (c == '\n' || c == '\t' || !ActiveCharacters.has(c)) {
            safe.appendCodePoint(c);
          } else {
            safe.append("\\u%04x".formatted(c));
          }
        });
    return safe.toString();
  }
}
