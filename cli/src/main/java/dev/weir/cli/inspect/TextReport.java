package dev.weir.cli.inspect;

import dev.weir.event.StreamMetrics.Bucket;
import dev.weir.log.metrics.MetricsSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws streams for a terminal: their time as aligned bars, their rates, their numbers. */
public final class TextReport {
  private static final int MOST_NAME = 28;
  private static final int LEAST_BAR = 20;
  private static final int MOST_RATES = 8;
  private static final int MOST_HISTOGRAM = 12;
  private static final int COLUMN_GAP = 2;
  private static final int RATE_NAME = "  tokens/s".length();
  private static final int RATE_PEAK = "peak 999.9 k tokens/s".length();
  private static final String SPARKS = "▁▂▃▄▅▆▇█";

  private final List<Inspected> streams;
  private final int width;
  private final boolean colored;
  private final TimeAxis axis;
  private final int nameWidth;
  private final int barWidth;
  private final List<String> lines = new ArrayList<>();

  private TextReport(List<Inspected> streams, int width, boolean colored) {
    this.streams = streams;
    this.width = width;
    this.colored = colored;
    boolean hasRates = streams.size() <= MOST_RATES;
    this.nameWidth =
        streams.stream()
            .mapToInt(s -> cut(s.name(), MOST_NAME).length())
            .reduce(hasRates ? RATE_NAME : 0, Math::max);
    int endWidth =
        streams.stream().mapToInt(s -> end(s).length()).reduce(hasRates ? RATE_PEAK : 0, Math::max);
    this.barWidth = Math.max(LEAST_BAR, width - nameWidth - endWidth - 2 * COLUMN_GAP);
    this.axis = TimeAxis.of(streams, Math.max(2, barWidth / 12));
  }

  /** The report, line by line. */
  public static List<String> of(List<Inspected> streams, int width, boolean colored) {
    var report = new TextReport(streams, width, colored);
    report.anatomy();
    report.legend();
    report.facts();
    return report.lines.stream().map(String::stripTrailing).toList();
  }

  private void anatomy() {
    lines.add(" ".repeat(nameWidth + COLUMN_GAP) + ruler());
    for (Inspected stream : streams) {
      lines.add(
          "%s%s%s%s%s"
              .formatted(
                  pad(cut(stream.name(), MOST_NAME), nameWidth),
                  " ".repeat(COLUMN_GAP),
                  bar(stream),
                  " ".repeat(COLUMN_GAP),
                  end(stream)));
      if (streams.size() <= MOST_RATES) {
        rate(stream, Rate.bytes(stream));
        rate(stream, Rate.tokens(stream));
        lines.add("");
      }
    }
    if (streams.size() > MOST_RATES) {
      lines.add("");
    }
  }

  private static String end(Inspected stream) {
    return MetricsSummary.duration(stream.metrics().timing().total()) + " " + stream.end();
  }

  private String ruler() {
    StringBuilder ruler = new StringBuilder(" ".repeat(barWidth));
    for (long tick : axis.ticks()) {
      int at = (int) (tick * barWidth / axis.maxMicros());
      String mark = "╵" + axis.words(tick);
      if (at + mark.length() <= barWidth) {
        ruler.replace(at, at + mark.length(), mark);
      }
    }
    return ruler.toString();
  }

  private String bar(Inspected stream) {
    Span.@Nullable Kind[] cells = new Span.Kind[barWidth];
    double cellMicros = (double) axis.maxMicros() / barWidth;
    int from = 0;
    for (Span span : stream.spans()) {
      // A part too short for a cell of its own still gets one: it was there.
      int to = Math.max(from + 1, (int) Math.round(span.toMicros() / cellMicros));
      Arrays.fill(cells, Math.min(from, barWidth), Math.min(to, barWidth), span.kind());
      from = to;
    }
    if (stream.spans().isEmpty()) {
      return pad("no times: made from a captured file", barWidth);
    }
    StringBuilder bar = new StringBuilder();
    Span.Kind painted = null;
    for (Span.Kind cell : cells) {
      if (colored && cell != painted) {
        bar.append(cell == null ? "\033[0m" : "\033[38;5;" + cell.color + "m");
        painted = cell;
      }
      bar.append(cell == null ? ' ' : cell.glyph);
    }
    return bar.append(painted == null ? "" : "\033[0m").toString();
  }

