package dev.weir.terminal.text;

import dev.weir.event.ActiveCharacters;

/**
 * Takes everything that could control a terminal out of a text, however the text is cut.
 *
 * <p>Nothing a model says may move the cursor, erase, ask the terminal for an answer, or reverse
 * the order of characters. A control character is shown as its picture ({@code ␛}) rather than left
 * out, so that a reader sees what was tried; the harmless characters of an escape sequence stay
 * text. Only line feed and tab pass. Belongs to one text and one thread at a time.
 */
public final class SafeText {
  private static final char REPLACEMENT = '\uFFFD';
  private static final int PICTURES = 0x2400;
  private static final int DELETE = 0x7f;
  private static final char DELETE_PICTURE = '\u2421';

  private char high;
  private boolean carriageReturn;

  /** The whole text at once; line feeds and tabs stay. */
  public static String of(String text) {
    if (isPlain(text)) {
      return text;
    }
    var out = new StringBuilder(text.length());
    var safe = new SafeText();
    safe.feed(text, out);
    safe.end(out);
    return out.toString();
  }

  /** The text as part of one line: line feeds and tabs become spaces too. */
  public static String line(String text) {
    return isPlain(text) ? text : of(text).replace('\n', ' ').replace('\t', ' ');
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c >= DELETE) {
        return false;
      }
    }
    return true;
  }

  /** Adds what is safe of the next piece; half a character waits for its other half. */
  public void feed(CharSequence text, StringBuilder out) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c < DELETE && high == 0 && !carriageReturn) {
        out.append(c);
      } else {
        next(c, out);
      }
    }
  }

  /** Adds what was still waiting. */
  public void end(StringBuilder out) {
    flush(out);
  }

  private void next(char c, StringBuilder out) {
    if (high != 0 && Character.isLowSurrogate(c)) {
      int codePoint = Character.toCodePoint(high, c);
      high = 0;
      append(codePoint, out);
      return;
    }
    if (carriageReturn && c == '\n') {
      carriageReturn = false;
    }
    flush(out);
    if (Character.isHighSurrogate(c)) {
      high = c;
    } else if (c == '\r') {
      carriageReturn = true;
    } else {
      append(c, out);
    }
  }

  private void flush(StringBuilder out) {
    if (high != 0) {
      out.append(REPLACEMENT);
      high = 0;
    }
    if (carriageReturn) {
      out.append((char) (PICTURES + '\r'));
      carriageReturn = false;
    }
  }

  private static void append(int c, StringBuilder out) {
    if (c == '\n' || c == '\t') {
      out.append((char) c);
    } else if (c < ' ') {
      out.append((char) (PICTURES + c));
    } else if (c == DELETE) {
      out.append(DELETE_PICTURE);
    } else if (c == 0x2028 || c == 0x2029) {
      out.append('\n');
    } else if (!ActiveCharacters.has(c)) {
      out.appendCodePoint(c);
    } else if (!isInvisible(c)) {
      out.append(REPLACEMENT);
    }
  }

  /**
   * Those that show nothing anyway, and do nothing either: they are omitted. Terminals do not agree
   * on their width.
   */
  private static boolean isInvisible(int c) {
    return switch (c) {
      case 0xad, 0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0xfeff -> true;
      default ->
          (c >= 0x2060 && c <= 0x2065)
              || (c >= 0x206a && c <= 0x206f)
              || (c >= 0xfff9 && c <= 0xfffb)
              || (c >= 0x1d173 && c <= 0x1d17a)
              || (c >= 0xe0000 && c <= 0xe0fff);
    };
  }
}
