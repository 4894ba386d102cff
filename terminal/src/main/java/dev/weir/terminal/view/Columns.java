package dev.weir.terminal.view;

import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import java.util.ArrayList;
import java.util.List;

/** Puts rows side by side. */
public final class Columns {
  private static final String BETWEEN = " │ ";

  /** Narrower than this, a column cannot be read. */
  private static final int LEAST_WIDTH = 20;

  private Columns() {}

  /** How many columns of equal width fit, at least one. */
  public static int fitting(int columns, int width) {
    int most = (width + BETWEEN.length()) / (LEAST_WIDTH + BETWEEN.length());
    return Math.clamp(most, 1, Math.max(1, columns));
  }

  /** The width of each of several columns. */
  public static int width(int columns, int width) {
    return Math.max(1, (width - (columns - 1) * BETWEEN.length()) / columns);
  }

  /** The columns beside each other, all as high as the highest, their last rows side by side. */
  public static List<Line> join(List<List<Line>> columns, int columnWidth) {
    int height = columns.stream().mapToInt(List::size).max().orElse(0);
    List<Line> rows = new ArrayList<>();
    for (int i = 0; i < height; i++) {
      Line row = Line.EMPTY;
      for (int c = 0; c < columns.size(); c++) {
        Line cell = cell(columns.get(c), i, height).clipped(columnWidth);
        boolean last = c == columns.size() - 1;
        row = row.plus(last ? cell : cell.padded(columnWidth).plus(BETWEEN, Style.MUTED));
      }
      rows.add(row);
    }
    return rows;
  }

  private static Line cell(List<Line> column, int row, int height) {
    if (row == height - 1) {
      return column.isEmpty() ? Line.EMPTY : column.getLast();
    }
    return row < column.size() - 1 ? column.get(row) : Line.EMPTY;
  }
}
