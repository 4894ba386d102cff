package dev.weir.bench.load;

import dev.weir.bench.load.GatewayLoad.Passage;
import java.util.List;

/** Lays the figures of the load out as Markdown. */
final class LoadTable {

  /** Memory in megabytes, without streams and with them. */
  record Memory(
      String name, double residentBefore, double resident, double heapBefore, double heap) {}

  /** Streams or events a second, and the processor time of each. */
  record Rate(String name, double perSecond, double cpuMicros) {}

  private LoadTable() {}

  /**
   * @param passages direct, through nginx with which the others are compared, and others
   */
  static String passages(String title, List<Passage> passages) {
    Samples direct = passages.getFirst().latencies();
    Passage nginx = passages.get(1);
    var out =
        new StringBuilder(
            "| %s | p50 µs | p99 µs | added p50 | × nginx | added p99 | × nginx | processor µs/event | × nginx |%n|---|---:|---:|---:|---:|---:|---:|---:|---:|%n"
                .formatted(title));
    for (int i = 0; i < passages.size(); i++) {
      Passage passage = passages.get(i);
      boolean isDirect = i == 0;
      out.append("| %s |".formatted(passage.name()));
      out.append(number(passage.latencies().micros(50), 0));
      out.append(number(passage.latencies().micros(99), 0));
      for (double percent : List.of(50.0, 99.0)) {
        double added = isDirect ? Double.NaN : added(passage, direct, percent);
        double ofNginx = added(nginx, direct, percent);
        // On a busy machine nginx may be the faster way; then there is nothing to compare with.
        double ratio = ofNginx > 0 ? added / ofNginx : Double.NaN;
        out.append(number(added, 0)).append(number(ratio, 1));
      }
      out.append(number(passage.cpuMicros(), 1));
      out.append(number(passage.cpuMicros() / nginx.cpuMicros(), 1)).append('\n');
    }
    return out.toString();
  }

  private static double added(Passage passage, Samples direct, double percent) {
    return passage.latencies().micros(percent) - direct.micros(percent);
  }

  /**
   * @param passages with the log in files, and elsewhere
   */
  static String logs(String title, List<Passage> passages) {
    double files = passages.getFirst().cpuMicros();
    var out =
        new StringBuilder(
            "| %s | p50 µs | p99 µs | gateway processor µs/event | × files | engine µs/event |%n|---|---:|---:|---:|---:|---:|%n"
                .formatted(title));
    for (Passage passage : passages) {
      out.append("| %s |".formatted(passage.name()));
      out.append(number(passage.latencies().micros(50), 0));
      out.append(number(passage.latencies().micros(99), 0));
      out.append(number(passage.cpuMicros(), 1));
      out.append(number(passage.cpuMicros() / files, 2));
      boolean hasEngine = passage.besideMicros() > 0;
      out.append(number(hasEngine ? passage.besideMicros() : Double.NaN, 1)).append('\n');
    }
    return out.toString();
  }

  static String fanOut(String title, List<Passage> passages) {
    Samples direct = passages.getFirst().latencies();
    Passage weir = passages.getLast();
    return "| %s | added p50 µs | added p99 µs | processor µs/event read | resident MB |%n|---|---:|---:|---:|---:|%n"
            .formatted(title)
        + "| Weir |"
        + number(added(weir, direct, 50), 0)
        + number(added(weir, direct, 99), 0)
        + number(weir.cpuMicros(), 1)
        + number(weir.megabytes(), 0)
        + "\n";
  }

  static String memory(String title, int streams, List<Memory> rows) {
    var out =
        new StringBuilder(
            "| %s | resident MB before | with them | KB/stream | live heap MB before | with them | KB/stream |%n|---|---:|---:|---:|---:|---:|---:|%n"
                .formatted(title));
    for (Memory row : rows) {
      out.append("| %s |".formatted(row.name()));
      out.append(number(row.residentBefore(), 0)).append(number(row.resident(), 0));
      out.append(number((row.resident() - row.residentBefore()) * 1024 / streams, 1));
      out.append(number(row.heapBefore(), 0)).append(number(row.heap(), 0));
      out.append(number((row.heap() - row.heapBefore()) * 1024 / streams, 1));
      out.append('\n');
    }
    return out.toString();
  }

  static String rates(String title, List<Rate> rows) {
    return rates(title, "stream", /* decimals= */ 0, rows);
  }

  static String flatOut(String title, List<Rate> rows) {
    return rates(title, "event", /* decimals= */ 2, rows);
  }

  private static String rates(String title, String what, int decimals, List<Rate> rows) {
    var out =
        new StringBuilder(
            "| %s | %ss/s | processor µs/%s |%n|---|---:|---:|%n".formatted(title, what, what));
    for (Rate row : rows) {
      out.append(
          "| %s |%s%s%n"
              .formatted(
                  row.name(), number(row.perSecond(), 0), number(row.cpuMicros(), decimals)));
    }
    return out.toString();
  }

  private static String number(double value, int digits) {
    return Double.isNaN(value) ? " – |" : " %s |".formatted(rounded(value, digits));
  }

  private static String rounded(double value, int digits) {
    return switch (digits) {
      case 0 -> "%,.0f".formatted(value);
      case 1 -> "%,.1f".formatted(value);
      default -> "%,.2f".formatted(value);
    };
  }
}
