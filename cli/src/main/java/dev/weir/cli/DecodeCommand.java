package dev.weir.cli;

import dev.weir.codec.stream.DecodeOptions;
import dev.weir.codec.stream.Dialect;
import dev.weir.event.Verdict;
import dev.weir.log.recording.Entry.Ending;
import dev.weir.log.recording.RecordingHeader;
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
    description = "Decode captured or live provider streams to JSON lines.",
    footer = {
      "",
      "Examples:",
      "  weir decode answer.sse",
      "  weir decode --to message --dialect anthropic a.sse b.sse",
      "  curl -sN https://… | weir decode -",
      "  curl -sN https://… | weir decode --record answer.jsonl --metrics metrics.jsonl -",
      "",
      "With several files every line carries its file. Exit code 1 if any stream was bad:",
      "failed, truncated, or with a fault inside."
    })
final class DecodeCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private StreamOptions streams = new StreamOptions();

  @Mixin private FormOptions form = new FormOptions();

  @Mixin private MetricsOptions metrics = new MetricsOptions();

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Record the stream as it arrives, to be replayed (one stream at a time).")
  private @Nullable Path record;

  DecodeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Dialect dialect = streams.dialect();
    DecodeOptions options = streams.decodeOptions();
    List<String> files = streams.files();
    checkForm();
    checkRecord(files);
    int code = ExitCode.FINE;
    try (var progress = new Progress(console, "decoding", files.size(), /* outIsQuiet= */ false)) {
      for (int i = 0; i < files.size(); i++) {
        code = Math.max(code, decode(files.get(i), i, dialect, options, progress));
        if (console.out().checkError()) {
          // Nobody reads any more: head and friends close the pipe when they have enough.
          return code;
        }
      }
    }
    return code;
  }

  private void checkForm() {
    if (form.form() == FormOptions.Form.PANELS) {
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

  private int decode(
      String file,
      int number,
      @Nullable Dialect dialect,
      DecodeOptions options,
      Progress progress) {
    var source = new Source(file, console.in());
    var opened = new Opened(source, options);
    try (var interruption = new Interruption(() -> opened.cut(Verdict.CANCELLED))) {
      interruption.watch();
      source.read(
          dialect,
          known -> {
            StreamRun run = opened.open(known);
            return slice -> {
              run.arrived(slice, source.atMicros(), null);
              progress.at(number, source.bytesRead(), source.size());
            };
          });
      opened.end();
      return opened.code();
    } catch (CallException wrong) {
      opened.cut(Verdict.FAILED);
      console.say(String.valueOf(wrong.getMessage()));
      return ExitCode.CALL_WRONG;
    }
  }

  /** A stream whose dialect becomes known while it is read. */
  private final class Opened {
    private final Source source;
    private final DecodeOptions options;
    private @Nullable Recorder recorder;
    private volatile @Nullable StreamRun run;

    Opened(Source source, DecodeOptions options) {
      this.source = source;
      this.options = options;
    }

    StreamRun open(Dialect dialect) {
      var header =
          new RecordingHeader(
              dialect, null, null, source.startedAt(), source.isLive(), options, null);
      Path file = record;
      recorder = file == null ? null : new Recorder(console, file, header);
      var opened =
          new StreamRun(
              console,
              source.name(),
              header,
              new StreamPrinter(console, form, source.name(), streams.files().size() > 1, dialect),
              recorder,
              metrics.sink(console),
              /* measuresConsumer= */ source.isLive());
      run = opened;
      return opened;
    }

    void end() {
      StreamRun opened = run;
      if (opened != null) {
        opened.ended(new Ending.EndOfInput(), source.atMicros(), null);
      }
    }

    void cut(Verdict verdict) {
      StreamRun opened = run;
      if (opened != null) {
        opened.cut(verdict, source.clock());
      }
    }

    int code() {
      StreamRun opened = run;
      Recorder recorded = recorder;
      if (recorded != null && recorded.hasFailed()) {
        return ExitCode.CALL_WRONG;
      }
      return opened != null && opened.isBad() ? ExitCode.STREAM_BAD : ExitCode.FINE;
    }
  }
}
