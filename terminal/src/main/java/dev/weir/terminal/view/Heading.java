package dev.weir.terminal.view;

import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.terminal.screen.Hue;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines above and below the panels of a stream. */
final class Heading {
  /** English text, roughly; the exact number comes with the provider's usage. */
  private static final int CHARACTERS_PER_TOKEN = 4;

  private static final long LEAST_MICROS_FOR_A_RATE = 100_000;
  private static final String DOT = " · ";

  private Heading() {}

  /** Who answers. */
  static Line title(StreamPanels stream) {
    Line line = Line.of(stream.provider(), Style.of(Hue.HEADING).asBold());
    String model = stream.modelName();
    return model == null ? line : line.plus(DOT + model, Style.of(Hue.HEADING));
  }

  /** How long it has been going on, and what the model is busy with. */
  static Line progress(StreamPanels stream, long nowMicros) {
    long micros = stream.isEnded() ? stream.endMicros() : nowMicros;
    Line line = Line.of(Amounts.time(micros), Style.PLAIN.asBold());
    String status = stream.status();
    return status == null ? line : line.plus(DOT + status, Style.of(Hue.THINKING).asItalic());
  }

  /** Both in one. */
  static Line live(StreamPanels stream, long nowMicros) {
    return title(stream).plus(DOT, Style.MUTED).plus(progress(stream, nowMicros));
  }

  /** What went wrong on the way, and which way a route took. */
  static List<Line> remarks(StreamPanels stream) {
    return stream.remarks().stream()
        .map(remark ->
            remark.isFault()
                ? Line.of("✗ " + remark.words(), Style.of(Hue.FAULT))
                : Line.of("↪ " + remark.words(), Style.MUTED))
        .toList();
  }

  /** First text, rate, usage and verdict, as far as they are known. */
  static Line footer(StreamPanels stream) {
    List<String> facts = new ArrayList<>();
    Long firstText = stream.firstText();
    if (firstText != null) {
      facts.add("first text " + Amounts.time(firstText));
    }
    rate(stream, facts);
    usage(stream.usage(), facts);
    Verdict verdict = stream.verdict();
    if (verdict == null) {
      if (facts.isEmpty()) {
        facts.add(stream.firstOutput() == null ? "waiting" : "no text yet");
      }
      return Line.of(String.join(DOT, facts), Style.MUTED);
    }
    facts.add(Amounts.time(stream.endMicros()));
    return Line.of(String.join(DOT, facts) + DOT, Style.MUTED)
        .plus(verdict.name(), Style.of(hue(verdict)).asBold());
  }

  private static void rate(StreamPanels stream, List<String> facts) {
    Long first = stream.firstOutput();
    long micros = first == null ? 0 : stream.lastOutput() - first;
    if (micros < LEAST_MICROS_FOR_A_RATE) {
      return;
    }
    Usage usage = stream.usage();
    Long counted = stream.isEnded() && usage != null ? usage.outputTokens() : null;
    long tokens = counted == null ? stream.characters() / CHARACTERS_PER_TOKEN : counted;
    String about = counted == null ? "≈ " : "";
    facts.add(about + Amounts.count(Math.round(tokens * 1e6 / micros)) + " tokens/s");
  }

  private static void usage(@Nullable Usage usage, List<String> facts) {
    if (usage == null) {
      return;
    }
    part(usage.inputTokens(), "in", usage.cachedInputTokens(), "cached", facts);
    part(usage.outputTokens(), "out", usage.reasoningTokens(), "thinking", facts);
  }

  private static void part(
      @Nullable Long all, String name, @Nullable Long some, String of, List<String> facts) {
    if (all != null) {
      String part = some == null || some == 0 ? "" : " (%s %s)".formatted(Amounts.count(some), of);
      facts.add(Amounts.count(all) + " " + name + part);
    }
  }

  private static Hue hue(Verdict verdict) {
    return switch (verdict) {
      case COMPLETE, TOOL_CALLS -> Hue.FINE;
      case LENGTH, PAUSED -> Hue.CALL;
      case REFUSED, FILTERED, FAILED, TRUNCATED, CANCELLED, STALLED -> Hue.FAULT;
    };
  }
}
