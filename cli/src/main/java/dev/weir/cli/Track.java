package dev.weir.cli;

import dev.weir.cli.input.Capture;
import dev.weir.cli.input.Input;
import dev.weir.cli.input.ReadOptions;
import dev.weir.event.StreamEnding;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.recording.Entries;
import dev.weir.log.recording.Entry;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.terminal.StreamingView;
import dev.weir.terminal.play.Playback;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One recording on its way into a live view. */
final class Track implements AutoCloseable {
  private final String file;
  private final Console console;
  private final Input input;
  private final Entries entries;
  private final PanelOutput output;
  private final StreamRun run;
  private @Nullable Entry next;
  private boolean ended;
  private boolean damaged;
  private long lastMicros;

  private Track(
      Input input,
      Capture.Bytes capture,
      StreamingView view,
      Console console,
      Consumer<MetricsRecord> metrics) {
    this.file = capture.name();
    this.console = console;
    this.input = input;
    this.entries = capture.entries();
    RecordingHeader header = entries.header();
    String provider = header.provider() == null ? header.dialect().word() : header.provider();
    output = new PanelOutput(view.stream(provider, header.modelName()));
    run =
        new StreamRun(
            console,
            file,
            header,
            output,
            /* recorder= */ null,
            metrics,
            /* measuresConsumer= */ false);
    read();
  }

  /** Opens the first stream of an input. */
  static Track open(
      String file,
      StreamingView view,
      Console console,
      ReadOptions reading,
      Consumer<MetricsRecord> metrics)
      throws IOException {
    Input input = Inputs.open(file, console, reading);
    try {
      return switch (input.next()) {
        case Capture.Bytes bytes -> new Track(input, bytes, view, console, metrics);
        case Capture.Events events ->
            throw new CallException(
                "%s holds our own %s; panels show what providers sent: try --to text"
                    .formatted(file, events.told().form()));
        case Capture.Measured measured -> throw CaptureRun.notAStream(measured);
        case null -> throw new CallException(file + " holds no stream");
      };
    } catch (IOException | CallException failed) {
      input.close();
      throw failed;
    }
  }

  /** Plays the entries of all tracks in the order of their times, until there are no more. */
  static void playAll(List<Track> tracks, Playback playback) throws InterruptedException {
    while (true) {
      Track first =
          tracks.stream()
              .filter(track -> !track.ended)
              .min(Comparator.comparingLong(Track::atMicros))
              .orElse(null);
      if (first == null || !playback.await(first.atMicros())) {
        return;
      }
      first.play();
    }
  }

  private long atMicros() {
    return next == null ? lastMicros : next.atMicros();
  }

  private void play() {
    Entry entry = next;
    lastMicros = atMicros();
    output.at(lastMicros);
    if (entry == null) {
      // A recording that was cut short ends like a stream that was.
      end(new StreamEnding.EndOfInput(), null);
      return;
    }
    switch (entry) {
      case Entry.Reached reached -> run.reached(reached.milestone(), lastMicros);
      case Entry.Arrived arrived ->
          run.arrived(arrived.bytes().toSlice(), lastMicros, arrived.conversationEventId());
      case Entry.Ended last -> end(last.ending(), last.conversationEventId());
    }
    if (!ended) {
      read();
    }
  }

  private void read() {
    try {
      next = entries.next();
    } catch (IOException failed) {
      Inputs.wrong(file, failed, console);
      damaged = true;
      next = null;
    }
  }

  private void end(StreamEnding ending, @Nullable String owner) {
    ended = true;
    run.ended(ending, lastMicros, owner);
    entries
        .damage()
        .ifPresent(words -> {
          damaged = true;
          console.say("%s: %s".formatted(file, words));
        });
  }

  /** Ends a track that is not played any further. */
  void cut(Verdict verdict) {
    if (!ended) {
      ended = true;
      output.at(lastMicros);
      run.cut(verdict, lastMicros);
    }
  }

  int code() {
    return damaged || run.isBad() ? ExitCode.STREAM_BAD : ExitCode.FINE;
  }

  @Override
  public void close() {
    try {
      input.close();
    } catch (IOException failed) {
      Inputs.wrong(file, failed, console);
    }
  }
}
