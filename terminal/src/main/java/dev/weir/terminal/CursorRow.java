package dev.weir.terminal;

import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;

/**
 * Asks a terminal in which row its cursor is.
 *
 * <p>The answer comes as if it were typed, so nobody else may read the terminal meanwhile.
 */
public final class CursorRow {
  private static final String QUESTION = "\033[6n";
  private static final char ESCAPE = 27;
  private static final long PATIENCE_MILLIS = 1000;
  private static final int MAX_LENGTH = 4096;

  private CursorRow() {}

  /** The row, from 0; nothing if the terminal does not say. */
  public static OptionalInt ask(Terminal terminal) {
    return ask(terminal, typed -> {});
  }

  /**
   * The row, from 0; nothing if the terminal does not say.
   *
   * @param typed told what was typed before the answer came, if anything
   */
  public static OptionalInt ask(Terminal terminal, Consumer<String> typed) {
    if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
      return OptionalInt.empty();
    }
    Attributes before = terminal.enterRawMode();
    var seen = new StringBuilder();
    try {
      terminal.writer().write(QUESTION);
      terminal.flush();
      return answer(terminal.reader(), seen);
    } catch (IOException gone) {
      return OptionalInt.empty();
    } finally {
      terminal.setAttributes(before);
      if (!seen.isEmpty()) {
        typed.accept(seen.toString());
      }
    }
  }

  private static OptionalInt answer(NonBlockingReader keys, StringBuilder seen) throws IOException {
    long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    while (seen.length() < MAX_LENGTH) {
      long left = (end - System.nanoTime()) / 1_000_000;
      int key = left > 0 ? keys.read(left) : NonBlockingReader.READ_EXPIRED;
      if (key < 0) {
        return OptionalInt.empty();
      }
      seen.append((char) key);
      OptionalInt row = key == 'R' ? row(seen) : OptionalInt.empty();
      if (row.isPresent()) {
        return row;
      }
    }
    return OptionalInt.empty();
  }

  /** Takes the answer off the end of what was seen, if it is there. */
  static OptionalInt row(StringBuilder seen) {
    int from = seen.lastIndexOf(ESCAPE + "[");
    if (from < 0) {
      return OptionalInt.empty();
    }
    String answer = seen.substring(from + 2);
    if (!answer.matches("\\d{1,5};\\d{1,5}R")) {
      return OptionalInt.empty();
    }
    seen.setLength(from);
    return OptionalInt.of(Math.max(0, Integer.parseInt(answer, 0, answer.indexOf(';'), 10) - 1));
  }
}
