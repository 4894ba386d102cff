package dev.weir.cli;

import dev.weir.terminal.screen.Hue;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Span;
import dev.weir.terminal.screen.Style;
import dev.weir.terminal.text.Clusters;
import java.util.List;

/** Draws rows of a screen as an SVG. */
final class ViewPicture {
  private static final double CELL = 8.4;
  private static final double ROW = 19;
  private static final double MARGIN = 14;

  private ViewPicture() {}

  static String of(List<Line> rows, int columns) {
    StringBuilder svg = new StringBuilder();
    double width = columns * CELL + 2 * MARGIN;
    double height = rows.size() * ROW + 2 * MARGIN;
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f">
        <rect width="100%%" height="100%%" rx="8" fill="#1d1f24"/>
        <g font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="14" xml:space="preserve">
        """
            .formatted(width, height, width, height));
    for (int i = 0; i < rows.size(); i++) {
      row(rows.get(i), MARGIN + (i + 0.75) * ROW, svg);
    }
    return svg.append("</g>\n</svg>\n").toString();
  }

  private static void row(Line row, double y, StringBuilder svg) {
    int column = 0;
    for (Span span : row.spans()) {
      int columns = Clusters.width(span.text());
      String text = span.text().strip();
      if (!text.isEmpty()) {
        // Spaces are left out: not every viewer counts them when it stretches a text.
        int before = span.text().indexOf(text);
        svg.append(
            "<text x=\"%.1f\" y=\"%.1f\" textLength=\"%.1f\" lengthAdjust=\"spacingAndGlyphs\" fill=\"%s\"%s>%s</text>\n"
                .formatted(
                    MARGIN + (column + before) * CELL,
                    y,
                    Clusters.width(text) * CELL,
                    colour(span.style().hue()),
                    attributes(span.style()),
                    escaped(text)));
      }
      column += columns;
    }
  }

  private static String attributes(Style style) {
    return (style.bold() ? " font-weight=\"bold\"" : "")
        + (style.italic() ? " font-style=\"italic\"" : "")
        + (style.underlined() ? " text-decoration=\"underline\"" : "");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String colour(Hue hue) {
    return switch (hue) {
      case PLAIN -> "#d8dbe2";
      case REFUSAL, FAULT -> "#ff7a85";
      case ANSWER, FINE -> "#8fd18a";
      case CALL -> "#f0c674";
      case HEADING, LINK -> "#7fb4f5";
      case THINKING -> "#c9a0f0";
      case TOOL_OUTPUT, CODE -> "#7fd4d8";
      case MUTED -> "#8b909c";
    };
  }
}
