package dev.weir.cli;

import dev.weir.cli.input.Capture;
import dev.weir.cli.input.Input;
import dev.weir.event.StreamEnding;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.recording.Entries;
import dev.weir.log.recording.Entry;
import dev.weir.log.recording.Pace;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Takes one capture of an input through a command, from its first byte to its last. */
final class CaptureRun {
  private final Console console;
  private final Input input;
  private final Pace pace;
  private final Consumer<MetricsRecord> metrics;
  private final Runnable progress;

  /**
   * @param progress told after every step
   */
  CaptureRun(
      Console console, Input input, Pace pace, Consumer<MetricsRecord> metrics, Runnable progress) {
    this.console = console;
    this.input = input;
    this.pace = pace;
    this.metrics = metrics;
    this.progress = progress;
  }

  /**
   * What came of it.
   *
   * @param isBad whether the stream was bad
   * @param damage what was wrong with the capture itself
   */
  record Outcome(boolean isBad, long lateFrames, Optional<String> damage) {
    int code() {
      return isBad || damage.isPresent() ? ExitCode.STREAM_BAD : ExitCode.FINE;
    }
  }

  Outcome run(Capture capture, StreamOutput output, @Nullable Recorder recorder)
      throws IOException, InterruptedException {
    return switch (capture) {
      case Capture.Bytes bytes -> bytes(bytes, output, recorder);
      case Capture.Events events -> events(events, output);
      case Capture.Measured measured -> throw notAStream(measured);
    };
  }

  /** Why what was measured of a stream cannot replace the stream. */
  static CallException notAStream(Capture.Measured measured) {
    return new CallException(
        "%s: these are metrics of a stream, not the stream; weir inspect shows them"
            .formatted(measured.name()));
  }

  private Outcome events(Capture.Events capture, StreamOutput output)
      throws IOException, InterruptedException {
    var run = new EventRun(capture, output, metrics);
    run.run(atMicros -> {
      pace.await(atMicros);
      progress.run();
    });
    console.out().flush();
    return new Outcome(run.isBad(), /* lateFrames= */ 0, capture.told().damage());
  }

  private Outcome bytes(Capture.Bytes capture, StreamOutput output, @Nullable Recorder recorder)
      throws IOException, InterruptedException {
    Entries entries = capture.entries();
    boolean isLive = input.isLive() && !capture.isRecording();
    var run =
        new StreamRun(
            console,
            capture.name(),
            entries.header(),
            output,
            recorder,
            metrics,
            /* measuresConsumer= */ isLive);
    LongSupplier clock = isLive ? input::clockMicros : () -> 0;
    try (var interruption = new Interruption(() -> run.cut(Verdict.CANCELLED, clock.getAsLong()))) {
      interruption.watch();
      feed(entries, run);
    } catch (IOException | CallException failed) {
      run.cut(Verdict.FAILED, clock.getAsLong());
      throw failed;
    }
    return new Outcome(run.isBad(), run.lateFrames(), entries.damage());
  }

  private void feed(Entries entries, StreamRun run) throws IOException, InterruptedException {
    long last = 0;
    for (Entry entry = entries.next(); entry != null; entry = entries.next()) {
      last = entry.atMicros();
      pace.await(last);
      switch (entry) {
        case Entry.Reached reached -> run.reached(reached.milestone(), last);
        case Entry.Arrived arrived ->
            run.arrived(arrived.bytes().toSlice(), last, arrived.conversationEventId());
        case Entry.Ended ended -> run.ended(ended.ending(), last, ended.conversationEventId());
      }
      progress.run();
    }
    // A recording that was cut short ends like a stream that was.
    run.ended(new StreamEnding.EndOfInput(), last, null);
  }
}
