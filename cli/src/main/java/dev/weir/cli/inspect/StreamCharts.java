package dev.weir.cli.inspect;

import dev.weir.event.StreamMetrics.Bucket;
import dev.weir.event.StreamMetrics.Pauses;
import dev.weir.log.metrics.MetricsSummary;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One stream's rates over time and its pauses, as small charts over the axis that all share. */
final class StreamCharts {
  private static final int WIDTH = 360;
  private static final int HEIGHT = 132;
  private static final int TOP = 20;
  private static final int BOTTOM = 104;
  private static final int STRIP = 5;
  private static final int BINS = 90;
  private static final int BUCKET_LEFT = 102;
  private static final int BUCKET_ROW = 22;

  private final Markup markup;
  private final TimeAxis axis;

  StreamCharts(Markup markup, TimeAxis axis) {
    this.markup = markup;
    this.axis = axis;
  }

  void draw(Inspected stream) {
    markup.open("div", "class", "panels");
    rate("Bytes per second", stream, Rate.bytes(stream));
    rate("Tokens per second", stream, Rate.tokens(stream));
    pauses(stream.metrics().pauses());
    markup.close("div");
  }

  private void rate(String title, Inspected stream, @Nullable Rate rate) {
    markup.open("div").element("h3", title);
    if (rate == null || rate.values().isEmpty()) {
      markup.element("p", rate == null ? "The provider counted no tokens." : "No times.");
      markup.close("div");
      return;
    }
    Rate shown = rate.resampled(BINS, axis.maxMicros());
    double peak = shown.peak();
    markup.open(
        "svg", "viewBox", "0 0 %d %d".formatted(WIDTH, HEIGHT), "role", "img", "aria-label", title);
    for (long tick : axis.ticks()) {
      double x = x(tick);
      markup.open("line", "class", "grid", "x1", x, "x2", x, "y1", TOP, "y2", BOTTOM).close("line");
      String anchor = tick == 0 ? "start" : "middle";
      if (x < WIDTH - 12) {
        markup.element(
            "text",
            axis.words(tick),
            "class",
            "tick",
            "x",
            x,
            "y",
            HEIGHT - 6,
            "text-anchor",
            anchor);
      }
    }
    markup.element("text", "peak " + rate.words(peak), "class", "tick", "x", 0, "y", 12);
    markup
        .open("path", "class", "area", "d", area(shown.values(), peak, stream.totalMicros()))
        .close("path");
    markup
        .open("line", "class", "base", "x1", 0, "x2", WIDTH, "y1", BOTTOM, "y2", BOTTOM)
        .close("line");
    for (Span span : stream.spans()) {
      double from = x(span.fromMicros());
      markup
          .open(
              "rect",
              "class",
              span.kind().cssClass(),
              "x",
              from,
              "y",
              BOTTOM + 1,
              "width",
              Math.max(1, x(span.toMicros()) - from),
              "height",
              STRIP)
          .element("title", span.kind().words)
          .close("rect");
    }
    markup.close("svg").close("div");
  }

  private String area(List<Double> values, double peak, long totalMicros) {
    StringBuilder path = new StringBuilder("M0 ").append(BOTTOM);
    double step = (double) WIDTH / values.size();
    double end = x(totalMicros);
    for (int i = 0; i < values.size() && i * step < end; i++) {
      double y = peak <= 0 ? BOTTOM : BOTTOM - values.get(i) / peak * (BOTTOM - TOP);
      double to = Math.min(end, (i + 1) * step);
      path.append(String.format(Locale.ROOT, "L%.1f %.1fL%.1f %.1f", i * step, y, to, y));
    }
    return path.append(String.format(Locale.ROOT, "L%.1f %d", end, BOTTOM)).append('Z').toString();
  }

  /** Counts of pauses differ by thousands: their bars grow with the logarithm. */
  private void pauses(Pauses pauses) {
    double most = 0;
    for (Bucket bucket : Bucket.values()) {
      most = Math.max(most, Math.log1p((double) pauses.count(bucket)));
    }
    markup.open("div").element("h3", "Pauses between events");
    if (pauses.largest() == null) {
      markup.element("p", "No times.").close("div");
      return;
    }
    markup.open(
        "svg",
        "viewBox",
        "0 0 %d %d".formatted(WIDTH, HEIGHT),
        "role",
        "img",
        "aria-label",
        "Pauses by length");
    int y = 2;
    for (Bucket bucket : Bucket.values()) {
      long count = pauses.count(bucket);
      double width = most == 0 ? 0 : Math.log1p((double) count) / most * (WIDTH - BUCKET_LEFT - 56);
      markup.element(
          "text",
          MetricsSummary.name(bucket),
          "class",
          "tick",
          "x",
          BUCKET_LEFT - 10,
          "y",
          y + 13,
          "text-anchor",
          "end");
      if (count > 0) {
        markup
            .open(
                "rect",
                "class",
                "pause",
                "x",
                BUCKET_LEFT,
                "y",
                y + 2,
                "width",
                Math.max(2, width),
                "height",
                14,
                "rx",
                2)
            .close("rect");
      }
      markup.element(
          "text",
          String.format(Locale.ROOT, "%,d", count),
          "class",
          "count",
          "x",
          BUCKET_LEFT + Math.max(0, width) + 7,
          "y",
          y + 13);
      y += BUCKET_ROW;
    }
    markup.element(
        "text",
        "largest: %s after %s"
            .formatted(MetricsSummary.duration(pauses.largest()), pauses.largestAfter()),
        "class",
        "tick",
        "x",
        0,
        "y",
        HEIGHT - 6);
    markup.close("svg").close("div");
  }

  private double x(long micros) {
    return (double) micros / axis.maxMicros() * WIDTH;
  }
}
