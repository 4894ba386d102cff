package dev.weir.sim.script;

import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.sim.request.Asked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer of sixty words that is always the same, so that one can tell whether all of it came,
 * and once. The model {@code sim-sixty} gives it, and so do all whose names begin like that.
 *
 * <p>It continues as a good model would: a beginning that stands last in the request, or from the
 * words with which an instruction ends. {@code sim-sixty-anew} starts over whatever it is told,
 * {@code sim-sixty-other} says something else, and {@code sim-sixty-no-prefill} refuses a
 * conversation that ends with its own words.
 */
public final class SixtyWords {
  private static final String MODEL = "sim-sixty";
  private static final Duration BEFORE = Duration.ofMillis(50);
  private static final Duration EVERY = Duration.ofMillis(20);

  /** The fewest characters that identify a place in it. */
  private static final int LEAST = 3;

  public static final String TEXT =
      "A weir is a low wall built across a river so that its water rises behind it, and then falls"
          + " over the edge in one smooth and even sheet. Millers once used them to turn heavy"
          + " wheels; today they mostly measure how much flows past, hold back floods after"
          + " rain, and give herons a quiet place to stand and fish.";

  private static final String OTHER =
      "Canals are younger than rivers, and straighter, because nobody asked the water.";

  private SixtyWords() {}

  /** Whether a request asks for this model. */
  public static boolean isFor(Asked asked) {
    return asked.model().contains(MODEL);
  }

  /** Why a request is refused, if it is. */
  public static Optional<String> refusal(Asked asked) {
    boolean refuses = asked.model().contains(MODEL + "-no-prefill");
    return refuses && beginning(asked.request()) != null
        ? Optional.of(
            "This model does not support assistant message prefill. The conversation must end with"
                + " a user message.")
        : Optional.empty();
  }

  /** What is answered: all of it, or the rest that is asked for. */
  public static Script script(Asked asked) {
    var answer =
        new ScriptedAnswer(
            /* when= */ null,
            BEFORE,
            EVERY,
            List.of(new Part.Text(words(text(asked)), /* every= */ null)),
            /* finish= */ null,
            /* usage= */ null,
            /* fault= */ null);
    return new Script(/* model= */ null, List.of(answer));
  }

  private static String text(Asked asked) {
    if (asked.model().contains(MODEL + "-other")) {
      return OTHER;
    }
    if (asked.model().contains(MODEL + "-anew")) {
      return TEXT;
    }
    String beginning = beginning(asked.request());
    if (beginning != null) {
      return TEXT.startsWith(beginning) ? TEXT.substring(beginning.length()) : TEXT;
    }
    return TEXT.substring(wanted(asked.prompt()));
  }

  private static @Nullable String beginning(Request request) {
    return switch (request.messages().isEmpty() ? null : request.messages().getLast()) {
      case Message.Assistant said -> said.text();
      case null -> null;
      case Message other -> null;
    };
  }

  /** Where in the answer the words stand with which a prompt ends; 0 if they are not in it. */
  private static int wanted(String prompt) {
    for (int length = Math.min(prompt.length(), TEXT.length()); length >= LEAST; length--) {
      int at = TEXT.indexOf(prompt.substring(prompt.length() - length));
      boolean isAlone =
          prompt.length() == length || prompt.charAt(prompt.length() - length - 1) == '\n';
      if (at >= 0 && isAlone) {
        return at;
      }
    }
    return 0;
  }

  /** A delta for each word, with the space before it. */
  private static ScriptedText words(String text) {
    List<String> words = new ArrayList<>();
    int from = 0;
    for (int at = 1; at <= text.length(); at++) {
      if (at == text.length() || (text.charAt(at) == ' ' && text.charAt(at - 1) != ' ')) {
        words.add(text.substring(from, at));
        from = at;
      }
    }
    return new ScriptedText(words, ScriptedText.Cut.AS_GIVEN);
  }
}
