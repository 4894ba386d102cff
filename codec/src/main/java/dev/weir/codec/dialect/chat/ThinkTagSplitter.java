package dev.weir.codec.dialect.chat;

/**
 * Splits content into reasoning and text at {@code <think>} and {@code </think>}.
 *
 * <p>A tag may be cut anywhere between deltas: the longest end of the text that could begin a tag
 * is held back until more text decides. Line breaks right after a tag belong to the tag.
 */
final class ThinkTagSplitter {
  private static final String OPEN = "<think>";
  private static final String CLOSE = "</think>";

  private final Sink sink;
  private String held = "";
  private boolean thinking;
  private boolean afterTag;

  /** Takes the pieces in order. */
  interface Sink {
    void reasoning(String text);

    void content(String text);
  }

  ThinkTagSplitter(boolean startsInside, Sink sink) {
    this.thinking = startsInside;
    this.sink = sink;
  }

  void feed(String delta) {
    String text = held + delta;
    held = "";
    int from = 0;
    while (true) {
      String tag = thinking ? CLOSE : OPEN;
      int at = text.indexOf(tag, from);
      if (at < 0) {
        int keep = possibleTagStart(text, from, tag);
        put(text.substring(from, keep));
        held = text.substring(keep);
        return;
      }
      put(text.substring(from, at));
      thinking = !thinking;
      afterTag = true;
      from = at + tag.length();
    }
  }

  /** Ends the content: what was held back is text after all. */
  void end() {
    put(held);
    held = "";
  }

  private void put(String text) {
    String piece = text;
    if (afterTag) {
      piece = stripLineBreaks(text);
      afterTag = piece.isEmpty();
    }
    if (piece.isEmpty()) {
      return;
    }
    if (thinking) {
      sink.reasoning(piece);
    } else {
      sink.content(piece);
    }
  }

  private static String stripLineBreaks(String text) {
    int from = 0;
    while (from < text.length() && (text.charAt(from) == '\n' || text.charAt(from) == '\r')) {
      from++;
    }
    return text.substring(from);
  }

  /** Where the longest end of the text that is also a beginning of the tag starts. */
  private static int possibleTagStart(String text, int from, String tag) {
    int longest = Math.min(tag.length() - 1, text.length() - from);
    for (int length = longest; length > 0; length--) {
      if (text.startsWith(tag.substring(0, length), text.length() - length)) {
        return text.length() - length;
      }
    }
    return text.length();
  }
}
