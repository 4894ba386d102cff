package dev.weir.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.sim.dialect.SimulatedDialects;
import dev.weir.sim.request.Asked;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptPlayer;
import dev.weir.sim.script.ScriptReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ScriptedStreamTest {
  static final List<Dialect> WRITTEN =
      Dialects.all().stream().filter(d -> SimulatedDialects.encoding(d).isPresent()).toList();

  /** Their streams do not say who answers. */
  private static final Set<Dialect> NAMELESS = Set.of(Dialects.BEDROCK, Dialects.COHERE);

  private static final String YAML =
      """
      model: demo-1
      wait: 10s
      answers:
        - when: {text: weather}
          say:
            - thinking: ["Let me ", "look. 🌤"]
            - text: "It is «sunny» today.\\n"
            - call: forecast
              id: call_7
              arguments: {city: Rome, days: 3}
          usage: {input: 10, output: 20}
        - when: {text: long}
          say: [{text: a b c}]
          finish: length
        - when: {text: broken}
          say: [{text: a b c}, {error: Overloaded, code: overloaded}]
        - say: [{text: ""}, {text: plain}]
      """;

  private static final Script SCRIPT = ScriptReader.read("test.yaml", YAML);
  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().withScript(SCRIPT).atOnce());
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static List<StreamEvent> stream(Dialect dialect, String prompt) throws Exception {
    byte[] bytes =
        Caller.post(simulator, Caller.path(dialect), Caller.body(dialect, prompt)).body();
    List<StreamEvent> events = new ArrayList<>();
    var decoder = new StreamDecoder(dialect);
    decoder.feed(bytes, events::add);
    decoder.end(events::add);
    var grammar = new GrammarChecker();
    events.forEach(grammar::accept);
    return events;
  }

  private static Response response(List<StreamEvent> events) {
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    return assembler.response();
  }

  private static List<String> said(Response response) {
    return response.blocks().stream()
        .map(b -> "%s %s %s".formatted(b.kind(), b.name(), b.text().replace(" ", "")))
        .toList();
  }

  private static List<String> scripted(String prompt) {
    var asked = new Asked("m", true, prompt, List.of(), List.of(), /* mayThink= */ true, "k", 1);
    List<StreamEvent> events = new ArrayList<>();
    ScriptPlayer.play(
            SCRIPT.answerTo(asked).orElseThrow(), asked, "id", "demo-1", ReasoningCarrier.NONE)
        .forEach(e -> events.add(e.event()));
    return said(response(events));
  }

  @ParameterizedTest
  @FieldSource("WRITTEN")
  void whatComesFromTheSocketIsTheScript(Dialect dialect) throws Exception {
    Response response = response(stream(dialect, "How is the weather?"));
    assertThat(said(response)).isEqualTo(scripted("weather"));
    assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
    assertThat(response.modelName()).isEqualTo(NAMELESS.contains(dialect) ? null : "demo-1");
    assertThat(response.faults()).isEmpty();
    Usage usage = Objects.requireNonNull(response.usage());
    assertThat(usage.inputTokens()).isEqualTo(10);
    assertThat(usage.outputTokens()).isEqualTo(20);
    assertThat(response.blocks(BlockKind.TOOL_CALL).getFirst().id()).isEqualTo("call_7");
  }

  @ParameterizedTest
  @FieldSource("WRITTEN")
  void aFinishAndAnErrorAreToldInEveryDialect(Dialect dialect) throws Exception {
    assertThat(response(stream(dialect, "a long one")).verdict()).isEqualTo(Verdict.LENGTH);
    Response broken = response(stream(dialect, "a broken one"));
    assertThat(broken.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(broken.text(BlockKind.TEXT)).isEqualTo("a b c");
    assertThat(broken.faults().toString()).contains("Overloaded");
  }

  @ParameterizedTest
  @FieldSource("WRITTEN")
  void theSameRequestGivesTheSameBytes(Dialect dialect) throws Exception {
    String body = Caller.body(dialect, "hello");
    byte[] first = Caller.post(simulator, Caller.path(dialect), body).body();
    assertThat(Caller.post(simulator, Caller.path(dialect), body).body()).isEqualTo(first);
  }

  @Test
  void geminiWithoutSseIsAnArray() throws Exception {
    byte[] bytes =
        Caller.post(
                simulator,
                "/v1/projects/p/locations/l/publishers/google/models/m:streamGenerateContent",
                Caller.body(Dialects.GEMINI, "weather"))
            .body();
    assertThat(new String(bytes, UTF_8)).startsWith("[{").endsWith("}]");
    List<StreamEvent> events = new ArrayList<>();
    var decoder = new StreamDecoder(Dialects.GEMINI);
    decoder.feed(bytes, events::add);
    decoder.end(events::add);
    assertThat(said(response(events))).isEqualTo(scripted("weather"));
  }
}
