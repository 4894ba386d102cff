package dev.weir.terminal;

import dev.weir.terminal.screen.Line;
import dev.weir.terminal.view.Room;
import java.util.List;

/**
 * How wide and high the part that is drawn in place may be, so that a terminal that becomes
 * narrower pushes none of it off its top, where it could never be erased.
 *
 * <p>A terminal that becomes narrower may wrap the rows that no longer fit. They then need more
 * rows of the screen, and the terminal takes them at its top: first those above ours, which belong
 * in the scroll-back anyway, and then ours. It counts the empty rows below as well. Rows of at most
 * {@value #ALWAYS} columns are not wrapped by a terminal of that width; rows of twice that become
 * two, which is safe if there are as many rows above.
 *
 * <p>How many rows are above is known at the start or asked for ({@link CursorRow}); after that it
 * is at least the number kept here. Belongs to one terminal and one thread at a time.
 */
final class LiveRoom {
  private static final int ALWAYS = 40;
  private static final int AT_MOST = 2 * ALWAYS;
  private static final int LEAST_HEIGHT = 6;
  private static final int ENOUGH_ABOVE = 8;

  /** The rows around the panels of a stream: a header, two remarks, a footer and a hint. */
  private static final int FRAME_ROWS = 5;

  private int columns;
  private int rows;
  private int above;

  /**
   * @param above how many rows of the terminal stand above where we begin
   */
  LiveRoom(int columns, int rows, int above) {
    this.columns = columns;
    this.rows = rows;
    this.above = Math.clamp(above, 0, Math.max(0, rows - 1));
  }

  /** How wide and how high what is drawn in place may be. */
  Room room() {
    int height = Math.clamp(Math.max(LEAST_HEIGHT, rows / 2), 1, Math.max(1, rows - 1));
    int stillAbove = Math.min(above, rows - height);
    int narrow = Math.min(columns, ALWAYS);
    int wide = Math.min(columns, AT_MOST);
    return stillAbove >= Math.min(ENOUGH_ABOVE, height)
        ? new Room(wide, wide, Math.min(height, stillAbove))
        : new Room(narrow, stillAbove >= FRAME_ROWS ? wide : narrow, height);
  }

  /** Lines were put where they stay, each at least one row high. */
  void printed(int lines) {
    above = Math.min(rows - 1, above + lines);
  }

  /** That many rows were drawn in place; what had no room scrolled up. */
  void drawn(int height) {
    above = Math.max(0, Math.min(above, rows - height));
  }

  /**
   * The terminal has another size. Terminals differ in what they do then; this is the least that
   * can be left above.
   *
   * @param live the rows that were drawn in place
   */
  void resized(int nextColumns, int nextRows, List<Line> live) {
    if (nextColumns < columns) {
      above -= live.stream().mapToInt(row -> wraps(row.width(), nextColumns)).sum();
    }
    above = Math.clamp((long) above - Math.max(0, rows - nextRows), 0, Math.max(0, nextRows - 1));
    columns = nextColumns;
    rows = nextRows;
  }

  /** How many more rows a row takes when it is wrapped. */
  private static int wraps(int width, int columns) {
    return Math.max(0, (width - 1) / columns);
  }
}
