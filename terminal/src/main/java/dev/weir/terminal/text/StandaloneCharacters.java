package dev.weir.terminal.text;

/**
 * The characters that never join another of their sort: between two of them a reader always sees a
 * boundary. They are most of what is written, so few texts need the full rules.
 *
 * <p>Marks, joiners, halves of surrogate pairs, flags, jamo and the scripts whose letters join are
 * not among them. One that is missing here costs time and nothing else.
 */
final class StandaloneCharacters {
  private StandaloneCharacters() {}

  static boolean has(char c) {
    return c < 0x2000 ? isLetter(c) : c < 0x3000 ? isSign(c) : isWide(c);
  }

  /** Latin, Greek, Cyrillic, Armenian, Hebrew and Arabic. */
  private static boolean isLetter(char c) {
    return (c >= ' ' && c < 0x7f)
        || (c >= 0xa0 && c < 0x300 && c != 0xad)
        || (c >= 0x370 && c <= 0x482)
        || (c >= 0x48a && c <= 0x58f)
        || (c >= 0x5d0 && c <= 0x5ea)
        || (c >= 0x620 && c <= 0x64a)
        || (c >= 0x1e00 && c <= 0x1fff);
  }

  /** Punctuation, arrows, mathematics, boxes, pictures of control characters. */
  private static boolean isSign(char c) {
    return (c >= 0x2010 && c <= 0x2027)
        || (c >= 0x2030 && c <= 0x205e)
        || (c >= 0x20a0 && c <= 0x20bf)
        || (c >= 0x2100 && c <= 0x2bff);
  }

  /** Chinese, Japanese, Korean syllables, and the replacement character. */
  private static boolean isWide(char c) {
    return (c >= 0x3001 && c <= 0x3029)
        || (c >= 0x3041 && c <= 0x3096)
        || (c >= 0x309b && c <= 0x30ff)
        || (c >= 0x3400 && c <= 0x9fff)
        || (c >= 0xac00 && c <= 0xd7a3)
        || (c >= 0xff01 && c <= 0xff9d)
        || c == 0xfffd;
  }
}
