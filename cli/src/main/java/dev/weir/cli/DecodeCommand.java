package dev.weir.cli;

import dev.weir.codec.Decoder;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkDecoder;
import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.codec.stream.DecodeOptions;
import dev.weir.codec.stream.Dialect;
import dev.weir.codec.stream.ResponseJson;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
      "",
      "With several files every line carries its file. Exit code 1 if any stream was bad:",
      "failed, truncated, or with a fault inside."
    })
final class DecodeCommand implements Callable<Integer> {

  /** What to print. */
  enum Form {
    EVENTS,
    MESSAGE,
    CHUNKS,
    LIFECYCLE
  }

  /** A capture does not say when its bytes arrived; the same capture always prints the same. */
  private static final long NO_CLOCK = 0;

  private final Console console;

  @Mixin private StreamOptions streams = new StreamOptions();

  @Option(
      names = "--to",
      paramLabel = "FORM",
      description = {
        "events     every event as it comes (default)",
        "message    one object per stream: text, reasoning, tool calls, verdict, usage",
        "chunks     every frame, classified, with its raw payload",
        "lifecycle  what a chat front end receives, as server-sent events; a capture has",
        "           no arrival times, so all timestamps and durations are 0"
      })
  private Form form = Form.EVENTS;

  @Option(
      names = "--openai-text",
      description = "lifecycle: frame text deltas as OpenAI chat chunks instead of text_delta.")
  private boolean openaiText;

  DecodeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Dialect dialect = streams.dialect();
    DecodeOptions options = streams.decodeOptions();
    List<String> files = streams.files();
    int code = ExitCode.FINE;
    for (String file : files) {
      var source = new Source(file, console.in());
      var printer = new Printer(source, files.size() > 1, options);
      try {
        source.read(dialect, printer);
        printer.end();
        code = Math.max(code, printer.isBad() ? ExitCode.STREAM_BAD : ExitCode.FINE);
      } catch (CallException wrong) {
        console.err().println("weir: " + Words.safe(String.valueOf(wrong.getMessage())));
        code = ExitCode.CALL_WRONG;
      }
      if (console.out().checkError()) {
        // Nobody reads any more: head and friends close the pipe when they have enough.
        return code;
      }
    }
    return code;
  }

  /** Prints one stream. */
  private final class Printer implements Source.Reader {
    private final Source source;
    private final boolean namesFile;
    private final DecodeOptions options;
    private final ResponseAssembler assembler = new ResponseAssembler();
    private @Nullable Dialect dialect;
    private @Nullable Runnable ending;
    private @Nullable LifecycleEncoder lifecycle;
    private boolean bad;

    Printer(Source source, boolean namesFile, DecodeOptions options) {
      this.source = source;
      this.namesFile = namesFile;
      this.options = options;
    }

    @Override
    public Consumer<byte[]> open(Dialect known) {
      dialect = known;
      if (form == Form.CHUNKS) {
        Decoder<byte[], Chunk> chunks =
            known
                .framing(options.limits())
                .then(
                    new ChunkDecoder(
                        known.chunkTable(), new ConversationOwners(), options.limits()));
        ending = () -> guarded(() -> chunks.end(this::chunk));
        return slice -> guarded(() -> chunks.feed(slice, this::chunk));
      }
      if (form == Form.LIFECYCLE) {
        console.out().println(": file " + Words.safe(source.name()));
        lifecycle =
            new LifecycleEncoder(
                new LifecycleOptions(known.offersAlternatives(), openaiText),
                frame -> console.out().print(frame.toText()));
      }
      var decoder = new StreamDecoder(known, options);
      ending = () -> decoder.end(this::event);
      return slice -> {
        decoder.feed(slice, this::event);
        if (source.isLive()) {
          console.out().flush();
        }
      };
    }

    /** Chunks are shown as they are framed; beyond a limit there is nothing to show. */
    private void guarded(Runnable step) {
      try {
        step.run();
      } catch (LimitExceededException limit) {
        bad = true;
        throw new CallException(source.name() + ": " + limit.getMessage());
      }
    }

    void end() {
      if (ending != null) {
        ending.run();
      }
      if (lifecycle != null) {
        lifecycle.end(NO_CLOCK);
      }
      Dialect known = dialect;
      if (form == Form.MESSAGE && known != null) {
        Response response = assembler.response();
        var json = new JsonText().beginObject().field("file", source.name());
        ResponseJson.write(json, known, response);
        console.out().println(json.endObject());
      }
    }

    boolean isBad() {
      return bad;
    }

    private void chunk(Chunk chunk) {
      var json = line();
      chunk.write(json);
      console.out().println(json.endObject());
    }

    private void event(StreamEvent event) {
      switch (event) {
        case StreamEvent.Fault fault -> bad = true;
        case StreamEvent.SequenceGap gap -> bad = true;
        case StreamEvent.ResponseEnd end -> bad |= !end.verdict().isNatural();
        case StreamEvent fine -> {}
      }
      switch (form) {
        case EVENTS -> {
          var json = line();
          EventJson.write(event, json);
          console.out().println(json.endObject());
        }
        case LIFECYCLE -> {
          if (lifecycle != null) {
            lifecycle.accept(event, NO_CLOCK);
          }
        }
        case MESSAGE, CHUNKS -> assembler.accept(event);
      }
    }

    private JsonText line() {
      var json = new JsonText().beginObject();
      return namesFile ? json.field("file", source.name()) : json;
    }
  }
}
