package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChatCommandTest {
  private static final String CANARY = "canary-4f1c9e77-key";
  private static final String ANSWER =
      """
      data: {"id":"r1","model":"m","choices":[{"index":0,"delta":{"reasoning_content":"Hm."}}]}

      data: {"id":"r1","choices":[{"index":0,"delta":{"content":"Hello\\u001b[2J world"}}]}

      data: {"id":"r1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

      data: [DONE]

      """;

  @TempDir Path folder;
  private HttpServer server;
  private final List<String> bodies = new ArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private int status = 200;
  private String answer = ANSWER;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/chat/completions",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(status, 0);
          exchange.getResponseBody().write(answer.getBytes(UTF_8));
          exchange.close();
        });
    server.start();
    Files.writeString(
        folder.resolve("weir.yaml"),
        """
        default: local
        providers:
          local:
            dialect: openai-chat
            base-url: http://127.0.0.1:%d/v1
            key-variable: LOCAL_KEY
            model: m
        calls:
          tries: 1
        """
            .formatted(server.getAddress().getPort()));
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private int chat(InputStream in, String... more) {
    List<String> args =
        new ArrayList<>(List.of("chat", "--config", folder.resolve("weir.yaml").toString()));
    args.addAll(List.of(more));
    Map<String, String> environment =
        Map.of(
            "LOCAL_KEY", CANARY,
            "WEIR_DEBUG_TRACE", folder.resolve("traces").toString(),
            "WEIR_DEBUG_STREAM", folder.resolve("debug.jsonl").toString());
    return Main.run(
        args.toArray(String[]::new),
        new Console(
            in,
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            environment,
            /* outIsTerminal= */ false,
            /* errIsTerminal= */ false));
  }

  @Test
  void plainShowsTheTextAloneAndNothingThatControlsATerminal() {
    int code = chat(InputStream.nullInputStream(), "Hi");
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(out.toString(UTF_8)).isEqualTo("Hello\\u001b[2J world" + System.lineSeparator());
    assertThat(code).isZero();
  }

  @Test
  void withoutAModelItSaysHowToNameOne() {
    int code = chat(InputStream.nullInputStream(), "--provider", "ollama", "Hi");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualTo("weir: Name a model: --model qwen3 (`ollama list` shows yours)\n");
  }

  @Test
  void everyLineOfStandardInputGoesOnWithTheConversation() {
    byte[] lines = "One\n\nTwo\n".getBytes(UTF_8);
    assertThat(chat(new ByteArrayInputStream(lines), "--json")).isZero();
    assertThat(bodies).hasSize(2);
    assertThat(bodies.get(1))
        .contains("{\"role\":\"user\",\"content\":\"One\"}", "\"reasoning_content\":\"Hm.\"")
        .contains("{\"role\":\"user\",\"content\":\"Two\"}");
    assertThat(out.toString(UTF_8).lines().filter(l -> l.contains("\"response_end\""))).hasSize(2);
  }

  @Test
  void aRecordedAnswerReplaysToTheSameEvents() {
    String recording = folder.resolve("r.jsonl").toString();
    assertThat(chat(InputStream.nullInputStream(), "--json", "--record", recording, "Hi")).isZero();
    String live = out.toString(UTF_8);
    out.reset();
    var console =
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));
    assertThat(Main.run(new String[] {"replay", "--speed", "max", recording}, console)).isZero();
    assertThat(out.toString(UTF_8)).isEqualTo(live);
  }

  @Test
  void everyChunkOfARecordingNamesTheAnswerThatItBelongsTo() {
    String recording = folder.resolve("r.jsonl").toString();
    byte[] lines = "One\nTwo\n".getBytes(UTF_8);
    assertThat(chat(new ByteArrayInputStream(lines), "--record", recording)).isZero();
    out.reset();
    var console =
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));
    Main.run(new String[] {"replay", "--speed", "max", "--to", "chunks", recording}, console);
    assertThat(out.toString(UTF_8).lines())
        .hasSize(4)
        .allMatch(line -> line.matches(".*\"conversation_event_id\":\"[0-9a-f]{16}/1/local\".*"));
  }

  @Test
  void theKeyIsInNothingThatIsWrittenOrSaid() throws IOException {
    answer = "{\"error\":{\"message\":\"Incorrect API key provided: " + CANARY + "\"}}";
    status = 401;
    assertThat(
            chat(
                InputStream.nullInputStream(),
                "--json",
                "--record",
                file("a"),
                "--metrics",
                file("m"),
                "Hi"))
        .isEqualTo(1);
    status = 200;
    assertThat(
            chat(
                InputStream.nullInputStream(),
                "--json",
                "--record",
                file("b"),
                "--metrics",
                file("m"),
                "Hi"))
        .isEqualTo(1);
    answer = ANSWER;
    assertThat(chat(InputStream.nullInputStream(), "--record", file("c"), "Hi")).isZero();
    assertThat(out.toString(UTF_8) + err)
        .contains("Incorrect API key provided: ***")
        .doesNotContain(CANARY);
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> written = files.filter(Files::isRegularFile).toList();
      assertThat(written).hasSizeGreaterThan(10);
      assertThat(written)
          .allSatisfy(
              f -> assertThat(new String(Files.readAllBytes(f), UTF_8)).doesNotContain(CANARY));
    }
  }

  private String file(String name) {
    return folder.resolve(name + ".jsonl").toString();
  }

  @Test
  void whoHasNoKeyTalksToTheSimulatorAndIsToldWhichVariablesToSet() throws IOException {
    Files.writeString(folder.resolve("weir.yaml"), "");
    assertThat(chat(InputStream.nullInputStream(), "Hi")).isZero();
    assertThat(err.toString(UTF_8)).contains("so the simulator answers", "ANTHROPIC_API_KEY");
    assertThat(out.toString(UTF_8)).isNotBlank();
  }

  @Test
  void severalProvidersAnswerOneAfterTheOtherAndOneThatFailsDoesNotStopTheOthers()
      throws IOException {
    alsoBroken();
    assertThat(
            chat(
                InputStream.nullInputStream(),
                "--provider",
                "broken,local,local",
                "--record",
                file("r"),
                "Hi"))
        .isEqualTo(1);
    assertThat(out.toString(UTF_8).replaceAll("\\d+\\.\\d s", "T"))
        .isEqualToIgnoringNewLines(
            """
            broken · m
            ✗ [http_404] HTTP 404 (text/html), which begins «<h1>404 Not Found</h1>No context found for request»
            T · FAILED

            local · m
            ◆ thinking · T
            Hm.

            ● answer
            Hello␛[2J world

            first text T · T · COMPLETE

            local · m
            ◆ thinking · T
            Hm.

            ● answer
            Hello␛[2J world

            first text T · T · COMPLETE

            """);
    assertThat(folder.resolve("r-2.jsonl")).content().contains("\"provider\":\"local\"");
    assertThat(folder.resolve("r-3.jsonl")).content().contains("\"provider\":\"local\"");
  }

  @Test
  void eventsOfSeveralProvidersSayWhoseTheyAre() throws IOException {
    alsoBroken();
    String[] call = {"--json", "--provider", "local", "--provider", "broken", "--model", "a,b"};
    assertThat(chat(InputStream.nullInputStream(), with(call, "Hi"))).isEqualTo(1);
    List<String> ends =
        out.toString(UTF_8).lines().filter(l -> l.contains("\"response_end\"")).sorted().toList();
    assertThat(ends).hasSize(2);
    assertThat(ends.get(0)).startsWith("{\"provider\":\"broken\",").contains("FAILED");
    assertThat(ends.get(1)).startsWith("{\"provider\":\"local\",").contains("COMPLETE");
    assertThat(bodies).singleElement().asString().contains("\"model\":\"a\"");
  }

  @Test
  void severalProvidersNeedOnePromptAndAModelEachOrNone() {
    String[] call = {"--provider", "local,local"};
    assertThat(chat(InputStream.nullInputStream(), call)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("Several providers answer one PROMPT");
    assertThat(chat(InputStream.nullInputStream(), with(call, "--model", "m", "Hi"))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("1 models for 2 providers");
    assertThat(chat(InputStream.nullInputStream(), "--provider", "local,nobody", "Hi"))
        .isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("Unknown provider \"nobody\"");
    assertThat(bodies).isEmpty();
  }

  private static String[] with(String[] call, String... more) {
    return Stream.concat(Stream.of(call), Stream.of(more)).toArray(String[]::new);
  }

  private void alsoBroken() throws IOException {
    Path config = folder.resolve("weir.yaml");
    String broken =
        """
        providers:
          broken:
            dialect: openai-chat
            base-url: http://127.0.0.1:%d/nowhere
            key-variable: LOCAL_KEY
            model: m
        """
            .formatted(server.getAddress().getPort());
    Files.writeString(config, Files.readString(config).replace("providers:\n", broken));
  }

  @Test
  void configurationErrorsNameLineAndFieldAndGuessWhatWasMeant() throws IOException {
    Files.writeString(folder.resolve("weir.yaml"), "providers:\n  openai:\n    modle: gpt\n");
    assertThat(chat(InputStream.nullInputStream(), "Hi")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("weir.yaml line 3: providers.openai.modle: unknown field", "Did you mean model?");
    Files.writeString(folder.resolve("weir.yaml"), "providers:\n  openai:\n    key: sk-1\n");
    assertThat(chat(InputStream.nullInputStream(), "Hi")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("key-variable").doesNotContain("sk-1");
  }
}
