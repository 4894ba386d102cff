package dev.weir.terminal.screen;

import dev.weir.terminal.text.Clusters;
import java.util.List;

/**
 * Turns screens into the bytes that draw them in place, each over the one before.
 *
 * <p>Between two screens the cursor rests at the top left of our part. A terminal keeps its cursor
 * on the same text when it is resized, so whatever it did to the rows below, erasing from there
 * erases what is ours and nothing else. The cursor goes back there by the terminal's own memory
 * rather than by counting rows: a terminal that has become lower, and has not said so yet, stops a
 * move down at its last row, and counting back from there would end above our part. Rows are drawn
 * with automatic wrapping off: a character that the terminal draws wider than we think cannot reach
 * the next row.
 *
 * <p>Belongs to one terminal and one thread at a time.
 */
public final class ScreenEncoder {
  private static final String BEGIN = "\033[?2026h\033[?25l\033[?7l";
  private static final String END = "\033[?7h\033[?2026l";
  private static final String SHOW_CURSOR = "\033[?25h";
  private static final String ERASE_BELOW = "\r\033[J";
  private static final String ERASE_RIGHT = "\033[K";
  private static final String REMEMBER = "\0337";
  private static final String RETURN = "\0338";

  /**
   * Erases our part, from where the cursor rests. The first row is erased separately: tmux takes
   * erasing from the first cell of its screen on for a clear, and keeps what was there in its
   * scroll-back.
   */
  private static final String ERASE_ALL = "\r" + ERASE_RIGHT + REMEMBER + "\033[1B\033[J" + RETURN;

  private static final String OWN_SCREEN = "\033[?1049h\033[H\033[2J";
  private static final String SHARED_SCREEN = "\033[?1049l";
  private static final String LINE_END = "\r\n";

  private final Palette palette;
  private final boolean fullScreen;
  private Screen shown = Screen.EMPTY;
  private int reserved = 1;
  private boolean open;
  private int cursorRow;

  /**
   * @param fullScreen whether the terminal's second screen is used, which leaves no trace, instead
   *     of the rows from the cursor on
   */
  public ScreenEncoder(Palette palette, boolean fullScreen) {
    this.palette = palette;
    this.fullScreen = fullScreen;
  }

  /** Draws the next screen; nothing if it looks the same. */
  public String draw(Screen next) {
    if (open && next.equals(shown)) {
      return "";
    }
    var out = new StringBuilder(open || !fullScreen ? "" : OWN_SCREEN).append(BEGIN);
    open = true;
    reserve(next.rows().size(), out);
    out.append(REMEMBER);
    cursorRow = 0;
    for (int i = 0; i < next.rows().size(); i++) {
      Line row = next.rows().get(i);
      Line old = i < shown.rows().size() ? shown.rows().get(i) : Line.EMPTY;
      if (!row.equals(old)) {
        moveTo(i, out);
        row(old, row, out);
      }
    }
    if (shown.rows().size() > next.rows().size()) {
      moveTo(next.rows().size(), out);
      out.append(ERASE_BELOW);
    }
    shown = next;
    return out.append(RETURN).append(END).toString();
  }

  /** The terminal has another size: what was drawn is erased, to be drawn again. */
  public String resized() {
    if (!open) {
      return "";
    }
    reset();
    return fullScreen ? "\033[H\033[2J" : ERASE_ALL;
  }

  /** Puts lines where they stay, above the part that is drawn in place, which is erased. */
  public String print(List<Line> lines) {
    var out = new StringBuilder(open ? ERASE_ALL : "");
    reset();
    for (Line line : lines) {
      spans(line, out);
      out.append(LINE_END);
    }
    return out.toString();
  }

  /** Erases what is drawn in place and leaves the terminal as it was found. */
  public String close() {
    if (!open) {
      return "";
    }
    open = false;
    reset();
    return ERASE_ALL + (fullScreen ? SHARED_SCREEN : "") + SHOW_CURSOR;
  }

  private void reset() {
    shown = Screen.EMPTY;
    reserved = 1;
  }

  /** Makes room below, scrolling if there is none. */
  private void reserve(int rows, StringBuilder out) {
    if (rows > reserved) {
      out.append(LINE_END.repeat(rows - 1)).append("\033[").append(rows - 1).append('A');
      reserved = rows;
    }
  }

  /** Moves down, never up: rows are drawn from the top. */
  private void moveTo(int row, StringBuilder out) {
    if (row > cursorRow) {
      out.append("\033[").append(row - cursorRow).append('B');
    }
    cursorRow = row;
  }

  private void row(Line old, Line row, StringBuilder out) {
    int same = samePrefix(old, row);
    out.append('\r');
    if (same > 0) {
      out.append("\033[").append(same).append('C');
    }
    // Erased before it is written: after the last column, erasing would take that column too.
    if (!old.isEmpty() && !(isCertain(old) && isCertain(row) && row.width() >= old.width())) {
      out.append(ERASE_RIGHT);
    }
    spans(same > 0 ? row.slice(same, Integer.MAX_VALUE) : row, out);
  }

  private static boolean isCertain(Line line) {
    return line.text().chars().allMatch(c -> Clusters.isCertain((char) c));
  }

  /** How many columns at the left need not be written again. */
  private static int samePrefix(Line old, Line row) {
    int at = 0;
    int oldSpan = 0;
    int oldAt = 0;
    String oldText = old.text();
    for (Span span : row.spans()) {
      for (int i = 0; i < span.text().length(); i++) {
        while (oldSpan < old.spans().size() && oldAt == old.spans().get(oldSpan).text().length()) {
          oldSpan++;
          oldAt = 0;
        }
        char c = span.text().charAt(i);
        boolean same =
            oldSpan < old.spans().size()
                && oldText.charAt(at) == c
                && old.spans().get(oldSpan).style().equals(span.style());
        if (!same || !Clusters.isCertain(c)) {
          // What follows, then or now, may be a mark on the character before it.
          boolean wasCertain = at >= oldText.length() || Clusters.isCertain(oldText.charAt(at));
          return Clusters.isCertain(c) && wasCertain ? at : Math.max(0, at - 1);
        }
        at++;
        oldAt++;
      }
    }
    // The last character is drawn again: the old row may go on with a mark on it.
    return Math.max(0, at - 1);
  }

  private void spans(Line line, StringBuilder out) {
    Style current = Style.PLAIN;
    for (Span span : line.spans()) {
      if (!span.style().equals(current)) {
        out.append(palette.select(span.style()));
        current = span.style();
      }
      out.append(span.text());
    }
    if (!current.equals(Style.PLAIN)) {
      out.append("\033[0m");
    }
  }
}
