package dev.weir.sim.script;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text and how it becomes deltas.
 *
 * @param pieces the text; several if the script gives the deltas itself
 */
public record ScriptedText(List<String> pieces, Cut cut) {
  private static final Pattern WORD = Pattern.compile("\\S*\\s*");
  private static final int ARGUMENT_CHARS = 12;

  /** Where a text is cut. */
  public enum Cut {
    /** As the script has it. */
    AS_GIVEN,
    /** After each word. */
    WORDS,
    /** Every few characters, as arguments come. */
    CHARACTERS
  }

  public ScriptedText {
    pieces = List.copyOf(pieces);
  }

  /** The deltas, after {@code fill} has put in what is known only now. */
  List<String> deltas(UnaryOperator<String> fill) {
    List<String> deltas = new ArrayList<>();
    for (String piece : pieces) {
      String text = fill.apply(piece);
      switch (cut) {
        case AS_GIVEN -> deltas.add(text);
        case WORDS -> words(text, deltas);
        case CHARACTERS -> characters(text, deltas);
      }
    }
    deltas.removeIf(String::isEmpty);
    return deltas;
  }

  private static void words(String text, List<String> deltas) {
    Matcher words = WORD.matcher(text);
    while (words.find() && words.end() > words.start()) {
      deltas.add(words.group());
    }
  }

  private static void characters(String text, List<String> deltas) {
    int from = 0;
    while (from < text.length()) {
      int to = Math.min(text.length(), from + ARGUMENT_CHARS);
      if (to < text.length() && Character.isLowSurrogate(text.charAt(to))) {
        to++;
      }
      deltas.add(text.substring(from, to));
      from = to;
    }
  }
}
