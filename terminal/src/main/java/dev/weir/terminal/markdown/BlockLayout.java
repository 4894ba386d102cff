package dev.weir.terminal.markdown;

import dev.weir.terminal.markdown.Markdown.Visit;
import dev.weir.terminal.screen.Hue;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import dev.weir.terminal.text.Tabs;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.Block;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.Document;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.ThematicBreak;

/** Lays out blocks: headings, lists, quotes, code, tables. */
final class BlockLayout implements Visit {
  private static final int MAX_RULE = 40;
  private static final Style CODE = Style.of(Hue.CODE);

  private final LineWriter out;
  private final InlineLayout inline;
  private final Deque<Integer> numbers = new ArrayDeque<>();
  private final int width;

  BlockLayout(int width, Style base) {
    this.out = new LineWriter(base);
    this.inline = new InlineLayout(out);
    this.width = width;
  }

  List<Line> lines() {
    return out.lines();
  }

  @Override
  public boolean enter(Node node) {
    if (!(node instanceof Block)) {
      return inline.enter(node);
    }
    if (isParted(node)) {
      out.blankLine();
    }
    switch (node) {
      case Heading heading -> {
        Style style = Style.of(Hue.HEADING).asBold();
        out.push(heading.getLevel() == 1 ? style.asUnderlined() : style);
      }
      case BlockQuote quote -> out.indent("▏ ", "▏ ");
      case OrderedList list -> {
        Integer start = list.getMarkerStartNumber();
        numbers.addFirst(start == null ? 0 : start - 1);
      }
      case ListBlock list -> numbers.addFirst(0);
      case ListItem item -> {
        String mark = mark(item);
        out.indent(mark, " ".repeat(mark.length()));
      }
      case FencedCodeBlock code -> fenced(code);
      case IndentedCodeBlock code -> code(code.getLiteral());
      case HtmlBlock html -> html.getLiteral().lines().forEach(l -> out.line(Line.of(l)));
      case ThematicBreak rule ->
          out.line(Line.of("─".repeat(Math.clamp(width, 1, MAX_RULE)), Style.MUTED));
      case TableBlock table -> {
        TableLayout.lines(table, width).forEach(out::line);
        return false;
      }
      default -> {}
    }
    return true;
  }

  @Override
  public void leave(Node node) {
    if (!(node instanceof Block)) {
      inline.leave(node);
      return;
    }
    out.endLine();
    switch (node) {
      case Heading heading -> out.pop();
      case BlockQuote quote -> out.outdent();
      case ListItem item -> out.outdent();
      case ListBlock list -> numbers.removeFirst();
      default -> {}
    }
  }

  /** Whether a blank line goes before a block: not inside a tight list. */
  private static boolean isParted(Node node) {
    Node parent = node.getParent();
    if (parent == null || node instanceof Document || node.getPrevious() == null) {
      return false;
    }
    return switch (parent) {
      case ListBlock list -> !list.isTight();
      case ListItem item -> !(item.getParent() instanceof ListBlock list && list.isTight());
      default -> true;
    };
  }

  private String mark(ListItem item) {
    int number = numbers.removeFirst() + 1;
    numbers.addFirst(number);
    return item.getParent() instanceof OrderedList ? number + ". " : "• ";
  }

  private void fenced(FencedCodeBlock code) {
    String info = code.getInfo() == null ? "" : code.getInfo();
    out.line(Line.of("```" + info, Style.MUTED));
    code(code.getLiteral());
    if (code.getClosingFenceLength() != null) {
      out.line(Line.of("```", Style.MUTED));
    }
  }

  private void code(String literal) {
    literal.lines().forEach(line -> out.line(Line.of(Tabs.expand(line), CODE)));
  }
}
