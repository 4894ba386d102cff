package dev.weir.terminal.markdown;

import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Span;
import dev.weir.terminal.screen.Style;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes text into lines, each after the marks of the quotes and lists around it. */
final class LineWriter {
  /** Nothing is indented deeper than this: a line must keep room for its text. */
  private static final int MAX_INDENTS = 8;

  private final List<Line> lines = new ArrayList<>();
  private final Deque<Indent> indents = new ArrayDeque<>();
  private final Deque<Style> styles = new ArrayDeque<>();
  private @Nullable List<Span> current;

  /** What stands before the first line of a quote or an item, and before the others. */
  private static final class Indent {
    private final String first;
    private final String rest;
    private boolean used;

    Indent(String first, String rest) {
      this.first = first;
      this.rest = rest;
    }

    String take() {
      String taken = used ? rest : first;
      used = true;
      return taken;
    }
  }

  LineWriter(Style base) {
    styles.push(base);
  }

  Style style() {
    return styles.getFirst();
  }

  void push(Style style) {
    styles.push(style);
  }

  void pop() {
    styles.pop();
  }

  void indent(String first, String rest) {
    indents.addLast(new Indent(first, rest));
  }

  void outdent() {
    indents.removeLast();
  }

  void text(String text, Style style) {
    if (!text.isEmpty()) {
      open().add(new Span(text, style));
    }
  }

  /** Ends a line that has been begun. */
  void endLine() {
    List<Span> spans = current;
    if (spans != null) {
      lines.add(new Line(spans));
      current = null;
    }
  }

  /** A whole line, which may be empty. */
  void line(Line line) {
    endLine();
    open().addAll(line.spans());
    endLine();
  }

  /** Separates what follows from what came before. */
  void blankLine() {
    endLine();
    if (!lines.isEmpty() && !lines.getLast().isEmpty()) {
      lines.add(Line.EMPTY);
    }
  }

  List<Line> lines() {
    endLine();
    return lines;
  }

  private List<Span> open() {
    List<Span> spans = current;
    if (spans == null) {
      spans = new ArrayList<>();
      Iterator<Indent> all = indents.iterator();
      for (int i = 0; all.hasNext(); i++) {
        String mark = all.next().take();
        if (i < MAX_INDENTS && !mark.isEmpty()) {
          spans.add(new Span(mark, Style.MUTED));
        }
      }
      current = spans;
    }
    return spans;
  }
}
