package dev.weir.fuzzing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.codec.stream.StreamEncoder;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.file.FileStreamLog;
import dev.weir.redis.RedisTarget;
import dev.weir.testkit.EventScript;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes for each target what a fuzzer begins with: small inputs of the right form. */
public final class Seeds {
  private Seeds() {}

  /** Writes into a folder for each target below the one that is named. */
  public static void main(String[] args) throws IOException {
    Path home = Path.of(args[0]);
    for (Dialect dialect : Dialects.all()) {
      if (dialect.encoding().isPresent()) {
        byte[] stream = stream(dialect);
        write(home.resolve(dialect.word()), "turn", stream);
        write(home.resolve("framing"), dialect.word(), stream);
      }
      dialect
          .clientSide()
          .ifPresent(client ->
              write(
                  home.resolve("requests"),
                  dialect.word(),
                  client.write(request(), "m", Style.DEFAULT).body().toText().getBytes(UTF_8)));
    }
    for (StreamEvent event : turn()) {
      write(home.resolve("json"), EventJson.type(event), EventJson.write(event).getBytes(UTF_8));
    }
    write(
        home.resolve("recordings"),
        "chat",
        """
        {"weir":"recording","version":1,"dialect":"openai-chat","provider":"acme","modelName":"m","startedAt":"2026-01-02T03:04:05.000006Z"}
        {"at":5,"reached":"connected"}
        {"at":1000,"text":"data: [DONE]\\n\\n"}
        {"at":1001,"end":"input"}
        """
            .getBytes(UTF_8));
    write(home.resolve("text"), "markdown", "# A *b* `c`\n> [d](e) | f |\n".getBytes(UTF_8));
    write(home.resolve("redis"), "turn", RedisTarget.seed(turn()));
    log(home.resolve("log"));
  }

  private static List<StreamEvent> turn() {
    return EventScript.response()
        .reasoning(
            new Reasoning("rs_1", List.of("Looking"), "sealed", "signed", /* redacted= */ false),
            "Let me look. ")
        .text("Häll", "o \\ \"x\"\n")
        .call("c1", "weather", "{\"city\":", "\"Bonn\"}")
        .finish(FinishReason.TOOL_CALLS, "tool_calls")
        .end(Verdict.TOOL_CALLS, "tool_calls", Usage.NONE);
  }

  private static Request request() {
    return Request.builder()
        .modelName("m")
        .message(new Message.Instruction("Be brief."))
        .message(Message.user("Rain?"))
        .message(new Message.Assistant("No."))
        .message(Message.user("Sure?"))
        .build();
  }

  private static byte[] stream(Dialect dialect) {
    var out = new ByteArrayOutputStream();
    var encoder = new StreamEncoder(dialect, dialect, EncodeOptions.DEFAULT);
    turn().forEach(event -> encoder.accept(event, out::writeBytes));
    return out.toByteArray();
  }

  private static void log(Path folder) throws IOException {
    Path made = Files.createTempDirectory("weir-seed");
    try (FileStreamLog log = FileStreamLog.open(made)) {
      log.begin("s-1", "owner", "about").join();
      log.append(new Addition("s-1", 0, 1, turn())).join();
      log.end("s-1", turn().size(), "COMPLETE").join();
    }
    try (Stream<Path> files = Files.list(made)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".weirlog")).toList()) {
        write(folder, "turn", Files.readAllBytes(file));
      }
    }
  }

  private static void write(Path folder, String name, byte[] bytes) {
    try {
      Files.createDirectories(folder);
      Files.write(folder.resolve(name), bytes);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
