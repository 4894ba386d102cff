package dev.weir.bench.stream;

/** What the deltas of a stream add to. */
public enum Content {
  TEXT,
  /** The arguments of a call, which are JSON themselves: a text in an object. */
  ARGUMENTS,
  REASONING;

  private static final String BEFORE = "{\"text\":\"";
  private static final String AFTER = "\"}";

  /** What the delta of that number adds, if its text is this. */
  String piece(String text, int number, int deltas) {
    if (this != ARGUMENTS) {
      return text;
    }
    String inside = StreamText.escape(text);
    return (number == 0 ? BEFORE : "") + inside + (number == deltas - 1 ? AFTER : "");
  }
}
