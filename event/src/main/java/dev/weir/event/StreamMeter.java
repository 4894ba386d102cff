package dev.weir.event;

import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.StreamMetrics.Backpressure;
import dev.weir.event.StreamMetrics.Bucket;
import dev.weir.event.StreamMetrics.Pauses;
import dev.weir.event.StreamMetrics.Sequence;
import dev.weir.event.StreamMetrics.Throughput;
import dev.weir.event.StreamMetrics.Timeline;
import dev.weir.event.StreamMetrics.Timing;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Measures one stream: a fold over its events and the times at which they came.
 *
 * <p>It reads no clock itself. All times are microseconds since the request began and never go
 * back. What the caller does not report, such as when the connection was made, is absent from the
 * result; the result may be asked for at any moment, so a stream that is dropped has metrics too.
 * Belongs to one stream and one thread at a time.
 */
public final class StreamMeter {
  private final boolean timed;
  private final TimelineBins timeline = new TimelineBins();
  private final Tally<String> counts = new Tally<>(new TreeMap<>());
  private final Map<Integer, BlockKind> kinds = new HashMap<>();
  private final Tally<Bucket> pauses = new Tally<>(new EnumMap<>(Bucket.class));

  private @Nullable String responseId;
  private @Nullable String modelName;
  private @Nullable Verdict verdict;
  private @Nullable String word;
  private @Nullable Usage usage;

  private @Nullable Long connect;
  private @Nullable Long headers;
  private @Nullable Long firstByte;
  private @Nullable Long responseStart;
  private @Nullable Long firstOutput;
  private @Nullable Long firstThinking;
  private @Nullable Long firstText;
  private @Nullable Long firstToolArgument;
  private @Nullable Long lastOutput;
  private @Nullable Long last;

  private long events;
  private long deltas;
  private long characters;
  private @Nullable Long bytes;
  private long lastEvent;
  private String lastType = "";
  private long largestPause = -1;
  private String largestAfter = "";
  private long largestAfterNumber;
  private boolean isWatched;
  private long blocked;
  private long largestBlocked;
  private long gaps;
  private long lost;
  private long repaired;

  /** By their first number: one gap may have hit several blocks. */
  private final Set<Long> unrepaired = new HashSet<>();

  private @Nullable Long frames;

  /**
   * @param timed whether the times are those of arrival; if not, only what needs no time is
   *     measured
   */
  public StreamMeter(boolean timed) {
    this.timed = timed;
  }

  public void connected(long atMicros) {
    connect = atMicros;
    last = atMicros;
  }

  public void headers(long atMicros) {
    headers = atMicros;
    last = atMicros;
  }

  /**
   * The provider announced the response. Not the same as the first event, which also opens a
   * response that was never announced: only an announcement gives a time in the queue.
   */
  public void announced(long atMicros) {
    responseStart = responseStart == null ? (Long) atMicros : responseStart;
  }

  /** Bytes came, before their events. */
  public void bytes(long count, long atMicros) {
    firstByte = firstByte == null ? (Long) atMicros : firstByte;
    bytes = (bytes == null ? 0 : bytes) + count;
    last = atMicros;
    timeline.add(atMicros, count, 0);
  }

  /** Reading waited that long for the consumer. */
  public void blocked(long micros) {
    isWatched = true;
    blocked += micros;
    largestBlocked = Math.max(largestBlocked, micros);
  }

  /**
   * The provider numbers its chunks, and this many frames came in all: needed to say what share was
   * lost.
   */
  public void frames(long count) {
    frames = count;
  }

  /** The last thing that happened in the stream, event or not, was at that time. */
  public void ended(long atMicros) {
    last = atMicros;
  }

