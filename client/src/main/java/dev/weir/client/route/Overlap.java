package dev.weir.client.route;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds where a continuation joins what was said: the place is proven by words that both share.
 *
 * <p>A model that goes on is made to repeat the last words, the {@linkplain #tail tail}; one that
 * starts over repeats everything. Either way some end of what was said is the beginning of the
 * continuation. That overlap is dropped, and what follows it goes on; without it nothing is known,
 * and nothing is shown.
 *
 * <p>Why the place is certain: the tail is chosen so that it occurs only once in what was said, and
 * an overlap counts only if the whole tail lies in it. Were there two such overlaps, the shorter
 * would end with the tail inside the longer one, and so the tail would occur in what was said at a
 * second place. So there is at most one, and the first that is found is the one. Text that repeats
 * itself only makes the tail longer.
 *
 * <p>White space before the continuation does not count: some providers refuse a beginning that
 * ends with it. Everything else must be the same, character for character. Pure.
 */
final class Overlap {
  /** A few words: fewer might be the same by chance. */
  private static final int LEAST = 20;

  /** How far back, at most, a word is looked for. */
  private static final int LONGEST_WORD = 40;

  /** A model that goes on repeats at most this much; one that starts over, everything. */
  private static final int WINDOW = 2_000;

  /** What is known of the place. */
  enum State {
    OPEN,
    PROVEN,
    REFUTED
  }

  private final String said;
  private final List<Integer> starts = new ArrayList<>();
  private State state = State.OPEN;
  private int matched;
  private boolean hasBegun;

  /**
   * @param said all that was seen
   */
  Overlap(String said) {
    this.said = said;
    int anew = afterSpace(said, 0);
    int last = tailStart(said);
    if (anew == said.length()) {
      return;
    }
    starts.add(anew);
    for (int i = Math.max(anew + 1, said.length() - WINDOW); i <= last; i++) {
      if (!Character.isWhitespace(said.charAt(i))) {
        starts.add(i);
      }
    }
  }

  /** The last words, which a continuation has to begin with. */
  static String tail(String said) {
    return said.substring(tailStart(said));
  }

  /** Where the tail begins: at a word, and early enough that it occurs only once. */
  static int tailStart(String said) {
    int first = afterSpace(said, 0);
    for (long length = LEAST; length < said.length() - first; length *= 2) {
      int start = wordStart(said, said.length() - (int) length);
      if (start <= first) {
        break;
      }
      if (said.indexOf(said.substring(start)) == start) {
        return start;
      }
    }
    return first;
  }

  private static int wordStart(String said, int from) {
    int start = from;
    while (start > 0
        && from - start < LONGEST_WORD
        && !(Character.isWhitespace(said.charAt(start - 1))
            && !Character.isWhitespace(said.charAt(start)))) {
      start--;
    }
    boolean isWord = start == 0 || Character.isWhitespace(said.charAt(start - 1));
    int found = isWord ? start : from;
    // Half a character is not a beginning, and neither is a space.
    while (found > 0
        && (Character.isLowSurrogate(said.charAt(found))
            || Character.isWhitespace(said.charAt(found)))) {
      found--;
    }
    return found;
  }

  private static int afterSpace(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  State state() {
    return state;
  }

  /** How many characters were repeated. */
  int length() {
    return matched;
  }

  /** Takes more of the continuation; returns the new part of it, once the place is proven. */
  String feed(String more) {
    int at = hasBegun ? 0 : afterSpace(more, 0);
    hasBegun |= at < more.length();
    if (starts.isEmpty() && hasBegun && state == State.OPEN) {
      // Nothing but white space was said.
      state = State.PROVEN;
    }
    while (state == State.OPEN && at < more.length()) {
      char next = more.charAt(at++);
      starts.removeIf(start -> said.charAt(start + matched) != next);
      matched++;
      if (starts.isEmpty()) {
        state = State.REFUTED;
      } else if (starts.getLast() + matched == said.length()) {
        state = State.PROVEN;
      }
    }
    return state == State.PROVEN ? more.substring(at) : "";
  }
}
