package dev.weir.cli;

import dev.weir.cli.CaptureRun.Outcome;
import dev.weir.cli.FormOptions.Form;
import dev.weir.cli.input.Capture;
import dev.weir.cli.input.Input;
import dev.weir.cli.input.ReadOptions;
import dev.weir.log.recording.Pace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code weir decode}: a filter from captured bytes to JSON lines. */
@Command(
    name = "decode",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Decode captured or live provider streams to JSON lines, or to their text.",
    footer = {
      "",
      "Examples:",
      "  weir decode answer.sse",
      "  weir decode --to message --dialect anthropic a.sse b.sse",
      "  weir decode --to text answer.sse.gz",
      "  weir decode --to message --entry 3 page.har",
      "  curl -sN https://… | weir decode -",
      "  curl -sN https://… | weir decode --record answer.jsonl --metrics metrics.jsonl -",
      "",
      "With several files every line carries its file. Exit code 1 if any stream was bad:",
      "failed, truncated, or with a fault inside."
    })
final class DecodeCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private StreamOptions streams;

  @Mixin private FormOptions form = new FormOptions();

  @Mixin private MetricsOptions metrics = new MetricsOptions();

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Record the stream as it arrives, to be replayed (one stream at a time).")
  private @Nullable Path record;

  private @Nullable Recorder recorder;

  DecodeCommand(Console console) {
    this(console, List.of());
  }

  DecodeCommand(Console console, List<String> files) {
    this.console = console;
    this.streams = new StreamOptions(files);
  }

  @Override
  public Integer call() {
    ReadOptions reading = streams.reading();
    List<String> files = streams.files();
    checkForm();
    checkRecord(files);
    int code = ExitCode.FINE;
    try (var progress = new Progress(console, "decoding", files.size(), /* outIsQuiet= */ false)) {
      for (int i = 0; i < files.size(); i++) {
        code = Math.max(code, decode(files.get(i), i, reading, progress));
        if (console.out().checkError()) {
          // Nobody reads any longer: head and friends close the pipe when they have enough.
          return code;
        }
      }
    }
    return code;
  }

  private void checkForm() {
    if (form.form() == Form.PANELS) {
      throw new CallException(
          "--to panels shows recordings: keep the stream with --record FILE, then weir replay --to"
              + " panels FILE");
    }
  }

  private void checkRecord(List<String> files) {
    Path file = record;
    if (file != null && files.size() > 1) {
      throw new CallException("--record takes one stream at a time, saw " + files.size());
    }
    if (file != null && Files.exists(file)) {
      throw new CallException(
          "%s exists; a recording is never overwritten: name another file".formatted(file));
    }
  }

  private int decode(String file, int number, ReadOptions reading, Progress progress) {
    int code = ExitCode.FINE;
    try (Input input = Inputs.open(file, console, reading)) {
      var run =
          new CaptureRun(
              console,
              input,
              Pace.AT_ONCE,
              metrics.sink(console),
              () -> progress.at(number, input.bytesRead(), input.size()));
      for (Capture capture = input.next(); capture != null; capture = input.next()) {
        code = Math.max(code, decode(capture, run));
      }
      return code;
    } catch (IOException | CallException wrong) {
      return Inputs.wrong(file, wrong, console);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitCode.STREAM_BAD;
    }
  }

  private int decode(Capture capture, CaptureRun run) throws IOException, InterruptedException {
    boolean namesFile = streams.files().size() > 1 || capture.isOneOfSeveral();
    var printer = new StreamPrinter(console, form, capture, namesFile);
    Recorder recording = recorder(capture);
    Outcome outcome = run.run(capture, printer, recording);
    outcome.damage().ifPresent(words -> console.say(capture.name() + ": " + words));
    return recording != null && recording.hasFailed() ? ExitCode.CALL_WRONG : outcome.code();
  }

  private @Nullable Recorder recorder(Capture capture) {
    Path file = record;
    if (file == null) {
      return null;
    }
    if (recorder != null) {
      throw new CallException(
          "--record takes one stream at a time, and there is a second: %s; choose with --entry"
              .formatted(capture.name()));
    }
    Recorder opened =
        switch (capture) {
          case Capture.Bytes bytes ->
              new Recorder(console, file, bytes.entries().header(), bytes.secrets());
          case Capture.Events events ->
              throw new CallException(
                  "--record keeps what a provider sent; %s holds our own %s"
                      .formatted(events.name(), events.told().form()));
          case Capture.Measured measured -> throw CaptureRun.notAStream(measured);
        };
    recorder = opened;
    return opened;
  }
}
