package dev.weir.cli;

import dev.weir.cli.CaptureRun.Outcome;
import dev.weir.cli.FormOptions.Form;
import dev.weir.cli.input.Capture;
import dev.weir.cli.input.Input;
import dev.weir.log.recording.Pace;
import java.io.IOException;
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
      "  weir replay --to panels one.jsonl two.jsonl       side by side, on one timeline",
      "",
      "What curl --trace --trace-time wrote, and a lifecycle with its times, replay like recordings;",
      "a capture without times comes at once.",
      "A recording that was cut short replays up to its last whole line, with a message.",
      "Exit code 1 if a stream was bad or a recording was cut short."
    })
final class ReplayCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--speed",
      paramLabel = "N",
      description = "How many times faster than it was (default 1), or max for at once.")
  private String speed = "1";

  @Mixin private FormOptions form = new FormOptions();

  @Mixin private PanelOptions panels = new PanelOptions();

  @Mixin private MetricsOptions metrics = new MetricsOptions();

  @Mixin private EntryOptions entry = new EntryOptions();

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
      // Reported below, as for a number that is not a speed.
    }
    throw new CallException("--speed must be a number above 0 or max, saw \"%s\"".formatted(speed));
  }

  private int panels(double factor) {
    try {
      return new PanelReplay(console, panels.view(console), metrics, entry, factor).run(files);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitCode.STREAM_BAD;
    }
  }

  private int replay(String file, int number, Progress progress) {
    int code = ExitCode.FINE;
    try (Input input = Inputs.open(file, console, entry.reading())) {
      var run =
          new CaptureRun(
              console,
              input,
              pace(),
              metrics.sink(console),
              () -> {
                if (!isAtOnce()) {
                  console.out().flush();
                }
                progress.at(number, input.bytesRead(), input.size());
              });
      for (Capture capture = input.next(); capture != null; capture = input.next()) {
        boolean namesFile = files.size() > 1 || capture.isOneOfSeveral();
        var printer = new StreamPrinter(console, form, capture, namesFile);
        sayIfTimeless(capture);
        Outcome outcome = run.run(capture, printer, /* recorder= */ null);
        outcome.damage().ifPresent(words -> console.say(file + ": " + words));
        code = Math.max(code, outcome.code());
      }
      return code;
    } catch (IOException | CallException wrong) {
      return Inputs.wrong(file, wrong, console);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitCode.STREAM_BAD;
    }
  }

  private void sayIfTimeless(Capture capture) {
    if (!isAtOnce()
        && capture instanceof Capture.Bytes bytes
        && !bytes.entries().header().timed()) {
      console.say(capture.name() + " has no times; it is shown at once");
    }
  }
}
