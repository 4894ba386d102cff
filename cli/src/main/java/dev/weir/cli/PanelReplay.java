package dev.weir.cli;

import dev.weir.event.Verdict;
import dev.weir.terminal.CursorRow;
import dev.weir.terminal.StreamingView;
import dev.weir.terminal.SystemTerminal;
import dev.weir.terminal.ViewOptions;
import dev.weir.terminal.play.Playback;
import dev.weir.terminal.play.PlaybackKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Terminal;

/** Replays recordings into a live view: several of them side by side, on one timeline. */
final class PanelReplay {
  private final Console console;
  private final ViewOptions options;
  private final MetricsOptions metrics;
  private final EntryOptions entry;
  private final Playback playback;

  PanelReplay(
      Console console,
      ViewOptions options,
      MetricsOptions metrics,
      EntryOptions entry,
      double speed) {
    this.console = console;
    this.metrics = metrics;
    this.entry = entry;
    this.playback = new Playback(speed, System::nanoTime);
    this.options = options.withMicroClock(playback::positionMicros);
  }

  int run(List<String> files) throws InterruptedException {
    // Without a keyboard there is no terminal; a recording may also come in its place.
    if (!console.outIsTerminal() || !console.inIsTerminal()) {
      try (var view = StreamingView.plain(console.out(), options)) {
        return replay(files, view, console);
      }
    }
    try (var held = new HeldWords(console, /* holds= */ true)) {
      return onTerminal(files, held.console());
    }
  }

  private int onTerminal(List<String> files, Console quiet) throws InterruptedException {
    try (Terminal terminal = SystemTerminal.open()) {
      terminal.handle(Terminal.Signal.INT, signal -> playback.stop());
      ViewOptions here =
          options.withSideBySide(files.size() > 1).withRowsAbove(CursorRow.ask(terminal));
      try (var view = StreamingView.create(terminal, here);
          var keys = new PlaybackKeys(playback, terminal, state -> hint(view))) {
        hint(view);
        keys.listen();
        return replay(files, view, quiet);
      }
    } catch (IOException failed) {
      throw new CallException("Cannot open the terminal: " + failed.getMessage());
    }
  }

  private void hint(StreamingView view) {
    view.hint(PlaybackKeys.hint(playback));
  }

  private int replay(List<String> files, StreamingView view, Console quiet)
      throws InterruptedException {
    int code = ExitCode.FINE;
    List<Track> tracks = new ArrayList<>();
    try {
      for (String file : files) {
        try {
          tracks.add(Track.open(file, view, quiet, entry.reading(), metrics.sink(quiet)));
        } catch (IOException | CallException failed) {
          code = Inputs.wrong(file, failed, quiet);
        }
      }
      try (var interruption = new Interruption(() -> cut(tracks))) {
        interruption.watch();
        Track.playAll(tracks, playback);
      }
      for (Track track : tracks) {
        code = Math.max(code, track.code());
      }
      cut(tracks);
      return code;
    } finally {
      tracks.forEach(Track::close);
    }
  }

  private static void cut(List<Track> tracks) {
    tracks.forEach(track -> track.cut(Verdict.CANCELLED));
  }
}
