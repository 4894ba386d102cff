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
import dev.weir.event.number.ByNumber;
import java.util.EnumMap;
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
  /** Times and counts are plain numbers, because a boxed one would be made for every event. */
  private static final long ABSENT = -1;

  private final boolean timed;
  private final TimelineBins timeline = new TimelineBins();
  private final Tally counts = new Tally();
  private final ByNumber<BlockStart> open = new ByNumber<>(start -> start.block().block());

  /** Of the last delta, to which most are alike: its block, and what that is. */
  private int lastBlock = -1;

  private BlockKind lastKind = BlockKind.TEXT;
  private final int[] pauses = new int[Bucket.COUNT];

  private @Nullable String responseId;
  private @Nullable String modelName;
  private @Nullable Verdict verdict;
  private @Nullable String word;
  private @Nullable Usage usage;

  private long connect = ABSENT;
  private long headers = ABSENT;
  private long firstByte = ABSENT;
  private long responseStart = ABSENT;
  private long firstOutput = ABSENT;
  private long firstThinking = ABSENT;
  private long firstText = ABSENT;
  private long firstToolArgument = ABSENT;
  private long lastOutput = ABSENT;
  private long last = ABSENT;

  private long events;
  private long deltas;
  private long characters;
  private long bytes = ABSENT;
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
  private Set<Long> unrepaired = Set.of();

  private long frames = ABSENT;

  /**
   * @param timed whether the times are those of arrival; if not, only what needs no time is
   *     measured
   */
  public StreamMeter(boolean timed) {
    this.timed = timed;
  }

  /** The connection was made. */
  public void connected(long atMicros) {
    connect = atMicros;
    last = atMicros;
  }

  /** The http headers arrived. */
  public void headers(long atMicros) {
    headers = atMicros;
    last = atMicros;
  }

  /**
   * The provider announced the response. Not the same as the first event, which also opens a
   * response that was never announced: only an announcement gives a time in the queue.
   */
  public void announced(long atMicros) {
    responseStart = earliest(responseStart, atMicros);
  }

  /** Bytes came, before their events. */
  public void bytes(long count, long atMicros) {
    firstByte = earliest(firstByte, atMicros);
    bytes = Math.max(0, bytes) + count;
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

  /** The next event, and when it came. */
  public void accept(StreamEvent event, long atMicros) {
    pause(event.typeName(), atMicros);
    counts.add(event.typeName());
    last = atMicros;
    switch (event) {
      case ResponseStart start -> names(start.responseId(), start.modelName());
      case ResponseProgress progress -> names(progress.responseId(), progress.modelName());
      case BlockStart start -> {
        firstOutput = earliest(firstOutput, atMicros);
        open.put(start);
        lastBlock = -1;
      }
      case BlockDelta delta -> delta(delta, atMicros);
      case BlockEnd end -> {
        open.remove(end.block().block());
        lastBlock = -1;
      }
      case UsageUpdate update -> usage = update.usage();
      case Fault wrong -> lost -= wrong.fault().kind() == StreamFault.Kind.LATE ? 1 : 0;
      case SequenceGap gap -> {
        gaps++;
        lost += gap.actual() - gap.expected();
      }
      case BlockRepair repair -> repaired++;
      case UnrepairedGap gap -> {
        unrepaired = unrepaired.isEmpty() ? new HashSet<>() : unrepaired;
        unrepaired.add(gap.expected());
      }
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
      pauses[Bucket.number(micros)]++;
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
    if (delta.block().block() != lastBlock) {
      lastBlock = delta.block().block();
      BlockStart start = open.get(lastBlock);
      lastKind = start == null ? BlockKind.TEXT : start.kind();
    }
    switch (lastKind) {
      case REASONING -> firstThinking = earliest(firstThinking, atMicros);
      case TEXT, REFUSAL -> firstText = earliest(firstText, atMicros);
      case TOOL_CALL, SERVER_TOOL -> firstToolArgument = earliest(firstToolArgument, atMicros);
      case TOOL_OUTPUT, MEDIA -> {}
    }
  }

  private static long earliest(long known, long atMicros) {
    return known == ABSENT ? atMicros : known;
  }

  private static @Nullable Long known(long value) {
    return value == ABSENT ? null : (Long) value;
  }

  /** What has been measured so far. */
  public StreamMetrics metrics() {
    return new StreamMetrics(
        new StreamMetrics.Outcome(
            responseId, modelName, verdict, word, usage == null ? null : usage.withRaw(null)),
        timed ? timing() : Timing.NONE,
        timed ? pauses() : Pauses.NONE,
        new Throughput(events, deltas, characters, known(bytes), timed ? bytesPerSecond() : null),
        isWatched ? new Backpressure(blocked, largestBlocked) : null,
        frames == ABSENT && gaps == 0
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
    boolean isQueued = responseStart != ABSENT && firstOutput != ABSENT;
    return new Timing(
        known(connect),
        known(headers),
        known(firstByte),
        known(responseStart),
        isQueued ? (Long) (firstOutput - responseStart) : null,
        known(firstOutput),
        known(firstThinking),
        known(firstText),
        known(firstToolArgument),
        known(lastOutput),
        known(last));
  }

  private Pauses pauses() {
    Map<Bucket, Long> counted = new EnumMap<>(Bucket.class);
    for (int i = 0; i < pauses.length; i++) {
      if (pauses[i] > 0) {
        counted.put(Bucket.of(i), (long) pauses[i]);
      }
    }
    return largestPause < 0
        ? Pauses.NONE
        : new Pauses(largestPause, largestAfter, largestAfterNumber, counted);
  }

  private @Nullable Long bytesPerSecond() {
    if (bytes == ABSENT || firstByte == ABSENT || last <= firstByte) {
      return null;
    }
    return Math.round(bytes * 1e6 / (last - firstByte));
  }

  private @Nullable Double percentLost() {
    if (frames == ABSENT) {
      return null;
    }
    long sent = frames + lost;
    return sent == 0 ? 0.0 : 100.0 * lost / sent;
  }
}
