package dev.weir.cli;

import dev.weir.cli.CaptureRun.Outcome;
import dev.weir.cli.input.Capture;
import dev.weir.cli.input.Input;
import dev.weir.cli.inspect.HtmlReport;
import dev.weir.cli.inspect.Inspected;
import dev.weir.cli.inspect.TextReport;
import dev.weir.codec.chunk.Chunk;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.recording.Pace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir inspect}: where the time of recorded streams went, drawn. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Show where the time of streams went: bars, rates, pauses, side by side.",
    footer = {
      "",
      "Examples:",
      "  weir inspect answer.jsonl",
      "  weir inspect --html report.html before.jsonl after.jsonl",
      "  weir inspect metrics.jsonl",
      "  curl -sN --trace trace.txt --trace-time https://… ; weir inspect trace.txt",
      "",
      "Times are in recordings (decode --record), metrics (decode --metrics), curl traces and",
      "what a chat front end received. The page needs nothing else: no script, no remote content."
    })
final class InspectCommand implements Callable<Integer> {
  private static final int DEFAULT_WIDTH = 100;
  private static final int LEAST_WIDTH = 40;

  private final Console console;

  @Option(names = "--html", paramLabel = "FILE", description = "Write one self-contained page.")
  private @Nullable Path html;

  @Option(
      names = "--width",
      paramLabel = "N",
      description = "Columns of the terminal; default $COLUMNS, or 100.")
  private @Nullable Integer width;

  @Mixin private EntryOptions entry = new EntryOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = {
        "Recordings, metrics files, and captures (see weir decode --help); - is standard",
        "input. For a capture without times only the counts are shown."
      })
  private List<String> files = List.of();

  private boolean damaged;

  InspectCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    int code = ExitCode.FINE;
    List<Inspected> streams = new ArrayList<>();
    try (var progress = new Progress(console, "reading", files.size(), /* outIsQuiet= */ true)) {
      for (int i = 0; i < files.size(); i++) {
        code = Math.max(code, read(files.get(i), i, streams, progress));
      }
    }
    if (!streams.isEmpty()) {
      print(streams);
      writeHtml(streams);
    }
    return damaged ? Math.max(code, ExitCode.STREAM_BAD) : code;
  }

  private void print(List<Inspected> streams) {
    boolean colored = console.outIsTerminal() && console.variable("NO_COLOR") == null;
    TextReport.of(streams, width(), colored).forEach(console.out()::println);
  }

  private int width() {
    Integer given = width;
    if (given != null) {
      return Math.max(LEAST_WIDTH, given);
    }
    String columns = console.variable("COLUMNS");
    return columns != null && columns.matches("\\d{2,4}")
        ? Math.max(LEAST_WIDTH, Integer.parseInt(columns))
        : DEFAULT_WIDTH;
  }

  private void writeHtml(List<Inspected> streams) {
    Path page = html;
    if (page == null) {
      return;
    }
    try {
      Files.writeString(page, HtmlReport.of(streams));
    } catch (IOException failed) {
      throw new CallException("Cannot write %s: %s".formatted(page, failed));
    }
    console.say("wrote " + page);
  }

  private int read(String file, int number, List<Inspected> streams, Progress progress) {
    try (Input input = Inputs.open(file, console, entry.reading())) {
      for (Capture capture = input.next(); capture != null; capture = input.next()) {
        if (capture instanceof Capture.Measured measured) {
          streams.add(inspected(measured.name(), measured.metrics()));
          continue;
        }
        var run =
            new CaptureRun(
                console,
                input,
                Pace.AT_ONCE,
                measured -> streams.add(inspected(String.valueOf(measured.file()), measured)),
                () -> progress.at(number, input.bytesRead(), input.size()));
        Outcome outcome = run.run(capture, new Unseen(), /* recorder= */ null);
        outcome
            .damage()
            .ifPresent(words -> {
              damaged = true;
              console.say("%s: %s".formatted(file, words));
            });
      }
      return ExitCode.FINE;
    } catch (IOException | CallException failed) {
      return Inputs.wrong(file, failed, console);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitCode.CALL_WRONG;
    }
  }

  private static Inspected inspected(String file, MetricsRecord measured) {
    StreamMetrics metrics = measured.metrics();
    String dialect = measured.dialect();
    Path name = Path.of(file).getFileName();
    Verdict verdict = metrics.verdict();
    String model = metrics.outcome().modelName();
    return new Inspected(
        SafeWords.safe(name == null ? file : name.toString()),
        SafeWords.safe(model == null ? dialect : dialect + ", " + model),
        verdict == null ? "no end" : verdict.name(),
        safe(measured.provider()),
        safe(measured.node()),
        metrics);
  }

  private static @Nullable String safe(@Nullable String words) {
    return words == null ? null : SafeWords.safe(words);
  }

  /** Takes streams that are only measured. */
  private static final class Unseen implements StreamOutput {
    @Override
    public boolean wantsChunks() {
      return false;
    }

    @Override
    public void chunk(Chunk chunk) {}

    @Override
    public void event(StreamEvent event, long atMillis) {}

    @Override
    public boolean tellsOfGaps() {
      return true;
    }

    @Override
    public void end(long atMillis) {}
  }
}
