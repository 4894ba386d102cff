package dev.weir.terminal;

/**
 * Tells what drawing writes from what only a model could have written.
 *
 * <p>Drawing needs few sequences: colours, moves up, down and right by a number, remembering a
 * place and returning to it, erasing below and to the right, and switching synchronised output, the
 * cursor and wrapping.
 */
final class DrawnBytes {
  private static final char ESCAPE = 27;

  private DrawnBytes() {}

  /** Where the first character stands that is neither drawable nor ours; -1 if there is none. */
  static int firstForeign(CharSequence written) {
    int at = 0;
    while (at < written.length()) {
      int next =
          switch (written.charAt(at)) {
            case ESCAPE -> afterSequence(written, at);
            case '\r' -> at + (isAt(written, at + 1, '\n') ? 2 : 1);
            default -> afterText(written, at);
          };
      if (next == at) {
        return at;
      }
      at = next;
    }
    return -1;
  }

  /** Where the first character stands that no drawable text holds; -1 if there is none. */
  static int firstControl(CharSequence text) {
    int at = 0;
    while (at < text.length()) {
      int next = afterText(text, at);
      if (next == at) {
        return at;
      }
      at = next;
    }
    return -1;
  }

  private static boolean isAt(CharSequence text, int at, char c) {
    return at < text.length() && text.charAt(at) == c;
  }

  /** Where a drawable character ends; where it begins if it is none. */
  private static int afterText(CharSequence text, int at) {
    char c = text.charAt(at);
    boolean isPair =
        Character.isHighSurrogate(c)
            && at + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(at + 1));
    return isPair ? at + 2 : isControl(c) ? at : at + 1;
  }

  /** Whether a character could control a terminal, the order of its text, or is half of one. */
  private static boolean isControl(char c) {
    return c < ' '
        || (c >= 0x7f && c <= 0x9f)
        || (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069)
        || Character.isSurrogate(c);
  }

  /** Where a sequence of ours ends; where it begins if it is not ours. */
  private static int afterSequence(CharSequence written, int from) {
    int at = from + 1;
    if (isAt(written, at, '7') || isAt(written, at, '8')) {
      return at + 1;
    }
    if (!isAt(written, at, '[')) {
      return from;
    }
    int parameters = ++at;
    while (at < written.length() && "0123456789;?".indexOf(written.charAt(at)) >= 0) {
      at++;
    }
    if (at >= written.length()) {
      return from;
    }
    String given = written.subSequence(parameters, at).toString();
    boolean isOurs =
        switch (written.charAt(at)) {
          case 'm' -> given.indexOf('?') < 0;
          case 'A', 'B', 'C' -> isNumber(given);
          case 'J', 'K' -> given.isEmpty();
          case 'h', 'l' -> given.equals("?2026") || given.equals("?25") || given.equals("?7");
          default -> false;
        };
    return isOurs ? at + 1 : from;
  }

  private static boolean isNumber(String given) {
    return !given.isEmpty() && given.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
