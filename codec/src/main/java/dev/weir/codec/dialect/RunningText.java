package dev.weir.codec.dialect;

/**
 * Remembers a growing text by length and hash, to tell later whether a whole text begins with it.
 *
 * <p>Keeping the text itself would hold every response twice. The hash is that of {@link String},
 * which can be continued and which the JVM computes many characters at a time: a stronger one that
 * goes character by character costs more than the rest of a long delta. A final payload that
 * differs is rare; that one in four billion of these goes unnoticed is accepted.
 */
final class RunningText {
  private static final int FACTOR = 31;

  /** Powers of the factor, for the lengths that deltas have. */
  private static final int[] POWERS = powers(512);

  private int length;
  private int hash;
  private boolean isConfirmed;

  void append(String text) {
    hash = hash * power(text.length()) + text.hashCode();
    grow(text.length());
  }

  /** Adds that many characters of a text that will not be compared. */
  void grow(int chars) {
    length += chars;
    isConfirmed = false;
  }

  /** Replaces all of it with this text. */
  void become(String whole) {
    hash = whole.hashCode();
    length = whole.length();
  }

  int length() {
    return length;
  }

  /** A final payload says that this is the whole text. */
  void confirm() {
    isConfirmed = true;
  }

  /** Whether it is known to be whole, or is empty. */
  boolean isConfirmed() {
    return isConfirmed || length == 0;
  }

  boolean isPrefixOf(String whole) {
    if (whole.length() == length) {
      return whole.hashCode() == hash;
    }
    return whole.length() > length && whole.substring(0, length).hashCode() == hash;
  }

  private static int power(int exponent) {
    if (exponent < POWERS.length) {
      return POWERS[exponent];
    }
    int half = power(exponent / 2);
    return half * half * (exponent % 2 == 0 ? 1 : FACTOR);
  }

  private static int[] powers(int count) {
    int[] powers = new int[count];
    powers[0] = 1;
    for (int i = 1; i < count; i++) {
      powers[i] = powers[i - 1] * FACTOR;
    }
    return powers;
  }
}
