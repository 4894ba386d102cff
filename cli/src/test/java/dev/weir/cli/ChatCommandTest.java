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
import java.util.concurrent.CopyOnWriteArrayList;
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
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private int status = 200;
  private String answer = ANSWER;

  /** What is answered first, one by one. */
  private final List<String> answers = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/chat/completions",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(status, 0);
          String said = answers.isEmpty() ? answer : answers.removeFirst();
          exchange.getResponseBody().write(said.getBytes(UTF_8));
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
  void withLinesEveryLineOfStandardInputGoesOnWithTheConversation() {
    byte[] lines = "One\n\nTwo\n".getBytes(UTF_8);
    assertThat(chat(new ByteArrayInputStream(lines), "--json", "--lines")).isZero();
    assertThat(bodies).hasSize(2);
    assertThat(bodies.get(1))
        .contains("{\"role\":\"user\",\"content\":\"One\"}", "\"reasoning_content\":\"Hm.\"")
        .contains("{\"role\":\"user\",\"content\":\"Two\"}");
    assertThat(out.toString(UTF_8).lines().filter(l -> l.contains("\"response_end\""))).hasSize(2);
  }

  @Test
  void standardInputJoinsThePrompt() {
    byte[] input = "line one\nline two\n".getBytes(UTF_8);
    assertThat(chat(new ByteArrayInputStream(input), "Summarise this")).isZero();
    assertThat(bodies)
        .singleElement()
        .asString()
        .contains("{\"role\":\"user\",\"content\":\"Summarise this\\n\\nline one\\nline two\\n\"}");
  }

  @Test
  void standardInputAloneIsOneQuestion() {
    byte[] input = "line one\n\nline two\n".getBytes(UTF_8);
    assertThat(chat(new ByteArrayInputStream(input))).isZero();
    assertThat(bodies)
        .singleElement()
        .asString()
        .contains("\"content\":\"line one\\n\\nline two\\n\"");
  }

  @Test
  void standardInputJoinsThePromptOfSeveralProvidersToo() {
    byte[] input = "and this".getBytes(UTF_8);
    assertThat(chat(new ByteArrayInputStream(input), "--provider", "local,local", "Say")).isZero();
    assertThat(bodies).hasSize(2).allMatch(body -> body.contains("\"Say\\n\\nand this\""));
  }

  @Test
  void anEmptyQuestionAsksNobody() {
    assertThat(chat(InputStream.nullInputStream())).isEqualTo(2);
    assertThat(chat(InputStream.nullInputStream(), " ")).isEqualTo(2);
    assertThat(chat(new ByteArrayInputStream("\n \n".getBytes(UTF_8)), "")).isEqualTo(2);
    assertThat(bodies).isEmpty();
    assertThat(err.toString(UTF_8).lines())
        .hasSize(3)
        .allMatch(line -> line.startsWith("weir: Nothing to ask: give a PROMPT"));
  }

  @Test
  void filesThatAQuestionNamesAreSentAlong() throws IOException {
    Path notes = Files.writeString(folder.resolve("notes.txt"), "the notes");
    Path picture = Files.write(folder.resolve("p.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G'});
    String prompt = "Does @%s, or @%s, mention @nobody?".formatted(notes, picture);

    assertThat(chat(InputStream.nullInputStream(), prompt)).isZero();

    assertThat(bodies)
        .singleElement()
        .asString()
        .contains(
            "Does %s, or %s, mention @nobody?\\n\\n<file name=\\\"%s\\\">\\nthe notes\\n</file>"
                .formatted(notes, picture, notes))
        .contains("data:image/png;base64,iVBORw==");
    assertThat(err.toString(UTF_8))
        .isEqualTo("weir: there is no file nobody?: @nobody? is sent as it stands\n");
  }

  @Test
  void aFileThatCannotBeSentIsNamed() throws IOException {
    Path archive = Files.writeString(folder.resolve("a.zip"), "PK\u0003\u0004\0");

    assertThat(chat(InputStream.nullInputStream(), "Read @" + archive)).isEqualTo(2);

    assertThat(bodies).isEmpty();
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "weir: %s is a ZIP archive, which cannot be attached; text, pictures and PDF can\n"
                .formatted(archive));
  }

  @Test
  void theModelMayUseTheToolsOfTheSettings() throws IOException {
    server.createContext(
        "/weather",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write("sunny".getBytes(UTF_8));
          exchange.close();
        });
    Path config = folder.resolve("weir.yaml");
    Files.writeString(
        config,
        Files.readString(config)
            + """
            tools:
              weather:
                url: http://127.0.0.1:%d/weather/{city}
                description: The weather in a city
                parameters: {type: object, properties: {city: {type: string}}, required: [city]}
            """
                .formatted(server.getAddress().getPort()));
    answers.add(
        """
        data: {"id":"r0","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"weather","arguments":"{\\"city\\":\\"Oslo\\"}"}}]},"finish_reason":"tool_calls"}]}

        data: [DONE]

        """);

    assertThat(chat(InputStream.nullInputStream(), "--record", file("r"), "How is Oslo?")).isZero();

    assertThat(out.toString(UTF_8))
        .isEqualTo("[weather {\"city\":\"Oslo\"}]\nHello\\u001b[2J world\n");
    assertThat(bodies).hasSize(2);
    assertThat(bodies.get(0)).contains("\"name\":\"weather\"");
    assertThat(bodies.get(1)).contains("\"role\":\"tool\"", "sunny");
    assertThat(folder.resolve("r.jsonl")).content().contains("tool_calls").endsWith("\"}\n");
    assertThat(folder.resolve("r-pass2.jsonl")).content().contains("Hello").endsWith("\"}\n");
    bodies.clear();
    assertThat(chat(InputStream.nullInputStream(), "--no-tools", "Hi")).isZero();
    assertThat(bodies).singleElement().asString().doesNotContain("weather");
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
    assertThat(chat(new ByteArrayInputStream(lines), "--lines", "--record", recording)).isZero();
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
    assertThat(err.toString(UTF_8)).contains("Nothing to ask: give a PROMPT");
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
