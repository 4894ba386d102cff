package dev.weir.cli;

import dev.weir.cli.FormOptions.Form;
import dev.weir.event.Verdict;
import dev.weir.log.recording.Entry;
import dev.weir.log.recording.Entry.Ending;
import dev.weir.log.recording.Pace;
import dev.weir.log.recording.RecordingReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir replay}: recordings through the same decoder, at a chosen pace. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Replay recordings: the same events as live, at the same times or faster.",
    footer = {
      "",
      "Examples:",
      "  weir replay answer.jsonl                          as it was",
      "  weir replay --speed 10 --to lifecycle answer.jsonl",
      "  weir replay --speed max --to message *.jsonl      at once",
      "  weir replay --to panels answer.jsonl              watch it; the keys are shown below it",
      "  weir replay --to panels one.jsonl two.jsonl       side by side, on one time line",
      "",
      "A recording that was cut short replays up to its last whole line, and that is said.",
      "Exit code 1 if a stream was bad or a recording was cut short."
    })
final class ReplayCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--speed",
      paramLabel = "N",
      description = "So many times faster than it was (default 1), or max for at once.")
  private String speed = "1";

  @Mixin private FormOptions form = new FormOptions();

  @Mixin private PanelOptions panels = new PanelOptions();

  @Mixin private MetricsOptions metrics = new MetricsOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "RECORDING",
      description = "Recordings; - is standard input.")
  private List<String> files = List.of();

  ReplayCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    double factor = speed();
    if (form.form() == Form.PANELS) {
      return panels(factor);
    }
    int code = ExitCode.FINE;
    try (var progress = new Progress(console, "replaying", files.size(), /* outIsQuiet= */ false)) {
      for (int i = 0; i < files.size(); i++) {
        code = Math.max(code, replay(files.get(i), i, progress));
        if (console.out().checkError()) {
          return code;
        }
      }
    }
    return code;
  }

  private boolean isAtOnce() {
    return speed.equals("max");
  }

  private Pace pace() {
    return isAtOnce() ? Pace.AT_ONCE : Pace.times(speed());
  }

  private double speed() {
    if (isAtOnce()) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      double factor = Double.parseDouble(speed);
      if (factor > 0 && !Double.isInfinite(factor)) {
        return factor;
      }
    } catch (NumberFormatException notANumber) {
      // Said below, as for a number that is no speed.
    }
    throw new CallException("--speed is a number above 0 or max, saw \"%s\"".formatted(speed));
  }

  private int panels(double factor) {
    try {
      return new PanelReplay(console, panels.view(console), metrics, factor).run(files);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitCode.STREAM_BAD;
    }
  }

  private int replay(String file, int number, Progress progress) {
    try (RecordingReader recording = RecordingFile.open(file, console)) {
      var run =
          new StreamRun(
              console,
              file,
              recording.header(),
              new StreamPrinter(
                  console, form, file, files.size() > 1, recording.header().dialect()),
              /* recorder= */ null,
              metrics.sink(console),
              /* measuresConsumer= */ false);
      try (var interruption = new Interruption(() -> run.cut(Verdict.CANCELLED, 0))) {
        interruption.watch();
        long size = file.equals("-") ? 0 : Files.size(Path.of(file));
        feed(recording, run, () -> progress.at(number, recording.bytesRead(), size));
      }
      String damage = recording.damage().orElse(null);
      if (damage != null) {
        console.say("%s: %s".formatted(file, damage));
      }
      return damage != null || run.isBad() ? ExitCode.STREAM_BAD : ExitCode.FINE;
    } catch (IOException failed) {
      return wrong(RecordingFile.problem(file, failed));
    } catch (CallException limit) {
      return wrong(String.valueOf(limit.getMessage()));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitCode.STREAM_BAD;
    }
  }

  private void feed(RecordingReader recording, StreamRun run, Runnable progress)
      throws IOException, InterruptedException {
    Pace pace = pace();
    long last = 0;
    for (Entry entry = recording.next(); entry != null; entry = recording.next()) {
      last = entry.atMicros();
      pace.await(last);
      switch (entry) {
        case Entry.Reached reached -> run.reached(reached.milestone(), last);
        case Entry.Arrived arrived ->
            run.arrived(arrived.bytes().toSlice(), last, arrived.conversationEventId());
        case Entry.Ended ended -> run.ended(ended.ending(), last, ended.conversationEventId());
      }
      if (!isAtOnce()) {
        console.out().flush();
      }
      progress.run();
    }
    // A recording that was cut short ends like a stream that was.
    run.ended(new Ending.EndOfInput(), last, null);
  }

  private int wrong(String words) {
    console.say(words);
    return ExitCode.CALL_WRONG;
  }
}
