package dev.weir.cli.tap;

import java.time.Clock;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Says what passes, a line for each exchange and more where something is wrong. */
final class TapPrinter {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final long MILLI = 1000;
  private static final long SECOND = 1_000_000;

  private final Clock clock;
  private final Consumer<String> out;

  /**
   * @param out takes a line; it may contain what was passed on, so it must be made safe
   */
  TapPrinter(Clock clock, Consumer<String> out) {
    this.clock = clock;
    this.out = out;
  }

  /** Something about an exchange that goes on. */
  synchronized void meanwhile(int number, String words) {
    out.accept("%s   #%d %s".formatted(now(), number, words));
  }

  synchronized void exchange(String mark, PassedRequest asked, String summary, List<String> lines) {
    out.accept("%s %s #%d %s → %s".formatted(now(), mark, asked.number(), asked.line(), summary));
    lines.forEach(line -> out.accept("%s     %s".formatted(" ".repeat(now().length()), line)));
  }

  /** Something about the tap itself. */
  synchronized void say(String words) {
    out.accept(now() + " " + words);
  }

  private String now() {
    return TIME.format(LocalTime.now(clock));
  }

  static String time(long micros) {
    return micros < MILLI
        ? micros + " µs"
        : micros < SECOND
            ? micros / MILLI + " ms"
            : String.format(Locale.ROOT, "%.2f s", micros / (double) SECOND);
  }
}
