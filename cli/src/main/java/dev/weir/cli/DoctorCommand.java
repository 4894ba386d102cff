package dev.weir.cli;

import dev.weir.cli.CaptureRun.Outcome;
import dev.weir.cli.input.Capture;
import dev.weir.cli.input.Input;
import dev.weir.codec.chunk.Chunk;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamDoctor;
import dev.weir.event.StreamDoctor.Finding;
import dev.weir.event.StreamDoctor.Weight;
import dev.weir.event.StreamEvent;
import dev.weir.log.recording.Pace;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code weir doctor}: what is wrong with captured streams, in words. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Say in words what is wrong with captured streams.",
    footer = {
      "",
      "Examples:",
      "  weir doctor answer.sse",
      "  weir doctor page.har                   every stream that the page received",
      "  curl -iN https://… | weir doctor -",
      "",
      "Looks for gaps and duplicates in sequence numbers, truncation, errors after HTTP 200,",
      "unknown events, malformed frames, contradictions, damaged arguments of calls, outputs that",
      "finish early, summaries that come late, and a second response where one belongs.",
      "Lines with ✗ are wrong, lines with · are merely worth knowing.",
      "Exit code 1 if anything is wrong."
    })
final class DoctorCommand implements Callable<Integer> {
  private static final int FIRST_ERROR_STATUS = 400;

  private final Console console;

  @Mixin private StreamOptions streams;

  DoctorCommand(Console console) {
    this(console, List.of());
  }

  DoctorCommand(Console console, List<String> files) {
    this.console = console;
    this.streams = new StreamOptions(files);
  }

  @Override
  public Integer call() {
    int code = ExitCode.FINE;
    for (String file : streams.files()) {
      code = Math.max(code, visit(file));
    }
    return code;
  }

  private int visit(String file) {
    int code = ExitCode.FINE;
    try (Input input = Inputs.open(file, console, streams.reading())) {
      var run = new CaptureRun(console, input, Pace.AT_ONCE, metrics -> {}, () -> {});
      for (Capture capture = input.next(); capture != null; capture = input.next()) {
        var visit = new Visit();
        Outcome outcome = run.run(capture, visit, /* recorder= */ null);
        code = Math.max(code, report(capture, visit, outcome));
      }
      return code;
    } catch (IOException | CallException wrong) {
      return Inputs.wrong(file, wrong, console);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitCode.STREAM_BAD;
    }
  }

  private int report(Capture capture, Visit visit, Outcome outcome) {
    visit.doctor.lateFrames(outcome.lateFrames());
    List<Finding> findings = visit.doctor.findings();
    String damage = outcome.damage().orElse(null);
    boolean wrong =
        damage != null || findings.stream().anyMatch(f -> f.weight() == Weight.COMPLAINT);
    console.out().println(SafeWords.safe(head(capture, visit)));
    for (Finding finding : findings) {
      String times = finding.times() == 1 ? "" : " (%,d times)".formatted(finding.times());
      line(finding.weight() == Weight.COMPLAINT ? "✗" : "·", finding.words() + times);
    }
    if (damage != null) {
      line("✗", "the capture: " + damage);
    }
    if (!wrong) {
      line("✓", "nothing wrong");
    }
    return wrong ? ExitCode.STREAM_BAD : ExitCode.FINE;
  }

  private void line(String mark, String words) {
    console.out().println("  " + mark + " " + SafeWords.safe(words));
  }

  private static String head(Capture capture, Visit visit) {
    Response response = visit.assembler.response();
    String what =
        switch (capture) {
          case Capture.Bytes bytes ->
              (bytes.status() >= FIRST_ERROR_STATUS ? "HTTP " + bytes.status() + ", " : "")
                  + bytes.entries().header().dialect().word();
          case Capture.Events events -> events.told().form();
          case Capture.Measured measured -> throw CaptureRun.notAStream(measured);
        };
    String model = response.modelName() == null ? "" : ", " + response.modelName();
    return "%s: %s%s, %,d events, %s"
        .formatted(capture.name(), what, model, visit.events, response.verdict());
  }

  /** One stream under examination. */
  private static final class Visit implements StreamOutput {
    final StreamDoctor doctor = new StreamDoctor();
    final ResponseAssembler assembler = new ResponseAssembler();
    long events;

    @Override
    public boolean wantsChunks() {
      return false;
    }

    @Override
    public void chunk(Chunk chunk) {}

    @Override
    public void event(StreamEvent event, long atMillis) {
      events++;
      doctor.accept(event);
      assembler.accept(event);
    }

    @Override
    public boolean tellsOfGaps() {
      return true;
    }

    @Override
    public void end(long atMillis) {}
  }
}
