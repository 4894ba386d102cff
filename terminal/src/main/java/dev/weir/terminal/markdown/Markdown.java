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

  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  private Markdown() {}

  /**
   * The lines of a text. Line breaks of the model stay, and none are added: the lines are as long
   * as they come.
   *
   * @param width how wide tables may be
   * @param base the style of plain text
   */
  public static List<Line> lines(String source, int width, Style base) {
    if (source.length() > MAX_LENGTH) {
      return source.lines().map(line -> Line.of(line, base)).toList();
    }
    var layout = new BlockLayout(width, base);
    walk(PARSER.parse(source), layout);
    return layout.lines();
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
