package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.cli.inspect.HtmlReport;
import dev.weir.cli.inspect.Inspected;
import dev.weir.cli.inspect.TextReport;
import dev.weir.codec.json.JsonException;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsJson;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.log.recording.NotARecordingException;
import dev.weir.log.recording.RecordingReader;
import dev.weir.log.recording.Replay;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
      "",
      "Reads recordings (decode --record) and metrics (decode --metrics). The page needs nothing",
      "else: no script, no remote content."
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

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Recordings and files of metrics.")
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
    try {
      if (isMetrics(file)) {
        metrics(file, streams);
      } else {
        streams.add(recording(file, number, progress));
      }
      return ExitCode.FINE;
    } catch (NoSuchFileException missing) {
      console.say("No such file: " + file);
    } catch (NotARecordingException other) {
      console.say("%s is neither a recording nor metrics: %s".formatted(file, other.getMessage()));
    } catch (IOException | JsonException failed) {
      console.say("Cannot read %s: %s".formatted(file, failed.getMessage()));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.CALL_WRONG;
  }

  private static boolean isMetrics(String file) throws IOException {
    byte[] head = new byte[64];
    int n;
    try (var in = Files.newInputStream(Path.of(file))) {
      n = in.readNBytes(head, 0, head.length);
    }
    return new String(head, 0, n, UTF_8).startsWith("{\"weir\":\"metrics\"");
  }

  private void metrics(String file, List<Inspected> streams) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(Path.of(file), UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        MetricsRecord read = MetricsJson.read(line);
        String name = read.file() == null ? file : read.file();
        streams.add(inspected(name, read.dialect(), read.metrics()));
      }
    }
  }

  private Inspected recording(String file, int number, Progress progress)
      throws IOException, InterruptedException {
    Path path = Path.of(file);
    long size = Files.size(path);
    try (RecordingReader recording = RecordingReader.open(path)) {
      StreamMetrics metrics =
          Replay.run(
              recording,
              atMicros -> progress.at(number, recording.bytesRead(), size),
              (event, atMicros) -> {});
      recording
          .damage()
          .ifPresent(words -> {
            damaged = true;
            console.say("%s: %s".formatted(file, words));
          });
      return inspected(file, recording.header().dialect().word(), metrics);
    }
  }

  private static Inspected inspected(String file, String dialect, StreamMetrics metrics) {
    Path name = Path.of(file).getFileName();
    Verdict verdict = metrics.verdict();
    String model = metrics.modelName();
    return new Inspected(
        Words.safe(name == null ? file : name.toString()),
        Words.safe(model == null ? dialect : dialect + ", " + model),
        verdict == null ? "no end" : verdict.name(),
        metrics);
  }
}
