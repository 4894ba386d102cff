package dev.weir.codec.dialect.responses;

import dev.weir.codec.LimitExceededException;

/** Counts what is kept for final payloads, and bounds it. */
final class HeldText {
  private final int maxChars;
  private long chars;

  HeldText(int maxChars) {
    this.maxChars = maxChars;
  }

  /**
   * Keeps a text.
   *
   * @throws LimitExceededException if the response is longer than may be kept
   */
  void append(StringBuilder to, String text) {
    chars += text.length();
    if (chars > maxChars) {
      throw new LimitExceededException(
          ("The response exceeds %,d characters, which have to be kept because its last event"
                  + " repeats them; raise the limit or write another dialect")
              .formatted(maxChars));
    }
    to.append(text);
  }
}
