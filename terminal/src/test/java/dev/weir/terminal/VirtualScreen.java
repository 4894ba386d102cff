package dev.weir.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.ScreenTerminal;

/** A terminal that is not there: what is written to it can be looked at. */
public final class VirtualScreen {
  private final ScreenTerminal screen;
  private final LineDisciplineTerminal terminal;

  public VirtualScreen(int columns, int rows) {
    try {
      var virtual = ScreenTerminal.withTerminal("test", "xterm-256color", columns, rows);
      screen = virtual.screen();
      terminal = virtual.terminal();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  public LineDisciplineTerminal terminal() {
    return terminal;
  }

  void print(String text) {
    terminal.writer().print(text);
    terminal.writer().flush();
  }

  void resize(int columns, int rows) {
    screen.setSize(Size.of(columns, rows));
    terminal.setSize(Size.of(columns, rows));
  }

  /** What the terminal would have typed by itself. */
  String reply() {
    return screen.read();
  }

  /** The rows on the screen, without the empty ones at its end. */
  public List<String> rows() {
    return trimmed(rows(screen));
  }

  private static List<String> rows(ScreenTerminal screen) {
    int columns = screen.getColumns();
    long[] cells = new long[columns * screen.getRows()];
    screen.dump(cells, new int[2]);
    List<String> rows = new ArrayList<>();
    for (int y = 0; y < screen.getRows(); y++) {
      rows.add(row(cells, y * columns, columns));
    }
    return rows;
  }

  /** The rows that were scrolled out, and those on the screen. */
  public List<String> all() {
    return all(screen);
  }

  static List<String> all(ScreenTerminal screen) {
    List<String> all = new ArrayList<>();
    screen.getHistory().forEach(cells -> all.add(row(cells, 0, cells.length)));
    all.addAll(rows(screen));
    return trimmed(all);
  }

  private static List<String> trimmed(List<String> rows) {
    int end = rows.size();
    while (end > 0 && rows.get(end - 1).isEmpty()) {
      end--;
    }
    return List.copyOf(rows.subList(0, end));
  }

  private static String row(long[] cells, int from, int columns) {
    StringBuilder row = new StringBuilder();
    for (int x = 0; x < columns; x++) {
      int c = ScreenTerminal.cellCodePoint(cells[from + x]);
      // The second cell of a wide character is empty.
      row.append(c == 0 ? "" : Character.toString(c));
    }
    return row.toString().stripTrailing();
  }
}
