package dev.weir.terminal.markdown;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the places in a growing Markdown text from which it can be laid out without what comes
 * before: after a blank line, or at any line of a code block, given the fence that opened it.
 *
 * <p>Every character is looked at once. Belongs to one text and one thread at a time.
 */
public final class FenceTracker {
  private static final int MIN_FENCE = 3;
  private static final int MAX_INDENT = 3;

  private int[] offsets = new int[16];
  private int[] fences = new int[16];
  private int count;

  private int lineStart;
  private int fenceStart = -1;
  private char fenceChar;
  private int fenceLength;

  /** Reads what was added to the text from a position on. */
  public void read(CharSequence text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) == '\n') {
        line(text, i);
        lineStart = i + 1;
      }
    }
  }

  /** The last place at or before a position, by its number; negative if there is none. */
  public int lastBefore(int position) {
    int found = Arrays.binarySearch(offsets, 0, count, position);
    return found >= 0 ? found : -found - 2;
  }

  public int offset(int place) {
    return offsets[place];
  }

  /** The line that opened the code block around a place, if it is in one. */
  public @Nullable String openedBy(int place, CharSequence text) {
    int start = fences[place];
    if (start < 0) {
      return null;
    }
    int end = start;
    while (end < text.length() && text.charAt(end) != '\n') {
      end++;
    }
    return text.subSequence(start, end).toString();
  }

  private void line(CharSequence text, int end) {
    int at = lineStart;
    while (at < end && text.charAt(at) == ' ') {
      at++;
    }
    boolean isBlank = at == end;
    if (fenceStart >= 0) {
      boolean closes = run(text, at, end, fenceChar) >= fenceLength && at - lineStart <= MAX_INDENT;
      fenceStart = closes ? -1 : fenceStart;
      place(end + 1);
      return;
    }
    char c = isBlank ? ' ' : text.charAt(at);
    int length = c == '`' || c == '~' ? run(text, at, end, c) : 0;
    if (length >= MIN_FENCE && at - lineStart <= MAX_INDENT) {
      fenceStart = lineStart;
      fenceChar = c;
      fenceLength = length;
      place(end + 1);
    } else if (isBlank) {
      place(end + 1);
    }
  }

  private static int run(CharSequence text, int from, int to, char c) {
    int at = from;
    while (at < to && text.charAt(at) == c) {
      at++;
    }
    return at - from;
  }

  private void place(int offset) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      fences = Arrays.copyOf(fences, 2 * count);
    }
    offsets[count] = offset;
    fences[count++] = fenceStart;
  }
}
