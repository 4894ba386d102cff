package dev.weir.terminal.screen;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What the terminal shows at one moment in our part of it.
 *
 * @param rows from the top; none is wider than the screen
 */
public record Screen(List<Line> rows) {
  public static final Screen EMPTY = new Screen(List.of());

  public Screen {
    rows = List.copyOf(rows);
  }

  /** The text alone, row by row. */
  public String text() {
    return rows.stream().map(Line::text).collect(Collectors.joining("\n"));
  }
}
