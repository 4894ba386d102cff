package dev.weir.cli;

import dev.weir.cli.FormOptions.Form;
import dev.weir.cli.input.Capture;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.codec.stream.ResponseJson;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamDoctor;
import dev.weir.event.StreamDoctor.Weight;
import dev.weir.event.StreamEvent;
import org.jspecify.annotations.Nullable;

/** Prints one stream in the form that was asked for. */
final class StreamPrinter implements StreamOutput {
  private final Console console;
  private final Form form;
  private final String name;
  private final boolean namesFile;
  private final String origin;
  private final ResponseAssembler assembler = new ResponseAssembler();
  private final StreamDoctor doctor = new StreamDoctor();
  private final AnswerText text;
  private final @Nullable LifecycleEncoder lifecycle;
  private final PhaseLines phases;
  private boolean isAtLineStart = true;

  /**
   * @param namesFile whether others are printed too, so that each line must name its file
   */
  StreamPrinter(Console console, FormOptions options, Capture capture, boolean namesFile) {
    this.console = console;
    this.form = options.form();
    this.name = capture.name();
    this.namesFile = namesFile;
    this.phases = new PhaseLines(console, this::line, options.policy());
    this.origin =
        switch (capture) {
          case Capture.Bytes bytes -> bytes.entries().header().dialect().word();
          case Capture.Events events -> events.told().form();
          case Capture.Measured measured -> throw CaptureRun.notAStream(measured);
        };
    this.text = new AnswerText(this::text);
    if (form == Form.TEXT && namesFile) {
      console.out().println("==> %s <==".formatted(SafeWords.safe(name)));
    }
    if (form == Form.LIFECYCLE) {
      console.out().println(": file " + SafeWords.safe(name));
      lifecycle =
          new LifecycleEncoder(
              new LifecycleOptions(options.openaiText()),
              frame -> console.out().print(frame.toText()));
    } else {
      lifecycle = null;
    }
  }

  @Override
  public boolean wantsChunks() {
    return form == Form.CHUNKS;
  }

  @Override
  public void chunk(Chunk chunk) {
    var json = line();
    chunk.write(json);
    console.out().println(json.endObject());
  }

  @Override
  public void event(StreamEvent event, long atMillis) {
    switch (form) {
      case EVENTS -> {
        var json = line();
        EventJson.write(event, json);
        console.out().println(json.endObject());
      }
      case LIFECYCLE -> {
        if (lifecycle != null) {
          lifecycle.accept(event, atMillis);
        }
      }
      case MESSAGE -> assembler.accept(event);
      case PHASES -> phases.event(event);
      case TEXT -> {
        doctor.accept(event);
        text.accept(event);
      }
      case CHUNKS, PANELS -> {}
    }
  }

  private void text(String words) {
    console.out().print(console.outIsTerminal() ? SafeWords.safeLines(words) : words);
    isAtLineStart = words.endsWith("\n");
  }

  /** The text alone does not show that it is not all. */
  private void endText() {
    if (!isAtLineStart) {
      console.out().println();
    }
    if (text.isStale()) {
      console.say(
          name + ": chunks were lost, and the text was corrected later: --to message has it");
    }
    doctor.findings().stream()
        .filter(finding -> finding.weight() == Weight.COMPLAINT)
        .forEach(finding -> console.say(name + ": " + finding.words()));
  }

  @Override
  public boolean tellsOfGaps() {
    return form == Form.TEXT;
  }

  @Override
  public void end(long atMillis) {
    if (lifecycle != null) {
      lifecycle.end(atMillis);
    }
    if (form == Form.TEXT) {
      endText();
    }
    if (form == Form.MESSAGE) {
      var json = new JsonText().beginObject().field("file", name);
      ResponseJson.write(json, origin, assembler.response());
      console.out().println(json.endObject());
    }
  }

  private JsonText line() {
    var json = new JsonText().beginObject();
    return namesFile ? json.field("file", name) : json;
  }
}
