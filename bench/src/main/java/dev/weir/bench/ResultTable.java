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
        "| %s, %,d bytes and %.1f characters per delta | ns per event | × Weir | bytes allocated per event |%n"
            .formatted(
                course.label(),
                stream.bytes().length / stream.deltas(),
                (double) stream.chars() / stream.deltas()));
    out.append("|---|---:|---:|---:|\n");
    double measure = figures.getFirst().nanos();
    for (Figures f : figures) {
      out.append(
          "| %s | %,.0f ± %,.0f | %.1f | %,.0f |%n"
              .formatted(
                  versions.named(f.contestant().label()),
                  f.nanos(),
                  f.error(),
                  f.nanos() / measure,
                  f.bytes()));
    }
    return out.toString();
  }
}
