package dev.weir.cli.inspect;

import dev.weir.log.metrics.MetricsSummary;
import java.util.List;

/** Every stream's time as a bar over one axis. */
final class AnatomyChart {
  private static final int WIDTH = 1030;
  private static final int LEFT = 210;
  private static final int RIGHT = 930;
  private static final int TOP = 26;
  private static final int ROW = 46;
  private static final int BAR = 24;
  private static final int LABEL_LEAST = 52;
  private static final int MOST_NAME = 26;
  private static final int MOST_ABOUT = 32;

  private final Markup markup;
  private final List<Inspected> streams;
  private final TimeAxis axis;

  private AnatomyChart(Markup markup, List<Inspected> streams) {
    this.markup = markup;
    this.streams = streams;
    this.axis = TimeAxis.of(streams, /* mostTicks= */ 8);
  }

  static void draw(Markup markup, List<Inspected> streams) {
    new AnatomyChart(markup, streams).draw();
  }

  private void draw() {
    int height = TOP + ROW * streams.size() + 4;
    markup.open(
        "svg",
        "viewBox",
        "0 0 %d %d".formatted(WIDTH, height),
        "role",
        "img",
        "aria-label",
        "The time of every stream, from the request to its end");
    for (long tick : axis.ticks()) {
      double x = x(tick);
      markup
          .open("line", "class", "grid", "x1", x, "x2", x, "y1", TOP - 6, "y2", height)
          .close("line");
      markup.element(
          "text", axis.words(tick), "class", "tick", "x", x, "y", 14, "text-anchor", "middle");
    }
    for (int i = 0; i < streams.size(); i++) {
      row(streams.get(i), TOP + i * ROW);
    }
    markup.close("svg");
  }

  private void row(Inspected stream, int y) {
    markup.element(
        "text", TextReport.cut(stream.name(), MOST_NAME), "class", "name", "x", 0, "y", y + 17);
    markup.element(
        "text", TextReport.cut(stream.about(), MOST_ABOUT), "class", "about", "x", 0, "y", y + 34);
    double barTop = y + (ROW - BAR) / 2.0 - 1;
    for (Span span : stream.spans()) {
      double from = x(span.fromMicros());
      double width = Math.max(1.5, x(span.toMicros()) - from);
      markup.open(
          "rect",
          "class",
          span.kind().cssClass(),
          "x",
          from,
          "y",
          barTop,
          "width",
          width,
          "height",
          BAR,
          "rx",
          2);
      markup.element("title", title(span)).close("rect");
      boolean dark = span.kind().isBusy();
      if (dark && width >= LABEL_LEAST) {
        markup.element(
            "text",
            MetricsSummary.duration(span.micros()),
            "class",
            "inside",
            "x",
            from + width / 2,
            "y",
            barTop + BAR / 2.0 + 4.5,
            "text-anchor",
            "middle");
      }
    }
    String total =
        stream.spans().isEmpty() ? "no times" : MetricsSummary.duration(stream.totalMicros());
    boolean bad = stream.metrics().verdict() == null || !stream.metrics().verdict().isNatural();
    markup.element("text", total, "class", "end", "x", RIGHT + 14, "y", y + 18);
    markup.element(
        "text", stream.end(), "class", bad ? "about bad" : "about", "x", RIGHT + 14, "y", y + 35);
  }

  private static String title(Span span) {
    return "%s: %s (%s to %s)"
        .formatted(
            span.kind().words,
            MetricsSummary.duration(span.micros()),
            MetricsSummary.duration(span.fromMicros()),
            MetricsSummary.duration(span.toMicros()));
  }

  private double x(long micros) {
    return LEFT + (double) micros / axis.maxMicros() * (RIGHT - LEFT);
  }
}
