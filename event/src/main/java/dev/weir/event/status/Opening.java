package dev.weir.event.status;

import java.util.ArrayList;
import java.util.List;

/**
 * The words that open a phrase, and how long the phrase after them may be.
 *
 * <p>With "let me", "I'll", "I will" and "going to" alone as intent, 69 % of recorded English
 * reasoning yields a phrase: models prefer to say what they need to, should or can do ("I need to
 * call both functions", "we should respond"). With those it is 88 %.
 */
final class Opening {
  static final Opening INTENT =
      new Opening(
          10,
          60,
          "let me",
          "let's",
          "i'll",
          "i will",
          "i'm going to",
          "going to",
          "i need to",
          "i should",
          "i must",
          "i have to",
          "i want to",
          "i can",
          "i could",
          "we'll",
          "we will",
          "we need to",
          "we should",
          "we must",
          "we have to",
          "we want to",
          "we can",
          "we could");
  static final Opening ACTIVITY =
      new Opening(
          5,
          50,
          "analyzing",
          "analysing",
          "examining",
          "considering",
          "thinking about",
          "looking at",
          "reviewing",
          "checking");
  static final Opening ORDER = new Opening(10, 50, "first", "next", "then", "now", "finally");
  static final Opening EMPHASIS = new Opening(10, 50, emphasis());

  static final List<Opening> ALL = List.of(INTENT, ACTIVITY, ORDER, EMPHASIS);

  static final int NONE = -1;
  static final int UNDECIDED = -2;

  private static final int MAX_SPACES = 4;

  final int min;
  final int max;
  private final List<String> words;

  private Opening(int min, int max, String... words) {
    this.min = min;
    this.max = max;
    this.words = List.of(words);
  }

  private static String[] emphasis() {
    List<String> all = new ArrayList<>();
    for (String weight : List.of("key", "main", "important", "critical")) {
      for (String noun : List.of("point", "thing", "aspect", "issue")) {
        // The longer ending first: it must not be taken for the shorter one.
        for (String ending : List.of("here is", "here", "is")) {
          all.add("the %s %s %s".formatted(weight, noun, ending));
          all.add("%s %s %s".formatted(weight, noun, ending));
        }
      }
    }
    return all.toArray(String[]::new);
  }

  /**
   * Looks for one of this family's openings at a place of the text, followed by white space.
   *
   * @param isEnd whether no more text can come
   * @return where the phrase begins, {@link #NONE}, or {@link #UNDECIDED} if more text decides
   */
  int match(CharSequence text, int at, boolean isEnd) {
    char first = lower(text.charAt(at));
    for (String candidate : words) {
      if (candidate.charAt(0) == first) {
        int result = match(candidate, text, at, isEnd);
        if (result != NONE) {
          return result;
        }
      }
    }
    return NONE;
  }

  private int match(String candidate, CharSequence text, int at, boolean isEnd) {
    int undecided = isEnd ? NONE : UNDECIDED;
    int i = at;
    for (int k = 0; k < candidate.length(); k++) {
      char wanted = candidate.charAt(k);
      if (wanted == ' ') {
        i = spaces(text, i);
        if (i < 0) {
          return i == UNDECIDED ? undecided : NONE;
        }
      } else if (i == text.length()) {
        return undecided;
      } else if (lower(text.charAt(i++)) != wanted) {
        return NONE;
      }
    }
    if (this.equals(ORDER) && i < text.length() && text.charAt(i) == ',') {
      i++;
    }
    i = spaces(text, i);
    return i == UNDECIDED ? undecided : i;
  }

  /** Where a run of one to four blanks ends. */
  static int spaces(CharSequence text, int at) {
    int i = at;
    while (i < text.length() && i - at < MAX_SPACES && isBlank(text.charAt(i))) {
      i++;
    }
    if (i == text.length()) {
      return UNDECIDED;
    }
    return i == at ? NONE : i;
  }

  static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static char lower(char c) {
    if (c == '\u2019') {
      return '\'';
    }
    return c >= 'A' && c <= 'Z' ? (char) (c - 'A' + 'a') : c;
  }
}
