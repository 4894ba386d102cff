package dev.weir.cli;

import dev.weir.cli.StreamOptions.DialectNames;
import dev.weir.cli.input.Capture;
import dev.weir.cli.input.EntryChoice;
import dev.weir.cli.input.Input;
import dev.weir.cli.input.ReadOptions;
import dev.weir.codec.Bytes;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.BadRequestException;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.RequestLoss;
import dev.weir.log.recording.Pace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir translate}: requests and streams of one dialect in another. */
@Command(
    name = "translate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Write request bodies, or a captured stream, in another dialect.",
      "A request becomes a line of JSON: {\"file\", \"request\", \"lost\": [{\"field\", \"why\"}]}.",
      "A stream is written as a provider of the other dialect would send it."
    },
    footer = {
      "",
      "Examples:",
      "  weir translate --from openai-chat --to anthropic request.json",
      "  weir translate --from anthropic --to gemini --model gemini-flash-latest - < request.json",
      "  weir translate --from anthropic --to openai-chat answer.sse > chat.sse",
      "",
      "Exit code 0 if nothing was lost, 1 if something was (or the stream was bad),",
      "2 if a file is not a request of that dialect."
    })
final class TranslateCommand implements Callable<Integer> {
  private static final JsonReader READER = JsonReader.strict(/* maxDepth= */ 200, 64 << 20);

  private final Console console;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "D",
      completionCandidates = DialectNames.class,
      description = "The dialect of the files. One of: ${COMPLETION-CANDIDATES}")
  private String from = "";

  @Option(
      names = "--to",
      required = true,
      paramLabel = "D",
      completionCandidates = DialectNames.class,
      description = "The dialect to write; the files' own is fine too.")
  private String to = "";

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "The model to name instead of the one in the file.")
  private @Nullable String modelName;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = {
        "Request bodies, or one captured stream as weir decode reads it;",
        "- is standard input."
      })
  private List<String> files = List.of();

  TranslateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Dialect source = dialect(from);
    Dialect target = dialect(to);
    int code = ExitCode.FINE;
    for (String file : files) {
      try {
        code = Math.max(code, translate(file, source, target));
      } catch (IOException | CallException wrong) {
        code = Math.max(code, Inputs.wrong(file, wrong, console));
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return ExitCode.STREAM_BAD;
      }
    }
    return code;
  }

  private static Dialect dialect(String word) {
    return Dialects.of(word)
        .orElseThrow(() ->
            new CallException(
                "Unknown dialect \"%s\"; expected one of %s".formatted(word, Dialects.words())));
  }

  private int translate(String file, Dialect source, Dialect target)
      throws IOException, InterruptedException {
    byte[] bytes = bytes(file);
    Optional<Json> body = request(bytes, source);
    return body.isPresent()
        ? translateRequest(file, body.get(), source, target)
        : translateStream(file, bytes, source, target);
  }

  private byte[] bytes(String file) throws IOException {
    try {
      return file.equals("-") ? console.in().readAllBytes() : Files.readAllBytes(Path.of(file));
    } catch (InvalidPathException notAName) {
      throw new NoSuchFileException(file);
    }
  }

  /** One JSON object is a request, unless it is the only chunk of a stream or holds captures. */
  private static Optional<Json> request(byte[] bytes, Dialect source) {
    try {
      Json json = READER.read(Bytes.of(bytes));
      boolean isStream = source.isMarked(json) || json.has("log");
      return json.isObject() && !isStream ? Optional.of(json) : Optional.empty();
    } catch (JsonException severalOrNone) {
      return Optional.empty();
    }
  }

  private int translateRequest(String file, Json body, Dialect source, Dialect target) {
    Rendered written;
    try {
      written = new RequestTranslator(source, target, modelName).translate(body);
    } catch (BadRequestException wrong) {
      throw new CallException(
          "%s is not a request of %s: %s".formatted(file, source.word(), wrong.getMessage()));
    } catch (IllegalArgumentException wrong) {
      throw new CallException(
          "%s cannot be asked in %s: %s".formatted(file, target.word(), wrong.getMessage()));
    }
    var line = new JsonText().beginObject().field("file", file);
    line.name("request").value(written.body()).name("lost").beginArray();
    for (RequestLoss loss : written.leftOut()) {
      line.beginObject().field("field", loss.field()).field("why", loss.why()).endObject();
    }
    console.out().println(line.endArray().endObject());
    return written.leftOut().isEmpty() ? ExitCode.FINE : ExitCode.STREAM_BAD;
  }

  private int translateStream(String file, byte[] bytes, Dialect source, Dialect target)
      throws IOException, InterruptedException {
    if (target.encoding().isEmpty()) {
      throw new CallException("Weir reads streams of %s but does not write them".formatted(to));
    }
    if (files.size() > 1) {
      throw new CallException(
          "%s is not a request of %s; a stream is translated alone: name one file"
              .formatted(file, source.word()));
    }
    var reading = new ReadOptions(source, DecodeOptions.DEFAULT, EntryChoice.ALL);
    try (Input input = Input.open("-", new ByteArrayInputStream(bytes), reading)) {
      var run = new CaptureRun(console, input, Pace.AT_ONCE, metrics -> {}, () -> {});
      var output = new TranslatedStream(console.out(), source, target, modelName);
      Capture capture = input.next();
      if (capture == null) {
        throw new CallException("%s holds neither a request nor a stream".formatted(file));
      }
      int code = run.run(capture, output, null).code();
      output.losses().forEach(loss -> console.say("lost: " + loss));
      return output.losses().isEmpty() ? code : ExitCode.STREAM_BAD;
    }
  }
}
