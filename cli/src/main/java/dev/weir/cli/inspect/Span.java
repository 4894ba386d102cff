package dev.weir.cli.inspect;

import dev.weir.event.StreamMetrics.Timing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A part of a response's time, from one milestone to the next. */
record Span(Kind kind, long fromMicros, long toMicros) {

  /** What the time went into, in the order in which it usually comes. */
  enum Kind {
    CONNECT("connect", '┄', 245),
    HEADERS("wait for headers", '─', 250),
    WAIT("wait for the response", '░', 242),
    QUEUE("queue", '▒', 214),
    UNSEEN("output that is not shown", '▞', 180),
    THINKING("thinking", '▓', 141),
    TEXT("text", '█', 75),
    TOOL_ARGUMENTS("tool arguments", '▆', 78),
    SILENCE("nothing more comes", '⋅', 203);

    final String words;
    final char glyph;

    /** The number of the terminal's 256 colours. */
    final int color;

    Kind(String words, char glyph, int color) {
      this.words = words;
      this.glyph = glyph;
      this.color = color;
    }

    /** Whether the provider is at work, rather than the way to it. */
    boolean isBusy() {
      return switch (this) {
        case QUEUE, UNSEEN, THINKING, TEXT, TOOL_ARGUMENTS -> true;
        case CONNECT, HEADERS, WAIT, SILENCE -> false;
      };
    }

    String cssClass() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private record Milestone(long atMicros, Kind begins) {}

  long micros() {
    return toMicros - fromMicros;
  }

  /** Cuts the time from the start to the end at every milestone that was reached. */
  static List<Span> of(Timing timing) {
    Long total = timing.total();
    if (total == null) {
      return List.of();
    }
    List<Milestone> milestones = new ArrayList<>();
    boolean connectKnown = timing.connect() != null;
    boolean headersKnown = timing.headers() != null;
    Kind first = connectKnown ? Kind.CONNECT : headersKnown ? Kind.HEADERS : Kind.WAIT;
    milestones.add(new Milestone(0, first));
    add(milestones, timing.connect(), headersKnown ? Kind.HEADERS : Kind.WAIT);
    add(milestones, timing.headers(), Kind.WAIT);
    add(milestones, timing.responseStart(), Kind.QUEUE);
    // A tool of the provider, or reasoning that it keeps to itself: no longer the queue.
    add(milestones, timing.firstOutput(), Kind.UNSEEN);
    add(milestones, timing.firstThinking(), Kind.THINKING);
    add(milestones, timing.firstText(), Kind.TEXT);
    add(milestones, timing.firstToolArgument(), Kind.TOOL_ARGUMENTS);
    add(milestones, timing.lastOutput(), Kind.SILENCE);
    milestones.sort(Comparator.comparingLong(Milestone::atMicros));
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < milestones.size(); i++) {
      long from = milestones.get(i).atMicros();
      long to = i + 1 < milestones.size() ? milestones.get(i + 1).atMicros() : total;
      if (to > from) {
        spans.add(new Span(milestones.get(i).begins(), from, to));
      }
    }
    return spans;
  }

  private static void add(List<Milestone> milestones, @Nullable Long atMicros, Kind begins) {
    if (atMicros != null) {
      milestones.add(new Milestone(atMicros, begins));
    }
  }
}
