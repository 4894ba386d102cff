package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.SixtyWords;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A route of {@code weir.yaml} answers in {@code chat}. */
class RouteChatTest {
  @TempDir Path folder;
  private Simulator simulator;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void open() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().atOnce());
  }

  @AfterEach
  void close() {
    simulator.close();
  }

  private int chat(String input, String... more) throws IOException {
    Path file = folder.resolve("weir.yaml");
    Files.writeString(
        file,
        """
        providers:
          first: {dialect: openai-chat, base-url: "URL"}
          second: {dialect: anthropic, base-url: "URL"}
          keeping: {dialect: openai-responses, base-url: "URL", options: {background: true, store: true}}
        routes:
          down:
            steps: [{provider: first, model: sim-sixty-fault-503}, {provider: second, model: sim-sixty}]
          cut:
            steps: [{provider: first, model: sim-sixty-fault-hang-up-40}, {provider: second, model: sim-sixty}]
            continue: instruct
          kept:
            steps: [{provider: keeping, model: sim-sixty-fault-hang-up-40x1}, {provider: second, model: sim-sixty}]
            continue: resume
        """
            .replace("URL", simulator.url() + "/v1"));
    List<String> args = new ArrayList<>(List.of("chat", "--config", file.toString()));
    args.addAll(List.of(more));
    return Main.run(
        args.toArray(String[]::new),
        new Console(
            input.isEmpty()
                ? InputStream.nullInputStream()
                : new ByteArrayInputStream(input.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            Map.of(),
            /* outIsTerminal= */ false,
            /* errIsTerminal= */ false));
  }

  private String said() {
    return err.toString(UTF_8);
  }

  private String printed() {
    return out.toString(UTF_8).strip();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--model", "--provider"})
  void aRouteIsNamedAsAModelOrAsWhoIsAsked(String option) throws IOException {
    assertThat(chat("", "--plain", option, "down", "hi")).isZero();
    assertThat(printed()).isEqualTo(SixtyWords.TEXT);
    assertThat(said())
        .contains("first: HTTP 503")
        .contains("first/sim-sixty-fault-503 failed")
        .contains("asked second/sim-sixty next");
  }

  @Test
  void aSeamIsToldBesideTheAnswer() throws IOException {
    assertThat(chat("", "--plain", "--model", "cut", "hi")).isZero();
    assertThat(printed()).isEqualTo(SixtyWords.TEXT);
    assertThat(said()).contains("second/sim-sixty went on (prefill;");
  }

  @Test
  void anAnswerWhoseRestIsFetchedSaysSo() throws IOException {
    assertThat(chat("", "--plain", "--model", "kept", "hi")).isZero();
    assertThat(printed()).isEqualTo(SixtyWords.TEXT);
    assertThat(said()).contains("keeping: the answer broke off; its rest is fetched");
  }

  @Test
  void eventsTellTriesAndSeams() throws IOException {
    assertThat(chat("", "--json", "--model", "cut", "hi")).isZero();
    assertThat(printed()).contains("\"type\":\"failed_try\"").contains("\"type\":\"seam\"");
  }

  @Test
  void aConversationGoesOnThroughARoute() throws IOException {
    assertThat(chat("hi\nagain\n", "--plain", "--lines", "--model", "cut")).isZero();
    assertThat(printed().lines()).containsExactly(SixtyWords.TEXT, SixtyWords.TEXT);
    assertThat(simulator.requests().getLast().body()).contains("again").contains("A weir is");
  }

  @Test
  void aRecordingIsOfTheStepThatEndedTheAnswer() throws IOException {
    Path recording = folder.resolve("r.jsonl");
    assertThat(chat("", "--plain", "--record", recording.toString(), "--model", "down", "hi"))
        .isZero();
    assertThat(Files.readAllLines(recording).getFirst())
        .contains("\"dialect\":\"anthropic\"")
        .contains("\"provider\":\"second\"")
        .contains("\"modelName\":\"sim-sixty\"");
  }

  @Test
  void aNameThatIsNearlyARouteIsGuessed() throws IOException {
    assertThat(chat("", "--plain", "--provider", "dawn", "hi")).isEqualTo(2);
    assertThat(said()).contains("Did you mean down?");
  }
}
