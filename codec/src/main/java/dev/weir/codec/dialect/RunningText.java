package dev.weir.codec.dialect;

/**
 * Remembers a growing text by length and hash, to tell later whether a whole text begins with it.
 *
 * <p>Keeping the text itself would hold every response twice. A 64-bit polynomial hash mistakes one
 * text for another once in far more streams than will ever be decoded.
 */
final class RunningText {
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private int length;
  private long hash;

  void append(String text) {
    long h = hash;
    for (int i = 0; i < text.length(); i++) {
      h = h * FACTOR + text.charAt(i) + 1;
    }
    hash = h;
    length += text.length();
  }

  int length() {
    return length;
  }

  boolean isPrefixOf(String whole) {
    if (whole.length() < length) {
      return false;
    }
    long h = 0;
    for (int i = 0; i < length; i++) {
      h = h * FACTOR + whole.charAt(i) + 1;
    }
    return h == hash;
  }
}
