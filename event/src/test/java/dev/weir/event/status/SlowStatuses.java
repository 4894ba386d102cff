package dev.weir.event.status;

import dev.weir.event.status.Status.Source;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the statuses of a whole text are, without a thought for cost: regular expressions tried at
 * every place.
 */
final class SlowStatuses {
  private static final String S = "[ \t]{1,4}+";
  private static final String INTENT =
      "(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|going to|we['’]ll|we will"
          + "|(?:i|we) (?:need to|should|must|have to|want to|can|could))";
  private static final String ACTIVITY =
      "(?:analy[zs]ing|examining|considering|thinking about|looking at|reviewing|checking)";
  private static final String ORDER = "(?:first|next|then|now|finally),?";
  private static final String EMPHASIS =
      "(?:the )?(?:key|main|important|critical) (?:point|thing|aspect|issue) (?:here is|here|is)";
  private static final String NOT_OPENING =
      "(?!(?:" + String.join("|", INTENT, ACTIVITY, ORDER, EMPHASIS) + ") (?s:.))";

  private static final List<Pattern> PHRASES =
      List.of(
          phrase(INTENT + " " + NOT_OPENING + "(BODY{10,60}+)"),
          phrase("(" + ACTIVITY + " " + NOT_OPENING + "BODY{5,50}+)"),
          phrase(ORDER + " " + NOT_OPENING + "(BODY{10,50}+)"),
          phrase(EMPHASIS + " " + NOT_OPENING + "(BODY{10,50}+)"));
  private static final Pattern HEADING =
      Pattern.compile(
          "[ \t]{0,4}+(?:(?:[0-9]{1,3}+[.)]|[-*])[ \t]{1,4}+)?+"
              + "\\*\\*([^*\\[\n\r]*+)\\*\\*:?+[ \t]{0,4}+(?=[\n\r]|\\z)");
  private static final Pattern MARKER_START =
      Pattern.compile("\\[STATUS:[^\\]\n\r]*+[\\]\n\r]?+", Pattern.CASE_INSENSITIVE);

  private static final Pattern NOT_AFTER =
      Pattern.compile("(?:not|never|no|neither|nor|cannot|[a-z]{1,9}n't)(?![\\w'])");
  private static final Pattern NOT_BEFORE =
      Pattern.compile("(?:(?:^|[^\\w'])(?:not|never)|n't)[ \t]{1,4}$");

  /** A status and how many characters must be there to be sure of it. */
  private record Found(Status status, int decidedAt) {}

  private SlowStatuses() {}

  private static Pattern phrase(String regex) {
    return Pattern.compile(
        regex.replace("BODY", "[^.!?\n\r]").replace(" ", S).replace("[" + S, "[ "),
        Pattern.CASE_INSENSITIVE);
  }

  static List<Status> of(String text) {
    List<Found> markers = markers(text);
    int marked = markers.isEmpty() ? Integer.MAX_VALUE : markers.getFirst().decidedAt();
    List<Status> all = new ArrayList<>();
    phrases(text).stream().filter(f -> f.decidedAt() <= marked).forEach(f -> all.add(f.status()));
    markers.forEach(f -> all.add(f.status()));
    return shown(all);
  }

  private static List<Status> shown(List<Status> all) {
    List<Status> shown = new ArrayList<>();
    Set<String> words = new LinkedHashSet<>();
    for (Status status : all) {
      String last = shown.isEmpty() ? null : shown.getLast().description();
      boolean continues = last != null && status.description().startsWith(last);
      if (!continues && words.size() < 1000 && words.add(status.description())) {
        shown.add(status);
      }
    }
    return shown;
  }

  private static List<Found> markers(String text) {
    List<Found> found = new ArrayList<>();
    String upper = upper(text);
    int closed = 0;
    for (int close = text.indexOf(']'); close >= 0; close = text.indexOf(']', close + 1)) {
      int open = upper.lastIndexOf("[STATUS:", close);
      if (open >= closed && close - open - 8 <= 1000) {
        String words = text.substring(open + 8, close).strip();
        if (!words.isEmpty()) {
          found.add(new Found(new Status(PlainWords.of(words), Source.GLM_MARKER), close + 1));
        }
      }
      closed = close + 1;
    }
    return found;
  }

  private static String upper(String text) {
    StringBuilder upper = new StringBuilder(text);
    for (int i = 0; i < upper.length(); i++) {
      char c = upper.charAt(i);
      upper.setCharAt(i, c >= 'a' && c <= 'z' ? (char) (c - 32) : c);
    }
    return upper.toString();
  }

  private static List<Found> phrases(String text) {
    List<Found> found = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      at = step(text, at, found);
    }
    return found;
  }

  private static int step(String text, int at, List<Found> found) {
    char before = at == 0 ? '\n' : text.charAt(at - 1);
    if (before == '\n' || before == '\r') {
      Matcher heading = at(HEADING, text, at);
      boolean matches = heading.lookingAt();
      int chars = matches ? heading.group(1).length() : 0;
      if (chars >= 5 && chars <= 100) {
        String words = tidy(heading.group(1));
        if (words.length() >= 5) {
          found.add(new Found(new Status(words, Source.SUMMARY_HEADING), heading.end() + 1));
        }
        return heading.end();
      }
    }
    Matcher marker = at(MARKER_START, text, at);
    if (marker.lookingAt()) {
      return marker.end();
    }
    if (isWord(before)) {
      return at + 1;
    }
    for (Pattern pattern : PHRASES) {
      Matcher phrase = at(pattern, text, at);
      if (phrase.lookingAt()) {
        boolean isShown = phrase.start(1) == at;
        String said = phrase.group(1).toLowerCase(Locale.ROOT).replace('\u2019', '\'');
        String lead = text.substring(0, at).toLowerCase(Locale.ROOT).replace('\u2019', '\'');
        if (NOT_BEFORE.matcher(lead).find() || (!isShown && NOT_AFTER.matcher(said).lookingAt())) {
          return at + 1;
        }
        String words = tidy(wholeWords(text, phrase));
        if (words.length() > 15) {
          found.add(new Found(new Status(words, Source.NATURAL_LANGUAGE), phrase.end() + 1));
        }
        return phrase.end();
      }
    }
    return at + 1;
  }

  private static Matcher at(Pattern pattern, String text, int at) {
    return pattern.matcher(text).region(at, text.length());
  }

  private static String wholeWords(String text, Matcher phrase) {
    String raw = phrase.group(1);
    int end = phrase.end();
    boolean isCut = end < text.length() && isWord(text.charAt(end)) && isWord(text.charAt(end - 1));
    return isCut ? raw.replaceFirst("(?s)(.*[ \t]).*", "$1") : raw;
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private static String tidy(String marked) {
    String raw = PlainWords.of(marked);
    StringBuilder spaced = new StringBuilder();
    raw.chars().forEach(c -> spaced.append(Character.isWhitespace(c) ? ' ' : (char) c));
    String words = spaced.toString().replaceAll(" +", " ").replaceFirst("^ ", "");
    words = words.replaceFirst("[ ,;:*_-]+$", "");
    return words.isEmpty()
        ? words
        : Character.toString(Character.toUpperCase(words.codePointAt(0)))
            + words.substring(Character.charCount(words.codePointAt(0)));
  }
}
