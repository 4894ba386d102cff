package dev.weir.terminal.text;

import java.text.BreakIterator;
import java.util.Locale;
import org.jline.utils.WCWidth;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the characters that a reader sees, each with the columns it takes.
 *
 * <p>One of them may be many code points: a letter with its marks, a family of emoji. Terminals
 * differ in how wide they draw the rarer ones; drawing is made so that a wrong guess costs the look
 * of one row and nothing else.
 */
public final class Clusters {
  /** More marks than this on one character are for drawing over other lines, not for reading. */
  private static final int MAX_CODE_POINTS = 12;

  private static final int WIDE_START = 0x1100;
  private static final int JOINER = 0x200d;
  private static final int EMOJI_VARIATION = 0xfe0f;

  private final String text;
  private @Nullable BreakIterator breaks;
  private int segmentStart;
  private int segmentEnd;
  private int from;
  private int to;
  private int width;

  public Clusters(String text) {
    this.text = text;
  }

  /** How many columns a text takes; it must have no line feed or tab. */
  public static int width(String text) {
    var clusters = new Clusters(text);
    int width = 0;
    while (clusters.next()) {
      width += clusters.width;
    }
    return width;
  }

  /** Whether every terminal gives a character one column. */
  public static boolean isCertain(char c) {
    return (c >= ' ' && c < 0x7f) || (c >= 0x2500 && c <= 0x257f);
  }

  /** Goes to the next one; false after the last. */
  public boolean next() {
    from = to;
    if (from >= text.length()) {
      return false;
    }
    boolean isSingle = isParted(from + 1);
    to = isSingle ? from + 1 : following();
    width = isSingle && text.charAt(from) < WIDE_START ? 1 : clusterWidth();
    return true;
  }

  public int from() {
    return from;
  }

  public int to() {
    return to;
  }

  /** How many columns it takes, at least one. */
  public int width() {
    return width;
  }

  /**
   * The text as it can be drawn: a mark at its start, which would change the cell before it, stands
   * on a circle, and marks on one character beyond what anybody writes are left out.
   */
  public static String drawable(String text) {
    if (isSimple(text)) {
      return text;
    }
    var out = new StringBuilder(text.length() + 1);
    if (isMark(text.codePointAt(0))) {
      out.append('\u25cc');
    }
    var clusters = new Clusters(text);
    while (clusters.next()) {
      int points = text.codePointCount(clusters.from, clusters.to);
      int end =
          points <= MAX_CODE_POINTS
              ? clusters.to
              : text.offsetByCodePoints(clusters.from, MAX_CODE_POINTS);
      out.append(text, clusters.from, end);
    }
    return out.toString();
  }

  private static boolean isSimple(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!StandaloneCharacters.has(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether two characters are enough to know that one ends here. */
  private boolean isParted(int at) {
    return StandaloneCharacters.has(text.charAt(at - 1))
        && (at == text.length() || StandaloneCharacters.has(text.charAt(at)));
  }

  /**
   * Where the next one begins. A break iterator reads all of its text at once, so it is given only
   * what is uncertain.
   */
  private int following() {
    BreakIterator iterator = breaks;
    if (iterator == null || from >= segmentEnd) {
      segmentStart = from;
      segmentEnd = from + 1;
      while (segmentEnd < text.length() && !isParted(segmentEnd)) {
        segmentEnd++;
      }
      iterator = BreakIterator.getCharacterInstance(Locale.ROOT);
      iterator.setText(text.substring(segmentStart, segmentEnd));
      breaks = iterator;
    }
    int next = iterator.following(from - segmentStart);
    return next == BreakIterator.DONE ? segmentEnd : segmentStart + next;
  }

  private int clusterWidth() {
    int first = text.codePointAt(from);
    int sum = Math.max(isMark(first) ? 1 : 0, WCWidth.wcwidth(first));
    boolean emoji = false;
    int points = 1;
    for (int i = from + Character.charCount(first); i < to && points < MAX_CODE_POINTS; points++) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      emoji |= c == JOINER || c == EMOJI_VARIATION || isEmojiPart(c);
      sum += Math.max(0, WCWidth.wcwidth(c));
    }
    return emoji && isPictured(first) ? 2 : Math.max(1, sum);
  }

  private static boolean isPictured(int c) {
    return Character.isExtendedPictographic(c) || Character.isEmoji(c);
  }

  /** A skin tone, or the second letter of a flag. */
  private static boolean isEmojiPart(int c) {
    return (c >= 0x1f3fb && c <= 0x1f3ff) || (c >= 0x1f1e6 && c <= 0x1f1ff);
  }

  private static boolean isMark(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK ->
          true;
      default -> c == JOINER || c == 0x200c || (c >= 0x1160 && c <= 0x11ff);
    };
  }
}
