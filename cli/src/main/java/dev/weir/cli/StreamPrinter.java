package dev.weir.cli;

import dev.weir.cli.FormOptions.Form;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.codec.stream.Dialect;
import dev.weir.codec.stream.ResponseJson;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import org.jspecify.annotations.Nullable;

/** Prints one stream in the form that was asked for. */
final class StreamPrinter implements StreamOutput {
  private final Console console;
  private final Form form;
  private final String name;
  private final boolean namesFile;
  private final Dialect dialect;
  private final ResponseAssembler assembler = new ResponseAssembler();
  private final @Nullable LifecycleEncoder lifecycle;
  private final PhaseLines phases;

  StreamPrinter(
      Console console, FormOptions options, String name, boolean namesFile, Dialect dialect) {
    this.console = console;
    this.form = options.form();
    this.name = name;
    this.namesFile = namesFile;
    this.dialect = dialect;
    this.phases = new PhaseLines(console, this::line, options.policy());
    if (form == Form.LIFECYCLE) {
      console.out().println(": file " + Words.safe(name));
      lifecycle =
          new LifecycleEncoder(
              new LifecycleOptions(dialect.offersAlternatives(), options.openaiText()),
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
      case CHUNKS, PANELS -> {}
    }
  }

  @Override
  public void end(long atMillis) {
    if (lifecycle != null) {
      lifecycle.end(atMillis);
    }
    if (form == Form.MESSAGE) {
      var json = new JsonText().beginObject().field("file", name);
      ResponseJson.write(json, dialect, assembler.response());
      console.out().println(json.endObject());
    }
  }

  private JsonText line() {
    var json = new JsonText().beginObject();
    return namesFile ? json.field("file", name) : json;
  }
}
