package dev.weir.event.status;

import static dev.weir.event.status.Opening.NONE;
import static dev.weir.event.status.Opening.UNDECIDED;
import static dev.weir.event.status.Opening.isBlank;

/**
 * A bold heading on a line of its own: {@code **Comparing files**}, also as an item of a list:
 * {@code 1. **Comparing files:**}. OpenAI's and Gemini's summaries are built from them.
 *
 * @param from where its words begin
 * @param to where its words end
 * @param end where to continue reading; {@link Opening#NONE} or {@link Opening#UNDECIDED} if there
 *     is no heading, or none yet
 */
record Heading(int from, int to, int end) {
  static final int MIN_CHARS = 5;
  static final int MAX_CHARS = 100;

  private static final int MAX_BLANKS = 4;
  private static final int MAX_DIGITS = 3;
  private static final Heading NO_HEADING = new Heading(0, 0, NONE);
  private static final Heading MORE_DECIDES = new Heading(0, 0, UNDECIDED);

  /** Reads at the start of a line. */
  static Heading at(CharSequence text, int at, boolean isEnd) {
    Heading undecided = isEnd ? NO_HEADING : MORE_DECIDES;
    int i = listMark(text, blanks(text, at));
    if (i < 0) {
      return i == UNDECIDED ? undecided : NO_HEADING;
    }
    i = stars(text, i);
    if (i < 0) {
      return i == UNDECIDED ? undecided : NO_HEADING;
    }
    int from = i;
    int chars = 0;
    while (i < text.length() && isHeadingChar(text.charAt(i)) && chars <= MAX_CHARS) {
      i++;
      chars++;
    }
    if (chars > MAX_CHARS) {
      return NO_HEADING;
    }
    int to = i;
    i = stars(text, i);
    if (i < 0) {
      return i == UNDECIDED ? undecided : NO_HEADING;
    }
    if (i < text.length() && text.charAt(i) == ':') {
      i++;
    }
    i = blanks(text, i);
    boolean atLineEnd = i < text.length() ? PhraseScanner.isNewline(text.charAt(i)) : isEnd;
    if (i == text.length() && !isEnd) {
      return MORE_DECIDES;
    }
    return atLineEnd && chars >= MIN_CHARS ? new Heading(from, to, i) : NO_HEADING;
  }

  private static boolean isHeadingChar(char c) {
    // A bracket may begin a marker, which must not wait for the heading to be decided.
    return c != '*' && c != '[' && !PhraseScanner.isNewline(c);
  }

  /** Skips {@code 1.}, {@code 1)}, {@code -} or {@code *} with the blanks after it, if there. */
  private static int listMark(CharSequence text, int at) {
    int i = at;
    while (i < text.length() && i - at < MAX_DIGITS && isDigit(text.charAt(i))) {
      i++;
    }
    if (i == text.length()) {
      return UNDECIDED;
    }
    char c = text.charAt(i);
    if (i > at) {
      return c == '.' || c == ')' ? Opening.spaces(text, i + 1) : NONE;
    }
    if (c == '-') {
      return Opening.spaces(text, i + 1);
    }
    if (c != '*') {
      return NONE;
    }
    if (i + 1 == text.length()) {
      return UNDECIDED;
    }
    return text.charAt(i + 1) == '*' ? i : Opening.spaces(text, i + 1);
  }

  private static int stars(CharSequence text, int at) {
    for (int i = at; i < at + 2; i++) {
      if (i >= text.length()) {
        return UNDECIDED;
      }
      if (text.charAt(i) != '*') {
        return NONE;
      }
    }
    return at + 2;
  }

  private static int blanks(CharSequence text, int at) {
    int i = at;
    while (i < text.length() && i - at < MAX_BLANKS && isBlank(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
