package dev.weir.terminal.markdown;

import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import java.util.List;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;

/** Lays Markdown out as styled lines. */
public final class Markdown {
  /** A text longer than this is shown as it was written. */
  private static final int MAX_LENGTH = 1 << 20;

  /** How much the parser may look at: it may read a whole paragraph again for each mark in it. */
  private static final long MAX_WORK = 25_000_000;

  private static final String MARKS = "*_`[]<&!";

  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  private Markdown() {}

  /**
   * The lines of a text. The model's line breaks stay, and none are added: lines may have any
   * length.
   *
   * @param width how wide tables may be
   * @param base the style of plain text
   */
  public static List<Line> lines(String source, int width, Style base) {
    if (source.length() > MAX_LENGTH || !isCheap(source)) {
      return source.lines().map(line -> Line.of(line, base)).toList();
    }
    var layout = new BlockLayout(width, base);
    walk(PARSER.parse(source), layout);
    return layout.lines();
  }

  /**
   * Whether the sum of squares of each paragraph's marks is within bounds. Of table cells, the
   * first in a line counts: for each such line the parser copies the paragraph before it.
   */
  private static boolean isCheap(String source) {
    long work = 0;
    long marks = 0;
    int lineBegin = 0;
    boolean hasCell = false;
    for (int i = 0; i < source.length(); i++) {
      char c = source.charAt(i);
      if (c == '\n') {
        if (i == lineBegin) {
          work += marks * marks;
          marks = 0;
        }
        lineBegin = i + 1;
        hasCell = false;
      } else if (MARKS.indexOf(c) >= 0 || (c == '|' && !hasCell)) {
        marks++;
        hasCell |= c == '|';
      }
    }
    return work + marks * marks <= MAX_WORK;
  }

  /** What is done at each node of the tree, down and up again. */
  interface Visit {
    /** Returns whether to go into the node. */
    boolean enter(Node node);

    void leave(Node node);
  }

  /** Visits a tree without recursion: a model decides how deep it is. */
  static void walk(Node root, Visit visit) {
    Node node = root;
    int depth = 0;
    while (true) {
      Node child = visit.enter(node) ? node.getFirstChild() : null;
      if (child != null) {
        node = child;
        depth++;
        continue;
      }
      visit.leave(node);
      while (depth > 0 && node.getNext() == null) {
        node = node.getParent();
        depth--;
        visit.leave(node);
      }
      if (depth == 0) {
        return;
      }
      node = node.getNext();
    }
  }
}
