package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testkit.Cases;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  private static final String ANSWER =
      """
      data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}

      data: [DONE]

      """;

  @TempDir Path folder = Path.of("");

  @Test
  void eventsArePrintedOneALine() throws IOException {
    Path file = write("a.sse", ANSWER);

    Run run = run("decode", file.toString());

    assertThat(run.code).isZero();
    assertThat(run.out.lines())
        .containsExactly(
            "{\"type\":\"response_start\",\"responseId\":\"c\",\"modelName\":\"m\",\"alternatives\":true}",
            "{\"type\":\"block_start\",\"output\":0,\"block\":0,\"kind\":\"text\"}",
            "{\"type\":\"block_delta\",\"output\":0,\"block\":0,\"text\":\"hi\"}",
            "{\"type\":\"block_end\",\"output\":0,\"block\":0,\"complete\":true}",
            "{\"type\":\"output_end\",\"output\":0,\"reason\":\"stop\",\"word\":\"stop\"}",
            "{\"type\":\"response_end\",\"verdict\":\"COMPLETE\",\"word\":\"stop\"}");
  }

  @Test
  void severalFilesGiveOneMessageEachWithTheirNames() throws IOException {
    Path a = write("a.sse", ANSWER);
    Path b = write("b.sse", ANSWER.replace("hi", "ho"));

    Run run = run("decode", "--to", "message", a.toString(), b.toString());

    assertThat(run.out)
        .isEqualTo(
            """
            {"file":"%s","dialect":"openai-chat","responseId":"c","modelName":"m","text":"hi","reasoning":"","refusal":"","toolCalls":[],"serverTools":[],"finish":"stop","verdict":"COMPLETE"}
            {"file":"%s","dialect":"openai-chat","responseId":"c","modelName":"m","text":"ho","reasoning":"","refusal":"","toolCalls":[],"serverTools":[],"finish":"stop","verdict":"COMPLETE"}
            """
                .formatted(a, b));
  }

  @Test
  void standardInputIsReadForADash() {
    Run run = runWith(ANSWER, "decode", "--to", "message", "-");

    assertThat(run.out).contains("\"file\":\"-\"").contains("\"text\":\"hi\"");
  }

  @Test
  void chunksCarryTheirRawPayload() {
    Run run = runWith(ANSWER, "decode", "--to", "chunks", "-");

    assertThat(run.out.lines().toList())
        .hasSize(2)
        .first()
        .asString()
        .startsWith(
            "{\"part_kind\":\"assistant\",\"text_delta\":\"hi\",\"response_id\":\"c\","
                + "\"output_index\":0,\"chunk_type\":\"chat.completion.chunk\",\"is_terminal\":true,"
                + "\"raw_chunk\":\"{");
  }

  @Test
  void phasesArePrintedAsTheyChangeByThePolicyThatWasChosen() {
    String file = Cases.write("n2.sse", folder).toString();

    Run run = run("decode", "--to", "phases", "--policy", "on_phase_end", file);

    assertThat(run.out)
        .isEqualTo(
            """
            {"type":"content_start","output":0,"reasoning":"COMPLETE","content":"PENDING","reasoningDeltas":0,"contentDeltas":1}
            {"type":"content_start","output":1,"reasoning":"COMPLETE","content":"PENDING","reasoningDeltas":0,"contentDeltas":1}
            {"type":"finish","output":0,"reasoning":"COMPLETE","content":"COMPLETE","reasoningDeltas":0,"contentDeltas":1,"finish":"stop"}
            {"type":"content_complete","output":0,"reasoning":"COMPLETE","content":"COMPLETE","reasoningDeltas":0,"contentDeltas":1,"finish":"stop"}
            {"type":"finish","output":1,"reasoning":"COMPLETE","content":"COMPLETE","reasoningDeltas":0,"contentDeltas":3,"finish":"length"}
            {"type":"content_complete","output":1,"reasoning":"COMPLETE","content":"COMPLETE","reasoningDeltas":0,"contentDeltas":3,"finish":"length"}
            {"type":"end","verdict":"COMPLETE","word":"stop"}
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"events", "message", "chunks", "lifecycle", "phases"})
  void aBadStreamGivesExitCodeOneInEveryForm(String form) {
    String cut = ANSWER.lines().findFirst().orElse("").replace("\"stop\"", "null");

    assertThat(runWith(cut, "decode", "--to", form, "-").code).isEqualTo(1);
    assertThat(runWith(ANSWER, "decode", "--to", form, "-").code).isZero();
  }

  @Test
  void aBadStreamGivesExitCodeOne() {
    Run run =
        runWith(ANSWER.lines().findFirst().orElse("").replace("\"stop\"", "null"), "decode", "-");

    assertThat(run.code).isEqualTo(1);
    assertThat(run.out).endsWith("{\"type\":\"response_end\",\"verdict\":\"TRUNCATED\"}\n");
  }

  @Test
  void aMissingFileIsSaidAndTheOthersAreDecoded() throws IOException {
    Path file = write("a.sse", ANSWER);

    Run run = run("decode", "--to", "message", "nowhere.sse", file.toString());

    assertThat(run.code).isEqualTo(2);
    assertThat(run.err).isEqualTo("weir: No such file: nowhere.sse\n");
    assertThat(run.out).contains("\"text\":\"hi\"");
  }

  @Test
  void aFolderIsSaidToBeOne() {
    assertThat(run("decode", "-d", "openai-chat", folder.toString()).err)
        .contains("it is a folder; name the files in it");
  }

  @Test
  void anUnknownDialectNamesTheKnownOnes() {
    Run run = runWith(ANSWER, "decode", "--dialect", "klingon", "-");

    assertThat(run.code).isEqualTo(2);
    assertThat(run.err).startsWith("weir: Unknown dialect \"klingon\"; expected one of ");
  }

  @Test
  void aDialectThatCannotBeGuessedMustBeNamed() {
    Run run = runWith("who knows\n", "decode", "-");

    assertThat(run.code).isEqualTo(2);
    assertThat(run.err)
        .startsWith(
            "weir: standard input is text that begins «who knows», in a dialect that cannot be guessed;"
                + " if it is a provider's stream, name it: --dialect openai-responses|");
  }

  @Test
  void anEmptyInputIsSaidToBeEmpty() {
    assertThat(runWith("", "decode", "-").err)
        .isEqualTo("weir: Nothing to decode: standard input is empty\n");
  }

  @Test
  void theDoctorSaysWhatIsWrongAndExitsWithOne() {
    Run run =
        runWith(
            """
            data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":"hi"}}]}

            data: {oops

            """,
            "doctor",
            "-");

    assertThat(run.code).isEqualTo(1);
    assertThat(run.out)
        .contains("-: openai-chat, m, ")
        .contains("  ✗ malformed: Frame 2 (5 bytes) is not a chunk of openai-chat")
        .contains("  ✗ truncated: the bytes ended before the provider said that it was done");
  }

  @Test
  void theDoctorIsContentWithASoundStream() {
    Run run = runWith(ANSWER, "doctor", "-");

    assertThat(run.code).isZero();
    assertThat(run.out).isEqualTo("-: openai-chat, m, 6 events, COMPLETE\n  ✓ nothing wrong\n");
  }

  @Test
  void whatAProviderSaysCannotControlTheTerminal() {
    Run run =
        runWith(
            "data: {\"error\":{\"message\":\"\\u001b[2Jgone\\u009b\\u202e\"}}\n\n", "doctor", "-");

    assertThat(run.out).contains("\\u001b[2Jgone\\u009b\\u202e").doesNotContain("\u001b");
  }

  @Test
  void theDocsShowWhatTheDoctorSays() throws IOException {
    String docs = Files.readString(Path.of("../docs/commands.md"));

    String shown = run("doctor", "../examples/cut.sse").out.replace("../", "");

    assertThat(docs).contains("$ ./weir doctor examples/cut.sse\n" + shown);
  }

  @Test
  void helpTeaches() {
    assertThat(run("--help").out).contains("weir decode stream.sse").contains("Exit codes:");
    assertThat(run("decode", "--help").out).contains("--to").contains("Examples:");
    assertThat(run("--version").out).isEqualTo("weir 0.1.0\n");
    assertThat(run("decode").code).isEqualTo(2);
  }

  @Test
  void withoutACommandItBeginsWithTheWayToTryIt() {
    Run run = run();

    assertThat(run.code).isEqualTo(2);
    assertThat(run.out)
        .startsWith(
            "Try it in ten seconds, no key needed:\n\n  weir chat \"Why is the sky blue?\" ")
        .contains("\n  weir serve ")
        .contains("Usage: weir [-hV] COMMAND");
    assertThat(run.err).isEmpty();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private record Run(int code, String out, String err) {}

  private static Run run(String... args) {
    return runWith("", args);
  }

  private static Run runWith(String input, String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code =
        Main.run(
            args,
            new Console(
                new ByteArrayInputStream(input.getBytes(UTF_8)),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8)));
    return new Run(code, out.toString(UTF_8), err.toString(UTF_8));
  }
}