  public void accept(StreamEvent event, long atMicros) {
    pause(event.typeName(), atMicros);
    counts.add(event.typeName());
    last = atMicros;
    switch (event) {
      case ResponseStart start -> names(start.responseId(), start.modelName());
      case ResponseProgress progress -> names(progress.responseId(), progress.modelName());
      case BlockStart start -> {
        firstOutput = firstOutput == null ? (Long) atMicros : firstOutput;
        kinds.put(start.block().block(), start.kind());
      }
      case BlockDelta delta -> delta(delta, atMicros);
      case BlockEnd end -> kinds.remove(end.block().block());
      case UsageUpdate update -> usage = update.usage();
      case Fault wrong -> lost -= wrong.fault().kind() == StreamFault.Kind.LATE ? 1 : 0;
      case SequenceGap gap -> {
        gaps++;
        lost += gap.actual() - gap.expected();
      }
      case BlockRepair repair -> repaired++;
      case UnrepairedGap gap -> unrepaired.add(gap.expected());
      case FailedTry passing -> {}
      case Seam passing -> {}
      case PassStart start -> names(start.responseId(), start.modelName());
      case PassEnd end -> usage = end.usage() == null ? usage : end.usage();
      case ResponseEnd end -> {
        verdict = end.verdict();
        word = end.word();
        usage = end.usage() == null ? usage : end.usage();
      }
      case Annotation passing -> {}
      case ToolProgress passing -> {}
      case OutputEnd passing -> {}
      case Unrecognized passing -> {}
    }
  }

  private void names(@Nullable String id, @Nullable String model) {
    responseId = id == null ? responseId : id;
    modelName = model == null ? modelName : model;
  }

  private void pause(String type, long atMicros) {
    if (events > 0) {
      long micros = Math.max(0, atMicros - lastEvent);
      pauses.add(Bucket.of(micros));
      if (micros > largestPause) {
        largestPause = micros;
        largestAfter = lastType;
        largestAfterNumber = events - 1;
      }
    }
    events++;
    lastEvent = atMicros;
    lastType = type;
  }

  private void delta(BlockDelta delta, long atMicros) {
    deltas++;
    lastOutput = atMicros;
    characters += delta.text().length();
    timeline.add(atMicros, 0, delta.text().length());
    BlockKind kind = kinds.getOrDefault(delta.block().block(), BlockKind.TEXT);
    switch (kind) {
      case REASONING -> firstThinking = firstThinking == null ? (Long) atMicros : firstThinking;
      case TEXT, REFUSAL -> firstText = firstText == null ? (Long) atMicros : firstText;
      case TOOL_CALL, SERVER_TOOL ->
          firstToolArgument = firstToolArgument == null ? (Long) atMicros : firstToolArgument;
      case TOOL_OUTPUT, MEDIA -> {}
    }
  }

  /** What has been measured so far. */
  public StreamMetrics metrics() {
    return new StreamMetrics(
        new StreamMetrics.Outcome(
            responseId, modelName, verdict, word, usage == null ? null : usage.withRaw(null)),
        timed ? timing() : Timing.NONE,
        timed ? pauses() : Pauses.NONE,
        new Throughput(events, deltas, characters, bytes, timed ? bytesPerSecond() : null),
        isWatched ? new Backpressure(blocked, largestBlocked) : null,
        frames == null && gaps == 0
            ? null
            : new Sequence(gaps, lost, percentLost(), repaired, unrepaired.size()),
        counts(),
        timed ? timeline.timeline() : Timeline.NONE,
        StreamMetrics.Tries.NONE);
  }

  private Map<String, Long> counts() {
    Map<String, Long> sorted = new TreeMap<>();
    counts.forEach(sorted::put);
    return sorted;
  }

  private Timing timing() {
    Long queue = responseStart == null || firstOutput == null ? null : firstOutput - responseStart;
    return new Timing(
        connect,
        headers,
        firstByte,
        responseStart,
        queue,
        firstOutput,
        firstThinking,
        firstText,
        firstToolArgument,
        lastOutput,
        last);
  }

  private Pauses pauses() {
    Map<Bucket, Long> counted = new EnumMap<>(Bucket.class);
    pauses.forEach(counted::put);
    return largestPause < 0
        ? Pauses.NONE
        : new Pauses(largestPause, largestAfter, largestAfterNumber, counted);
  }

  private @Nullable Long bytesPerSecond() {
    if (bytes == null || firstByte == null || last == null || last <= firstByte) {
      return null;
    }
    return Math.round(bytes * 1e6 / (last - firstByte));
  }

  private @Nullable Double percentLost() {
    if (frames == null) {
      return null;
    }
    long sent = frames + lost;
    return sent == 0 ? 0.0 : 100.0 * lost / sent;
  }
}
