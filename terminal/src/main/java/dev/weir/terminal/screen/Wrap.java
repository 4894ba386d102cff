package dev.weir.terminal.screen;

import dev.weir.terminal.text.Clusters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Cuts lines into rows that fit a width: between words, or inside a word that is too long. */
public final class Wrap {
  private Wrap() {}

  /** The rows of one line; an empty line is one row. */
  public static List<Line> rows(Line line, int width) {
    String text = line.text();
    List<Line> rows = new ArrayList<>();
    var clusters = new Clusters(text);
    int start = 0;
    int columns = 0;
    int afterSpace = -1;
    int columnsAfterSpace = 0;
    while (clusters.next()) {
      boolean isSpace = text.charAt(clusters.from()) == ' ';
      if (columns + clusters.width() > width && clusters.from() > start && !isSpace) {
        // Between wide characters a row may break without a space.
        boolean byWord = afterSpace > start && clusters.width() == 1;
        int cut = byWord ? afterSpace : clusters.from();
        rows.add(line.slice(start, withoutSpaces(text, start, cut)));
        columns = byWord ? columns - columnsAfterSpace : 0;
        start = cut;
      }
      columns += clusters.width();
      if (isSpace) {
        afterSpace = clusters.to();
        columnsAfterSpace = columns;
      }
    }
    rows.add(line.slice(start, withoutSpaces(text, start, text.length())));
    return rows;
  }

  /** The last rows of several lines; only as many lines are wrapped as that takes. */
  public static List<Line> lastRows(List<Line> lines, int width, int most) {
    Deque<Line> last = new ArrayDeque<>();
    for (int i = lines.size() - 1; i >= 0 && last.size() < most; i--) {
      List<Line> rows = rows(lines.get(i), width);
      for (int r = rows.size() - 1; r >= 0 && last.size() < most; r--) {
        last.addFirst(rows.get(r));
      }
    }
    return List.copyOf(last);
  }

  private static int withoutSpaces(String text, int from, int to) {
    int end = to;
    while (end > from && text.charAt(end - 1) == ' ') {
      end--;
    }
    // Spaces that indent an otherwise empty row say nothing; spaces before a word stay.
    return end;
  }
}
