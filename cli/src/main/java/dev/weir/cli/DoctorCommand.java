package dev.weir.cli;

import dev.weir.codec.stream.DecodeOptions;
import dev.weir.codec.stream.Dialect;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamDoctor;
import dev.weir.event.StreamDoctor.Finding;
import dev.weir.event.StreamDoctor.Weight;
import dev.weir.event.StreamEvent;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
      "Looks for gaps and duplicates in sequence numbers, truncation, errors after HTTP 200,",
      "unknown events, malformed frames, contradictions, and a second response where one belongs.",
      "Lines with ✗ are wrong, lines with · are merely worth knowing.",
      "Exit code 1 if anything is wrong."
    })
final class DoctorCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private StreamOptions streams = new StreamOptions();

  DoctorCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Dialect dialect = streams.dialect();
    int code = ExitCode.FINE;
    for (String file : streams.files()) {
      var source = new Source(file, console.in());
      var visit = new Visit(streams.decodeOptions());
      try {
        source.read(dialect, visit);
        visit.end();
        code = Math.max(code, report(file, visit));
      } catch (CallException wrong) {
        console.err().println("weir: " + Words.safe(String.valueOf(wrong.getMessage())));
        code = ExitCode.CALL_WRONG;
      }
    }
    return code;
  }

  private int report(String file, Visit visit) {
    Response response = visit.assembler.response();
    List<Finding> findings = visit.doctor.findings();
    boolean wrong = findings.stream().anyMatch(f -> f.weight() == Weight.COMPLAINT);
    Dialect dialect = visit.dialect;
    StringBuilder head = new StringBuilder(Words.safe(file));
    head.append(": ").append(dialect == null ? "?" : dialect.word());
    if (response.modelName() != null) {
      head.append(", ").append(Words.safe(response.modelName()));
    }
    head.append(", %,d events, %s".formatted(visit.events, response.verdict()));
    console.out().println(head);
    for (Finding finding : findings) {
      String mark = finding.weight() == Weight.COMPLAINT ? "✗" : "·";
      String times = finding.times() == 1 ? "" : " (%,d times)".formatted(finding.times());
      console.out().println("  " + mark + " " + Words.safe(finding.words()) + times);
    }
    if (!wrong) {
      console.out().println("  ✓ nothing wrong");
    }
    return wrong ? ExitCode.STREAM_BAD : ExitCode.FINE;
  }

  /** One stream under examination. */
  private static final class Visit implements Source.Reader {
    final StreamDoctor doctor = new StreamDoctor();
    final ResponseAssembler assembler = new ResponseAssembler();
    private final DecodeOptions options;
    private @Nullable StreamDecoder decoder;
    @Nullable Dialect dialect;
    long events;

    Visit(DecodeOptions options) {
      this.options = options;
    }

    @Override
    public Consumer<byte[]> open(Dialect known) {
      dialect = known;
      var opened = new StreamDecoder(known, options);
      decoder = opened;
      return slice -> opened.feed(slice, this::event);
    }

    void end() {
      StreamDecoder opened = decoder;
      if (opened != null) {
        opened.end(this::event);
        doctor.lateFrames(opened.lateFrames());
      }
    }

    private void event(StreamEvent event) {
      events++;
      doctor.accept(event);
      assembler.accept(event);
    }
  }
}
