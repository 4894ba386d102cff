package dev.weir.terminal.screen;

import dev.weir.terminal.text.Clusters;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One line of styled text of any length: {@link Wrap} cuts it into rows. */
public record Line(List<Span> spans) {
  public static final Line EMPTY = new Line(List.of());

  public Line {
    spans = List.copyOf(spans);
  }

  /** Text as it is. */
  public static Line of(String text) {
    return of(text, Style.PLAIN);
  }

  /** Text in a style. */
  public static Line of(String text, Style style) {
    return text.isEmpty() ? EMPTY : new Line(List.of(new Span(text, style)));
  }

  /** The same with text at its end. */
  public Line plus(String text, Style style) {
    return text.isEmpty() ? this : plus(new Line(List.of(new Span(text, style))));
  }

  /** The same with another line at its end. */
  public Line plus(Line other) {
    List<Span> all = new ArrayList<>(spans);
    all.addAll(other.spans);
    return new Line(all);
  }

  /** Whether there is nothing in it. */
  public boolean isEmpty() {
    return spans.isEmpty();
  }

  /** The text without its styles. */
  public String text() {
    return spans.size() == 1
        ? spans.getFirst().text()
        : spans.stream().map(Span::text).collect(Collectors.joining());
  }

  /** How many columns it takes. */
  public int width() {
    return Clusters.width(text());
  }

  /** A part of the line, by positions in its text. */
  public Line slice(int from, int to) {
    List<Span> part = new ArrayList<>();
    int at = 0;
    for (Span span : spans) {
      int start = Math.max(from - at, 0);
      int end = Math.min(to - at, span.text().length());
      if (start < end) {
        part.add(new Span(span.text().substring(start, end), span.style()));
      }
      at += span.text().length();
    }
    return new Line(part);
  }

  /** The line with spaces after it up to a width. */
  public Line padded(int width) {
    int missing = width - width();
    return missing <= 0 ? this : plus(" ".repeat(missing), Style.PLAIN);
  }

  /** The line, or its beginning and an ellipsis if it is wider than that. */
  public Line clipped(int width) {
    if (width <= 0) {
      return EMPTY;
    }
    String text = text();
    var clusters = new Clusters(text);
    int columns = 0;
    int fits = 0;
    while (clusters.next()) {
      columns += clusters.width();
      if (columns > width) {
        return slice(0, fits).plus("…", Style.MUTED);
      }
      if (columns < width) {
        fits = clusters.to();
      }
    }
    return this;
  }
}
