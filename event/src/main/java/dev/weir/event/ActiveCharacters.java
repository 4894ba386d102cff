package dev.weir.event;

/**
 * The characters that act instead of being seen: they steer a terminal, reverse the order of
 * others, end a line where nobody expects it, or hide text from a reader.
 *
 * <p>What a model says is untrusted, so whoever shows it must show these in some other form. Each
 * chooses its own form (a picture, an escape, nothing at all), but the set is this one everywhere.
 */
public final class ActiveCharacters {
  private ActiveCharacters() {}

  /**
   * Whether a code point is one of them. Line feed and tab are; where lines may stay lines, the
   * caller lets those two pass. Joiners are not: emoji and several scripts need them.
   */
  public static boolean has(int c) {
    if (c < 0x7f) {
      return c < ' ';
    }
    if (c < 0x2000) {
      return c <= 0x9f || c == 0xad || c == 0x61c || c == 0x180e;
    }
    if (c <= 0x206f) {
      // Zero-width space, direction marks, separators and embeddings, isolates and fillers.
      return c == 0x200b
          || c == 0x200e
          || c == 0x200f
          || (c >= 0x2028 && c <= 0x202e)
          || c >= 0x2060;
    }
    if (c < Character.MIN_SURROGATE) {
      return false;
    }
    if (c <= Character.MAX_SURROGATE || (c & 0xfffe) == 0xfffe) {
      // Unpaired surrogates and noncharacters.
      return true;
    }
    return (c >= 0xfdd0 && c <= 0xfdef)
        || c == 0xfeff
        || (c >= 0xfff9 && c <= 0xfffb)
        || (c >= 0x1d173 && c <= 0x1d17a)
        // Tags, in which text can be hidden.
        || (c >= 0xe0000 && c <= 0xe0fff);
  }
}
