package dev.weir.terminal.view;

import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import dev.weir.terminal.screen.Wrap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Lays out panels while they grow: as much of the end of each as there is room for.
 *
 * @param rich whether Markdown is laid out
 */
record LivePanels(Detail detail, int width, boolean rich) {
  private static final int PREVIEW_ROWS = 6;
  private static final int LEAST_ROWS = 3;
  private static final String GUTTER = "│ ";

  /** The rows of several panels, shared out so that none of them is crowded out by another. */
  List<Line> rows(List<Panel> panels, int height) {
    int shown = Math.min(panels.size(), Math.max(1, height / LEAST_ROWS));
    List<Panel> last = panels.subList(panels.size() - shown, panels.size());
    List<List<Line>> parts = new ArrayList<>();
    last.forEach(panel -> parts.add(panel(panel, height)));
    List<Integer> needs = parts.stream().map(List::size).toList();
    int[] shares = shares(needs, height);
    List<Line> rows = new ArrayList<>();
    for (int i = 0; i < shares.length; i++) {
      // A smaller share is not the end of a bigger one: labels stay on top.
      rows.addAll(shares[i] == needs.get(i) ? parts.get(i) : panel(last.get(i), shares[i]));
    }
    return rows;
  }

  /** Gives each what it needs, or equal shares of what is there if that is too much. */
  static int[] shares(List<Integer> needs, int rows) {
    int[] shares = new int[needs.size()];
    int left = rows;
    List<Integer> hungry = new ArrayList<>();
    for (int i = 0; i < shares.length; i++) {
      hungry.add(i);
    }
    while (left > 0 && !hungry.isEmpty()) {
      int each = Math.max(1, left / hungry.size());
      // The last is the newest: what does not divide goes to it.
      for (int at = hungry.size() - 1; at >= 0 && left > 0; at--) {
        int i = hungry.get(at);
        int more = Math.min(Math.min(each, needs.get(i) - shares[i]), left);
        shares[i] += more;
        left -= more;
      }
      hungry.removeIf(i -> shares[i] >= needs.get(i));
    }
    return shares;
  }

  private List<Line> panel(Panel panel, int height) {
    if (height <= 0) {
      return List.of();
    }
    List<Line> rows = new ArrayList<>();
    List<Map.Entry<SectionKind, List<PanelBlock>>> sections =
        new ArrayList<>(panel.sections().entrySet());
    for (int i = sections.size() - 1; i >= 0 && rows.size() < height; i--) {
      SectionKind kind = sections.get(i).getKey();
      List<PanelBlock> blocks = sections.get(i).getValue();
      switch (kind) {
        case REASONING -> addAbove(rows, thinking(blocks, height - rows.size()), height);
        case ASSISTANT, REFUSAL ->
            addAbove(rows, section(kind, blocks, height - rows.size()), height);
        case ARGUMENTS, TOOL_OUTPUT -> {
          for (int b = blocks.size() - 1; b >= 0 && rows.size() < height; b--) {
            List<PanelBlock> one = List.of(blocks.get(b));
            addAbove(rows, tool(kind, one, height - rows.size()), height);
          }
        }
      }
    }
    Collections.reverse(rows);
    return rows;
  }

  /** Rows are gathered from the bottom up. */
  private static void addAbove(List<Line> rows, List<Line> section, int height) {
    for (int i = section.size() - 1; i >= 0 && rows.size() < height; i--) {
      rows.add(section.get(i));
    }
  }

  private List<Line> thinking(List<PanelBlock> blocks, int height) {
    if (detail == Detail.OVERVIEW) {
      return List.of(SectionLabel.of(SectionKind.REASONING, blocks, "").clipped(width));
    }
    int most = detail == Detail.FULL ? height : Math.min(height, PREVIEW_ROWS + 1);
    return section(SectionKind.REASONING, blocks, most);
  }

  private List<Line> tool(SectionKind kind, List<PanelBlock> one, int height) {
    if (detail != Detail.OVERVIEW) {
      return section(kind, one, height);
    }
    List<Line> text = BlockText.tail(one.getFirst(), width, 1, rich);
    Line end = text.isEmpty() ? Line.EMPTY : Line.of(" ").plus(text.getLast());
    return List.of(SectionLabel.of(kind, one, "").plus(end).clipped(width));
  }

  /** The label, and below it the last rows that fit; the label stays when the text scrolls. */
  private List<Line> section(SectionKind kind, List<PanelBlock> blocks, int height) {
    List<Line> rows = new ArrayList<>();
    int room = height - 1;
    int inner = Math.max(1, width - GUTTER.length());
    for (int i = blocks.size() - 1; i >= 0 && rows.size() < room; i--) {
      List<Line> text = BlockText.tail(blocks.get(i), inner, room - rows.size(), rich);
      if (!rows.isEmpty() && !text.isEmpty()) {
        rows.add(0, gutter(kind, Line.EMPTY));
      }
      List<Line> wrapped = Wrap.lastRows(text, inner, room - rows.size());
      for (int r = wrapped.size() - 1; r >= 0; r--) {
        rows.add(0, gutter(kind, wrapped.get(r)));
      }
    }
    rows.add(0, SectionLabel.of(kind, blocks, "").clipped(width));
    return rows;
  }

  private static Line gutter(SectionKind kind, Line row) {
    return Line.of(GUTTER, Style.of(kind.hue())).plus(row);
  }
}
