package dev.weir.terminal.markdown;

import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.node.Node;

/** Lays out a table: in columns where they fit, else one line for each cell. */
final class TableLayout {
  private static final String BETWEEN = " │ ";

  private TableLayout() {}

  static List<Line> lines(TableBlock table, int width) {
    List<List<Line>> rows = new ArrayList<>();
    List<TableCell.Alignment> alignments = new ArrayList<>();
    for (Node part = table.getFirstChild(); part != null; part = part.getNext()) {
      Style style = part instanceof TableHead ? Style.PLAIN.asBold() : Style.PLAIN;
      for (Node row = part.getFirstChild(); row != null; row = row.getNext()) {
        rows.add(cells(row, style, rows.isEmpty() ? alignments : new ArrayList<>()));
      }
    }
    int[] widths = widths(rows);
    int total = BETWEEN.length() * (widths.length - 1);
    for (int column : widths) {
      total += column;
    }
    return total <= width ? grid(rows, widths, alignments) : listed(rows);
  }

  private static List<Line> cells(Node row, Style style, List<TableCell.Alignment> alignments) {
    List<Line> cells = new ArrayList<>();
    for (Node cell = row.getFirstChild(); cell != null; cell = cell.getNext()) {
      cells.add(InlineLayout.line(cell, style));
      TableCell.Alignment alignment = ((TableCell) cell).getAlignment();
      alignments.add(alignment == null ? TableCell.Alignment.LEFT : alignment);
    }
    return cells;
  }

  private static int[] widths(List<List<Line>> rows) {
    int[] widths = new int[rows.isEmpty() ? 0 : rows.getFirst().size()];
    for (List<Line> row : rows) {
      for (int i = 0; i < Math.min(widths.length, row.size()); i++) {
        widths[i] = Math.max(widths[i], row.get(i).width());
      }
    }
    return widths;
  }

  private static List<Line> grid(
      List<List<Line>> rows, int[] widths, List<TableCell.Alignment> alignments) {
    List<Line> lines = new ArrayList<>();
    for (List<Line> row : rows) {
      Line line = Line.EMPTY;
      for (int i = 0; i < Math.min(widths.length, row.size()); i++) {
        line = i == 0 ? line : line.plus(BETWEEN, Style.MUTED);
        line = line.plus(aligned(row.get(i), widths[i], alignments.get(i)));
      }
      lines.add(line);
      if (lines.size() == 1) {
        lines.add(Line.of(rule(widths), Style.MUTED));
      }
    }
    return lines;
  }

  private static Line aligned(Line cell, int width, TableCell.Alignment alignment) {
    int missing = width - cell.width();
    int before =
        switch (alignment) {
          case LEFT -> 0;
          case CENTER -> missing / 2;
          case RIGHT -> missing;
        };
    return Line.of(" ".repeat(before)).plus(cell).padded(width);
  }

  private static String rule(int[] widths) {
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      rule.append(i == 0 ? "" : "─┼─").repeat("─", widths[i]);
    }
    return rule.toString();
  }

  /** For columns that do not fit: each cell on a line of its own, after the name of its column. */
  private static List<Line> listed(List<List<Line>> rows) {
    List<Line> names = rows.getFirst();
    List<Line> lines = new ArrayList<>();
    for (List<Line> row : rows.subList(1, rows.size())) {
      for (int i = 0; i < Math.min(names.size(), row.size()); i++) {
        lines.add(names.get(i).plus(": ", Style.MUTED).plus(row.get(i)));
      }
      lines.add(Line.EMPTY);
    }
    return lines;
  }
}
