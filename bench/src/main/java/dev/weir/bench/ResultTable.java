package dev.weir.bench;

import java.util.ArrayList;
import java.util.List;

/** Lays figures out as Markdown, one table for each course, the first contestant as the measure. */
final class ResultTable {
  private ResultTable() {}

  static String of(List<Figures> all, Versions versions) {
    List<String> tables = new ArrayList<>();
    for (Course course : Course.values()) {
      List<Figures> figures = all.stream().filter(f -> f.contestant().course() == course).toList();
      if (!figures.isEmpty()) {
        tables.add(table(course, figures, versions));
      }
    }
    return String.join("\n", tables);
  }

  private static String table(Course course, List<Figures> figures, Versions versions) {
    StringBuilder out = new StringBuilder();
    var stream = course.stream();
    out.append(
        "| %s, %,d bytes and %.1f characters per delta | ns | × Weir | processor ns | × Weir | bytes allocated |%n"
            .formatted(
                course.label(),
                stream.bytes().length / stream.deltas(),
                (double) stream.chars() / stream.deltas()));
    out.append("|---|---:|---:|---:|---:|---:|\n");
    Figures measure = figures.getFirst();
    for (Figures f : figures) {
      out.append(
          "| %s | %,.0f | %.1f | %,.0f | %.1f | %,.0f |%n"
              .formatted(
                  versions.named(f.contestant().label()),
                  f.nanos(),
                  f.nanos() / measure.nanos(),
                  f.cpuNanos(),
                  f.cpuNanos() / measure.cpuNanos(),
                  f.bytes()));
    }
    return out.toString();
  }
}
