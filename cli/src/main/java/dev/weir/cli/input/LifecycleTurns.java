package dev.weir.cli.input;

import dev.weir.cli.input.Capture.TimedEvent;
import dev.weir.cli.input.Capture.Told;
import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.lifecycle.LifecycleChecker;
import dev.weir.codec.lifecycle.LifecycleFrame;
import dev.weir.codec.sse.SseDecoder;
import dev.weir.event.StreamEvent;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a chat front end received, as the gateway or {@code decode --to lifecycle} wrote it. Every
 * {@code [DONE]} ends a turn.
 */
final class LifecycleTurns implements Captures {
  private static final int MAX_FRAME_BYTES = 64 << 20;

  private final String name;
  private final boolean isOneOfSeveral;
  private final Slices slices;
  private final SseDecoder framing = SseDecoder.forProviders(MAX_FRAME_BYTES);
  private final Deque<Frame> frames = new ArrayDeque<>();
  private boolean ended;
  private int turns;

  LifecycleTurns(String name, boolean isOneOfSeveral, Slices slices) {
    this.name = name;
    this.isOneOfSeveral = isOneOfSeveral;
    this.slices = slices;
  }

  @Override
  public @Nullable Capture next() throws IOException {
    Frame first = frame();
    if (first == null) {
      return null;
    }
    frames.addFirst(first);
    turns++;
    String called = turns == 1 ? name : name + "#" + turns;
    return new Capture.Events(called, isOneOfSeveral, new Turn());
  }

  private @Nullable Frame frame() throws IOException {
    try {
      while (frames.isEmpty() && !ended) {
        Slice slice = slices.next();
        if (slice == null) {
          ended = true;
          framing.end(frames::addLast);
        } else {
          framing.feed(slice.bytes().toSlice(), frames::addLast);
        }
      }
      return frames.pollFirst();
    } catch (LimitExceededException tooLong) {
      throw new NotAStreamException(String.valueOf(tooLong.getMessage()));
    }
  }

  /** One turn. */
  private final class Turn implements Told {
    private final LifecycleReading reading = new LifecycleReading();
    private final LifecycleChecker checker = new LifecycleChecker();
    private final Deque<TimedEvent> events = new ArrayDeque<>();
    private boolean ended;

    @Override
    public String form() {
      return "lifecycle";
    }

    @Override
    public boolean isTimed() {
      return reading.startedAtMillis() > 0;
    }

    @Override
    public Instant startedAt() {
      return Instant.ofEpochMilli(reading.startedAtMillis());
    }

    @Override
    public @Nullable TimedEvent next() throws IOException {
      while (events.isEmpty() && !ended) {
        Frame frame = frame();
        ended = frame == null || frame.isDone();
        if (frame != null) {
          checker.accept(checked(frame));
        }
        if (ended) {
          reading.end(/* isDone= */ frame != null, this::add);
        } else if (frame != null) {
          reading.frame(frame.data().toString(), this::add);
        }
      }
      return events.pollFirst();
    }

    private void add(StreamEvent event) {
      events.addLast(new TimedEvent(event, reading.atMicros()));
    }

    private static LifecycleFrame checked(Frame frame) {
      int id = frame.isDone() ? 0 : HttpHead.number(frame.id());
      return new LifecycleFrame(id, frame.data().toString());
    }

    @Override
    public Optional<String> damage() {
      return checker.end().map(violation -> "the lifecycle breaks its rules: " + violation);
    }
  }
}
