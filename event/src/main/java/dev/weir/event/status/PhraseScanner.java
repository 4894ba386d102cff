package dev.weir.event.status;

import static dev.weir.event.status.Opening.NONE;
import static dev.weir.event.status.Opening.UNDECIDED;

import dev.weir.event.status.Status.Source;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Finds phrases and headings in text that comes in pieces.
 *
 * <p>Each place of the text is looked at once, from left to right: what is found there is stepped
 * over, so phrases do not overlap. A place is decided only when no later text could change the
 * decision; until then at most a heading's or a phrase's length of text is kept. So the same text
 * gives the same phrases however it is cut, and the cost does not depend on what came before.
 *
 * <p>Where one opening directly follows another ("now let me"), the phrase belongs to the last.
 * What the model will not do ("I'm not going to guess", "I should not answer from memory") is not a
 * phrase: its words alone would say the opposite.
 */
final class PhraseScanner {
  private static final int LONGER_THAN = 15;
  private static final int COMPACT_AT = 1024;

  /** How much text before a place can affect it: a negation and the blanks after it. */
  private static final int LOOK_BACK = 16;

  private static final Pattern NEGATION =
      Pattern.compile(
          "(?i)(?:not|never|no|neither|nor|cannot|[a-z]{1,9}n['\u2019]t)(?![\\w'\u2019])");
  private static final Pattern NEGATED =
      Pattern.compile("(?i)(?:(?<![\\w'\u2019])(?:not|never)|n['\u2019]t)[ \t]{1,4}$");

  private final StringBuilder window = new StringBuilder(/* capacity= */ 0);
  private int at;

  /** The character before the window: a text begins like a line. */
  private char before = '\n';

  private boolean insideMarker;

  /** Reads the next piece. */
  void feed(CharSequence text, int from, int to, Consumer<? super Status> out) {
    window.append(text, from, to);
    scan(/* isEnd= */ false, out);
  }

  /** The text ended: so does the phrase that is still open. */
  void end(Consumer<? super Status> out) {
    scan(/* isEnd= */ true, out);
  }

  private void scan(boolean isEnd, Consumer<? super Status> out) {
    while (at < window.length()) {
      int next = step(isEnd, out);
      if (next == UNDECIDED) {
        break;
      }
      at = next;
    }
    if (at >= COMPACT_AT) {
      int kept = at - LOOK_BACK;
      before = window.charAt(kept - 1);
      window.delete(0, kept);
      at = LOOK_BACK;
    }
  }

  private int step(boolean isEnd, Consumer<? super Status> out) {
    char c = window.charAt(at);
    char last = at == 0 ? before : window.charAt(at - 1);
    if (insideMarker) {
      insideMarker = c != ']' && !isNewline(c);
      return at + 1;
    }
    int found = NONE;
    if (isNewline(last)) {
      found = heading(isEnd, out);
    }
    if (found == NONE && c == '[') {
      found = markerStart(isEnd);
    }
    if (found == NONE && !isWord(last)) {
      found = phrase(isEnd, out);
    }
    return found == NONE ? at + 1 : found;
  }

  private int heading(boolean isEnd, Consumer<? super Status> out) {
    Heading heading = Heading.at(window, at, isEnd);
    if (heading.end() >= 0) {
      String words = description(heading.from(), heading.to());
      if (words.length() >= Heading.MIN_CHARS) {
        out.accept(new Status(words, Source.SUMMARY_HEADING));
      }
    }
    return heading.end();
  }

  /** What stands in a marker is not a phrase, even while the marker is incomplete. */
  private int markerStart(boolean isEnd) {
    for (int k = 0; k < MarkerScanner.START.length(); k++) {
      if (at + k == window.length()) {
        return isEnd ? NONE : UNDECIDED;
      }
      if (MarkerScanner.toUpper(window.charAt(at + k)) != MarkerScanner.START.charAt(k)) {
        return NONE;
      }
    }
    insideMarker = true;
    return at + MarkerScanner.START.length();
  }

  private int phrase(boolean isEnd, Consumer<? super Status> out) {
    for (Opening opening : Opening.ALL) {
      int from = opening.match(window, at, isEnd);
      if (from == UNDECIDED) {
        return UNDECIDED;
      }
      if (from >= 0) {
        int inner = opens(from, isEnd);
        return inner == NONE
            ? phrase(opening, from, isEnd, out)
            : inner == UNDECIDED ? inner : NONE;
      }
    }
    return NONE;
  }

  private int opens(int from, boolean isEnd) {
    for (Opening opening : Opening.ALL) {
      int found = opening.match(window, from, isEnd);
      if (found != NONE) {
        return found;
      }
    }
    return NONE;
  }

  private int phrase(Opening opening, int from, boolean isEnd, Consumer<? super Status> out) {
    int to = from;
    int count = 0;
    while (count < opening.max && to < window.length() && !isTerminator(window.charAt(to))) {
      char c = window.charAt(to);
      if (Character.isHighSurrogate(c)) {
        if (to + 1 == window.length() && !isEnd) {
          return UNDECIDED;
        }
        boolean isPair =
            to + 1 < window.length() && Character.isLowSurrogate(window.charAt(to + 1));
        to += isPair ? 1 : 0;
      }
      to++;
      count++;
    }
    if (to == window.length() && !isEnd) {
      return UNDECIDED;
    }
    if (count < opening.min || isNegated(opening, from)) {
      return NONE;
    }
    int start = opening.equals(Opening.ACTIVITY) ? at : from;
    String words = description(start, wholeWords(from, to));
    if (words.length() > LONGER_THAN) {
      out.accept(new Status(words, Source.NATURAL_LANGUAGE));
    }
    return to;
  }

  /** Whether a negation stands before the opening, or right after one that is not shown. */
  private boolean isNegated(Opening opening, int from) {
    CharSequence lead = window.subSequence(Math.max(0, at - LOOK_BACK), at);
    boolean isShown = opening.equals(Opening.ACTIVITY);
    return NEGATED.matcher(lead).find()
        || (!isShown && NEGATION.matcher(window).region(from, window.length()).lookingAt());
  }

  /** Where the last whole word ends, if the longest phrase ends in the middle of one. */
  private int wholeWords(int from, int to) {
    boolean isCut =
        to < window.length() && isWord(window.charAt(to)) && isWord(window.charAt(to - 1));
    int end = to;
    while (isCut && end > from && !Opening.isBlank(window.charAt(end - 1))) {
      end--;
    }
    return end == from ? to : end;
  }

  /** The words as they are shown: white space collapsed, no dangling mark, upper case first. */
  private String description(int from, int to) {
    String plain = PlainWords.of(window.substring(from, to));
    StringBuilder words = new StringBuilder(plain.length());
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      if (!Character.isWhitespace(c)) {
        words.append(c);
      } else if (!words.isEmpty() && words.charAt(words.length() - 1) != ' ') {
        words.append(' ');
      }
    }
    int end = words.length();
    while (end > 0 && " ,;:-*_".indexOf(words.charAt(end - 1)) >= 0) {
      end--;
    }
    words.setLength(end);
    if (end > 0) {
      int first = words.codePointAt(0);
      words.replace(
          0, Character.charCount(first), Character.toString(Character.toUpperCase(first)));
    }
    return words.toString();
  }

  private static boolean isTerminator(char c) {
    return c == '.' || c == '!' || c == '?' || isNewline(c);
  }

  static boolean isNewline(char c) {
    return c == '\n' || c == '\r';
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
