package dev.weir.codec.dialect;

import dev.weir.codec.LimitExceededException;

/** Counts and bounds what an encoder keeps until its dialect lets it write something whole. */
public final class HeldText {
  private static final int ENTRY_CHARS = 256;

  private final int maxChars;
  private long chars;

  /** Holds as much as these options allow. */
  public HeldText(EncodeOptions options) {
    this.maxChars = options.maxHeldChars();
  }

  /**
   * Keeps a text.
   *
   * @throws LimitExceededException if more is kept than the options allow
   */
  public void append(StringBuilder to, String text) {
    count(text.length());
    to.append(text);
  }

  /**
   * Counts one more thing that has a text, which costs something even if the text is empty.
   *
   * @throws LimitExceededException if more is kept than the options allow
   */
  public void entry() {
    count(ENTRY_CHARS);
  }

  /** Lets go of a text. */
  public void release(StringBuilder text) {
    chars -= text.length();
  }

  private void count(int more) {
    chars += more;
    if (chars > maxChars) {
      throw new LimitExceededException(
          ("More than %,d characters of the response have to be kept, because the dialect repeats"
                  + " them at the end; choose a dialect that does not, or raise EncodeOptions.maxHeldChars")
              .formatted(maxChars));
    }
  }
}
