package dev.weir.event;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of one stream. Absent is {@code null}: it did not happen, or nobody can tell.
 *
 * @param backpressure absent if nobody watched the consumer
 * @param sequence absent if the provider does not number its chunks
 */
public record StreamMetrics(
    Outcome outcome,
    Timing timing,
    Pauses pauses,
    Throughput throughput,
    @Nullable Backpressure backpressure,
    @Nullable Sequence sequence,
    Map<String, Long> events,
    Timeline timeline,
    Tries tries) {

  public StreamMetrics {
    events = Collections.unmodifiableMap(new LinkedHashMap<>(events));
  }

  /**
   * What became of the stream.
   *
   * @param verdict absent if the stream was dropped before its end
   * @param word the provider's own word for the end
   * @param usage the provider's counts, as it reported them last
   */
  public record Outcome(
      @Nullable String responseId,
      @Nullable String modelName,
      @Nullable Verdict verdict,
      @Nullable String word,
      @Nullable Usage usage) {}

  /** How it ended; absent if the stream was dropped before its end. */
  public @Nullable Verdict verdict() {
    return outcome.verdict();
  }

  /** The provider's counts, if it reported any. */
  public @Nullable Usage usage() {
    return outcome.usage();
  }

  private StreamMetrics with(Outcome newOutcome, Tries newTries) {
    return new StreamMetrics(
        newOutcome, timing, pauses, throughput, backpressure, sequence, events, timeline, newTries);
  }

  /** The same, with what it took to get the stream, which a meter of the stream does not see. */
  public StreamMetrics withTries(Tries newTries) {
    return with(outcome, newTries);
  }

  /** The same, with an end other than the one the provider gave. */
  public StreamMetrics withEnd(@Nullable Verdict newVerdict, @Nullable String newWord) {
    return with(
        new Outcome(
            outcome.responseId(), outcome.modelName(), newVerdict, newWord, outcome.usage()),
        tries);
  }

  /** The same, with the provider's own words rewritten: it may have repeated a key in them. */
  public StreamMetrics rewritten(UnaryOperator<String> words) {
    return with(
        new Outcome(
            rewritten(outcome.responseId(), words),
            rewritten(outcome.modelName(), words),
            outcome.verdict(),
            rewritten(outcome.word(), words),
            outcome.usage()),
        tries.rewritten(words));
  }

  private static @Nullable String rewritten(@Nullable String text, UnaryOperator<String> words) {
    return text == null ? null : words.apply(text);
  }

  /**
   * What it took to get the stream.
   *
   * @param count how often the request was sent; 0 if nobody asked, as for a file
   * @param resumes how often its rest was asked for
   * @param requestId under which the provider can look up the last try
   * @param problems what went wrong on the way, the first one first
   */
  public record Tries(int count, int resumes, @Nullable String requestId, List<Problem> problems) {
    public static final Tries NONE = new Tries(0, 0, null, List.of());

    public Tries {
      problems = List.copyOf(problems);
    }

    /** The same, with the provider's own words rewritten. */
    public Tries rewritten(UnaryOperator<String> words) {
      return new Tries(
          count,
          resumes,
          StreamMetrics.rewritten(requestId, words),
          problems.stream()
              .map(problem ->
                  new Problem(
                      words.apply(problem.code()),
                      problem.status(),
                      StreamMetrics.rewritten(problem.requestId(), words)))
              .toList());
    }
  }

  /**
   * Why a try came to nothing, or a response broke off.
   *
   * @param code the provider's own word for it, else one of ours
   * @param status of the http response; absent if there was none
   * @param requestId under which the provider can look it up
   */
  public record Problem(String code, @Nullable Integer status, @Nullable String requestId) {}

  /**
   * When things happened, in microseconds since the request began.
   *
   * @param responseStart when the provider announced the response; absent where its dialect has no
   *     announcement or this stream came without it
   * @param queue from the announcement to the first output of any kind
   * @param firstText the first delta that a reader sees: text or a refusal
   * @param firstToolArgument the first delta of a call's arguments, whoever runs the call
   * @param lastOutput the last delta of any kind
   * @param total the last thing that happened, which may be that nothing more came
   */
  public record Timing(
      @Nullable Long connect,
      @Nullable Long headers,
      @Nullable Long firstByte,
      @Nullable Long responseStart,
      @Nullable Long queue,
      @Nullable Long firstOutput,
      @Nullable Long firstThinking,
      @Nullable Long firstText,
      @Nullable Long firstToolArgument,
      @Nullable Long lastOutput,
      @Nullable Long total) {
    public static final Timing NONE =
        new Timing(null, null, null, null, null, null, null, null, null, null, null);
  }

  /**
   * The times between one event and the next.
   *
   * @param largest in microseconds; absent if there were not two events
   * @param largestAfter the type of the event before the largest pause
   * @param largestAfterNumber the number of that event, from zero
   * @param counts how many pauses fall into each of {@link Bucket}
   */
  public record Pauses(
      @Nullable Long largest,
      @Nullable String largestAfter,
      @Nullable Long largestAfterNumber,
      Map<Bucket, Long> counts) {
    public static final Pauses NONE = new Pauses(null, null, null, Map.of());

    public Pauses {
      counts = Map.copyOf(counts);
    }

    /** How many pauses were that long. */
    public long count(Bucket bucket) {
      return counts.getOrDefault(bucket, 0L);
    }
  }

  /** The lengths of pauses that are told apart. */
  public enum Bucket {
    UNDER_50_MS(50_000),
    FROM_50_MS(200_000),
    FROM_200_MS(1_000_000),
    FROM_1_S(5_000_000),
    FROM_5_S(Long.MAX_VALUE);

    /** Asked for at every event; {@code values()} would copy them each time. */
    private static final Bucket[] ALL = values();

    static final int COUNT = ALL.length;

    private final long endMicros;

    Bucket(long endMicros) {
      this.endMicros = endMicros;
    }

    /** The number of the bucket to which a pause belongs. */
    static int number(long micros) {
      int number = 0;
      while (number < COUNT - 1 && micros >= ALL[number].endMicros) {
        number++;
      }
      return number;
    }

    static Bucket of(int number) {
      return ALL[number];
    }
  }

  /**
   * How much came.
   *
   * @param characters of all deltas
   * @param bytes of the stream itself, framing included; absent if nobody counted them
   * @param bytesPerSecond from the first byte to the end; absent if that took no time
   */
  public record Throughput(
      long events,
      long deltas,
      long characters,
      @Nullable Long bytes,
      @Nullable Long bytesPerSecond) {}

  /**
   * How long reading waited because the consumer was busy, in microseconds.
   *
   * @param largest the longest single wait
   */
  public record Backpressure(long blocked, long largest) {}

  /**
   * Holes in the provider's sequence numbers.
   *
   * @param lost chunks that never came; one that came late is not lost
   * @param percent lost chunks among all that were sent; absent if nobody counted the frames
   * @param repaired texts that a final payload put right
   * @param unrepaired gaps where nobody knows what was lost
   */
  public record Sequence(
      long gaps, long lost, @Nullable Double percent, long repaired, long unrepaired) {}

  /**
   * What came when, in bins of equal width from the start.
   *
   * @param bytes of the stream in each bin
   * @param characters of the deltas in each bin
   */
  public record Timeline(long binMicros, List<Long> bytes, List<Long> characters) {
    public static final Timeline NONE = new Timeline(1, List.of(), List.of());

    public Timeline {
      bytes = List.copyOf(bytes);
      characters = List.copyOf(characters);
    }
  }
}
