package dev.weir.fuzzing;

/** Something that must not happen, in words. */
public final class Finding extends AssertionError {
  private static final long serialVersionUID = 1L;

  private Finding(String words) {
    super(words);
  }

  @SuppressWarnings("AnnotateFormatMethod") // No dependency for one annotation.
  public static void unless(boolean holds, String words, Object... values) {
    if (!holds) {
      throw new Finding(words.formatted(values));
    }
  }

  public static void unlessEqual(Object seen, Object expected, String what) {
    unless(seen.equals(expected), "%s differ:%n%s%n%s", what, seen, expected);
  }
}
