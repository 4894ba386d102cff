package dev.weir.cli;

import dev.weir.codec.Decoder;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkDecoder;
import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.codec.stream.MeteredDecoder;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.recording.Entry.Milestone;
import dev.weir.log.recording.RecordingHeader;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One stream on its way through a command: recorded, decoded, measured, printed.
 *
 * <p>Locked, because Ctrl-C ends it from another thread: however a stream ends, its recording has
 * an end and its metrics are written.
 */
final class StreamRun {
  private final Console console;
  private final String name;
  private final RecordingHeader header;
  private final StreamOutput output;
  private final @Nullable Recorder recorder;
  private final Consumer<MetricsRecord> metrics;
  private final boolean measuresConsumer;
  private final MeteredDecoder decoder;
  private final @Nullable Decoder<byte[], Chunk> chunks;
  private @Nullable String owner;
  private boolean bad;
  private boolean ended;
  private boolean limitReached;
  private long lastMicros;
  private long blockedNanos;

  /**
   * @param header what the stream is, and how it is decoded
   * @param measuresConsumer whether time spent printing holds the stream up: it is live
   */
  StreamRun(
      Console console,
      String name,
      RecordingHeader header,
      StreamOutput output,
      @Nullable Recorder recorder,
      Consumer<MetricsRecord> metrics,
      boolean measuresConsumer) {
    this.console = console;
    this.name = name;
    this.header = header;
    this.output = output;
    this.recorder = recorder;
    this.metrics = metrics;
    this.measuresConsumer = measuresConsumer;
    this.decoder = new MeteredDecoder(header.dialect(), header.options(), header.timed());
    this.chunks = output.wantsChunks() ? chunks(header) : null;
  }

  private static Decoder<byte[], Chunk> chunks(RecordingHeader header) {
    var limits = header.options().limits();
    return header
        .dialect()
        .framing(limits)
        .then(new ChunkDecoder(header.dialect().chunkTable(), new ConversationOwners(), limits));
  }

  synchronized void reached(Milestone milestone, long atMicros) {
    if (recorder != null) {
      recorder.reached(milestone, atMicros);
    }
    switch (milestone) {
      case CONNECTED -> decoder.connected(atMicros);
      case HEADERS -> decoder.headers(atMicros);
    }
  }

  /** Takes the next bytes, and the owner of the chunk that they complete. */
  synchronized void arrived(byte[] slice, long atMicros, @Nullable String chunkOwner) {
    if (ended) {
      return;
    }
    lastMicros = atMicros;
    if (recorder != null) {
      recorder.arrived(slice, atMicros);
    }
    owner = chunkOwner;
    Decoder<byte[], Chunk> framed = chunks;
    if (framed != null) {
      guarded(() -> framed.feed(slice, this::chunk));
    }
    blockedNanos = 0;
    decoder.feed(slice, atMicros, event -> event(event, atMicros));
    if (measuresConsumer) {
      long start = System.nanoTime();
      console.out().flush();
      blockedNanos += System.nanoTime() - start;
      decoder.blocked(TimeUnit.NANOSECONDS.toMicros(blockedNanos));
    }
  }

  /** Ends the stream; only the first end counts. */
  synchronized void ended(StreamEnding ending, long atMicros, @Nullable String chunkOwner) {
    if (ended) {
      return;
    }
    ended = true;
    lastMicros = atMicros;
    owner = chunkOwner;
    if (recorder != null) {
      recorder.ended(ending, atMicros);
    }
    decoder.end(ending, atMicros, event -> event(event, atMicros));
    metrics.accept(
        new MetricsRecord(
            name,
            header.dialect().word(),
            header.provider(),
            header.startedAt(),
            header.timed(),
            decoder.metrics()));
    output.end(millis(atMicros));
    Decoder<byte[], Chunk> framed = chunks;
    if (framed != null && !limitReached) {
      guarded(() -> framed.end(this::chunk));
    }
    console.out().flush();
  }

  /** Ends the stream because it could not be read any further, or because somebody stopped it. */
  void cut(Verdict verdict, long atMicros) {
    ended(new StreamEnding.Cut(verdict, null), Math.max(atMicros, lastMicros), null);
  }

  boolean isBad() {
    return bad;
  }

  /** Frames that came after the response had ended. */
  long lateFrames() {
    return decoder.lateFrames();
  }

  /** Chunks are shown as they are framed; beyond a limit there is nothing to show. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (LimitExceededException limit) {
      limitReached = true;
      throw new CallException(name + ": " + limit.getMessage());
    }
  }

  private void chunk(Chunk chunk) {
    output.chunk(owner == null ? chunk : chunk.ownedBy(owner));
  }

  private void event(StreamEvent event, long atMicros) {
    bad |= isBad(event);
    if (event instanceof StreamEvent.SequenceGap gap && !output.tellsOfGaps()) {
      console.say("warning: %s: %s".formatted(name, gap.message()));
    }
    if (!measuresConsumer) {
      output.event(event, millis(atMicros));
      return;
    }
    long start = System.nanoTime();
    output.event(event, millis(atMicros));
    blockedNanos += System.nanoTime() - start;
  }

  /** Whether a stream with this event in it is not as it should be. */
  static boolean isBad(StreamEvent event) {
    return switch (event) {
      case StreamEvent.Fault fault -> true;
      case StreamEvent.SequenceGap gap -> true;
      case StreamEvent.ResponseEnd end -> !end.verdict().isNatural();
      case StreamEvent fine -> false;
    };
  }

  /** A capture does not say when its bytes arrived; the same capture always prints the same. */
  private long millis(long atMicros) {
    return header.timed()
        ? header.startedAt().plusNanos(TimeUnit.MICROSECONDS.toNanos(atMicros)).toEpochMilli()
        : 0;
  }
}
