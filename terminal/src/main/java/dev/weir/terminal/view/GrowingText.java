package dev.weir.terminal.view;

import dev.weir.terminal.markdown.FenceTracker;
import dev.weir.terminal.text.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * The text of a block while it comes: a delta costs only its own length, and looking at the end
 * costs only what is looked at.
 *
 * <p>Belongs to one stream and one thread at a time.
 */
final class GrowingText {
  private final StringBuilder text = new StringBuilder();
  private final SafeText safe = new SafeText();
  private final FenceTracker fences = new FenceTracker();

  /**
   * The end of a text.
   *
   * @param fence the line that opened the code block in which this begins
   */
  record Tail(String text, @Nullable String fence) {}

  void append(String delta) {
    int before = text.length();
    safe.feed(delta, text);
    fences.read(text, before);
  }

  /** The same with some words inserted. */
  GrowingText with(int at, String words) {
    var other = new GrowingText();
    other.append(text.substring(0, at));
    other.append(words);
    other.append(text.substring(at));
    return other;
  }

  void end() {
    int before = text.length();
    safe.end(text);
    fences.read(text, before);
  }

  int length() {
    return text.length();
  }

  /** All of it, without the blank lines around it. */
  String whole() {
    return trimmed(0);
  }

  /**
   * At least that many characters from the end, if there are that many, and at most a few times
   * more.
   *
   * <p>It begins where a line begins; inside an endless line it moves in steps of that many
   * characters, so that rows do not shift each time the text grows.
   */
  Tail tail(int characters) {
    int length = text.length();
    if (length <= 2 * characters) {
      return new Tail(whole(), null);
    }
    int mark = fences.lastBefore(length - characters);
    int line = mark < 0 ? 0 : fences.offset(mark);
    String fence = mark < 0 ? null : fences.openedBy(mark, text);
    int start = length - line <= 4 * characters ? line : step(characters);
    return new Tail(trimmed(start), fence);
  }

  /**
   * A place that stays the same while a few more characters come; a line's start if one is near.
   */
  private int step(int characters) {
    int step = (text.length() - characters) / characters * characters;
    for (int i = step; i < step + characters / 2; i++) {
      if (text.charAt(i) == '\n') {
        return i + 1;
      }
    }
    return Character.isLowSurrogate(text.charAt(step)) ? step - 1 : step;
  }

  private String trimmed(int from) {
    int start = from;
    int end = text.length();
    for (int i = from; i < end && Character.isWhitespace(text.charAt(i)); i++) {
      start = text.charAt(i) == '\n' ? i + 1 : start;
    }
    while (end > start && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }
}