  private void rate(Inspected stream, @Nullable Rate rate) {
    if (rate == null || rate.values().isEmpty()) {
      return;
    }
    Rate shown = rate.resampled(barWidth, axis.maxMicros());
    double peak = shown.peak();
    StringBuilder sparks = new StringBuilder();
    int used = (int) Math.ceil((double) stream.totalMicros() * barWidth / axis.maxMicros());
    for (int i = 0; i < Math.min(used, barWidth); i++) {
      double value = shown.values().get(i);
      int level = (int) Math.min(SPARKS.length() - 1.0, value / peak * SPARKS.length());
      sparks.append(value <= 0 || peak <= 0 ? ' ' : SPARKS.charAt(level));
    }
    lines.add(
        "%s%s%s%speak %s"
            .formatted(
                pad("  " + rate.unit(), nameWidth),
                " ".repeat(COLUMN_GAP),
                pad(sparks.toString(), barWidth),
                " ".repeat(COLUMN_GAP),
                rate.words(peak)));
  }

  private void legend() {
    StringBuilder line = new StringBuilder();
    int used = 0;
    for (Span.Kind kind : Span.Kind.values()) {
      int length = kind.words.length() + 6;
      if (used > 0 && used + length > width) {
        lines.add(line.toString());
        line.setLength(0);
        used = 0;
      }
      String glyphs = ("" + kind.glyph).repeat(2);
      line.append(colored ? "\033[38;5;" + kind.color + "m" + glyphs + "\033[0m" : glyphs);
      line.append(' ').append(kind.words).append("   ");
      used += length;
    }
    lines.add(line.toString());
    lines.add("");
  }

  /** Numbers side by side, as many streams at a time as fit. */
  private void facts() {
    List<Facts> facts = Facts.of(streams);
    int factWidth = facts.stream().mapToInt(f -> f.name().length()).max().orElse(0);
    for (int from = 0; from < streams.size(); ) {
      int room = width - factWidth;
      int to = from;
      List<List<String>> columns = new ArrayList<>();
      while (to < streams.size()) {
        List<String> column = column(streams.get(to), facts);
        int columnWidth = width(column) + COLUMN_GAP;
        if (columnWidth > room && to > from) {
          break;
        }
        room -= columnWidth;
        columns.add(column);
        to++;
      }
      table(facts, factWidth, columns);
      from = to;
    }
  }

  private static List<String> column(Inspected stream, List<Facts> facts) {
    List<String> column = new ArrayList<>();
    column.add(cut(stream.name(), MOST_NAME));
    column.add(cut(stream.about(), MOST_NAME));
    for (Facts fact : facts) {
      String bar = histogram(stream, fact.name());
      String words = fact.words().apply(stream);
      column.add(bar.isEmpty() ? words : pad(words, 7) + bar);
    }
    column.add("");
    return column;
  }

  /** Counts of pauses differ by thousands: their bars grow with the logarithm. */
  private static String histogram(Inspected stream, String fact) {
    double most = 0;
    long count = -1;
    for (Bucket bucket : Bucket.values()) {
      long here = stream.metrics().pauses().count(bucket);
      most = Math.max(most, Math.log1p((double) here));
      count = fact.equals("pauses " + MetricsSummary.name(bucket)) ? here : count;
    }
    if (count < 0 || most == 0) {
      return "";
    }
    return "▪".repeat((int) Math.round(Math.log1p((double) count) / most * MOST_HISTOGRAM));
  }

  private void table(List<Facts> facts, int factWidth, List<List<String>> columns) {
    List<String> heads = new ArrayList<>(List.of("", ""));
    facts.forEach(fact -> heads.add(fact.name()));
    heads.add("");
    for (int row = 0; row < heads.size(); row++) {
      StringBuilder line = new StringBuilder(pad(heads.get(row), factWidth));
      for (List<String> column : columns) {
        line.append(" ".repeat(COLUMN_GAP)).append(pad(column.get(row), width(column)));
      }
      lines.add(line.toString().stripTrailing());
    }
  }

  private static int width(List<String> column) {
    return column.stream().mapToInt(String::length).max().orElse(0);
  }

  private static String pad(String text, int width) {
    return text.length() >= width ? text : text + " ".repeat(width - text.length());
  }

  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
    return text.substring(0, end) + "…";
  }
}
