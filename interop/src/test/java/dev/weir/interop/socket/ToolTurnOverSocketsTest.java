package dev.weir.interop.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.call.CallSink;
import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.client.turn.Turn;
import dev.weir.client.turn.TurnOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.request.Asked;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptPlayer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A turn with a tool over the simulator's own script, which is what newcomers see first. */
class ToolTurnOverSocketsTest {
  static final List<Dialect> WRITTEN =
      List.of(
          Dialects.OPENAI_RESPONSES,
          Dialects.OPENAI_CHAT,
          Dialects.ANTHROPIC,
          Dialects.GEMINI,
          Dialects.OLLAMA);

  private static final String PROMPT = "What does a \"weir\" do?";
  private static final String TOOL = "search_documents";
  private static Simulator simulator;

  @BeforeAll
  static void start() throws IOException {
    simulator = Simulator.start(SimulatorOptions.defaults().atOnce());
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  /** Keeps what it was asked. */
  private static final class Search implements Tool {
    final List<ToolCall> calls = new CopyOnWriteArrayList<>();

    @Override
    public ToolSpec spec() {
      Json schema =
          Objects.requireNonNull(
              ProviderJson.parse(
                  """
                  {"type":"object","properties":{"query":{"type":"string"},"limit":{"type":"integer"}},
                   "required":["query"]}
                  """));
      return new ToolSpec(TOOL, "Finds documents", schema);
    }

    @Override
    public ToolResult run(ToolCall call) {
      calls.add(call);
      return ToolResult.of("1. On weirs");
    }
  }

  private static Response assembled(List<StreamEvent> events) {
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    return assembler.response();
  }

  /** Arguments in one order: some dialects send an object, whose names come sorted. */
  private static List<String> said(Response response) {
    return response.blocks().stream()
        .map(b -> {
          boolean isCall = b.kind() == BlockKind.TOOL_CALL;
          String text =
              isCall ? JsonText.canonical(ProviderJson.argumentsObject(b.text())) : b.text();
          return "%s: %s".formatted(b.kind(), text);
        })
        .toList();
  }

  /** What the script says to the question, or to what the tool gave. */
  private static List<String> scripted(List<ToolOutput> results) {
    var asked =
        new Asked(
            "some-model",
            /* isStreamed= */ true,
            PROMPT,
            results,
            List.of(TOOL),
            /* mayThink= */ true,
            "key",
            /* inputChars= */ 1);
    List<StreamEvent> events = new ArrayList<>();
    ScriptPlayer.play(
            Script.builtIn().answerTo(asked).orElseThrow(),
            asked,
            "id",
            "some-model",
            ReasoningCarrier.NONE)
        .forEach(e -> events.add(e.event()));
    return said(assembled(events));
  }

  private static List<StreamEvent> turn(Dialect dialect, Tool tool) throws Exception {
    List<StreamEvent> events = new ArrayList<>();
    var ended = new CompletableFuture<List<StreamEvent>>();
    try (var weir = Weir.of(Providers.at(simulator.url(), dialect).build())) {
      Turn.open(
          weir.upstream(),
          Request.of(PROMPT),
          List.of(tool),
          TurnOptions.DEFAULT,
          CallSink.ofEvents(event -> {
            events.add(event);
            if (event instanceof StreamEvent.ResponseEnd) {
              ended.complete(events);
            }
          }));
      return ended.get(60, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @FieldSource("WRITTEN")
  void theToolRunsAndTheAnswerFollows(Dialect dialect) throws Exception {
    var search = new Search();
    List<StreamEvent> events = turn(dialect, search);
    assertThat(GrammarChecker.check(events)).isEmpty();

    assertThat(search.calls)
        .singleElement()
        .satisfies(call ->
            assertThat(JsonText.canonical(call.arguments()))
                .isEqualTo("{\"limit\":3,\"query\":\"What does a \\\"weir\\\" do?\"}"));
    Response turn = assembled(events);
    List<String> wanted = new ArrayList<>(scripted(List.of()));
    wanted.add(BlockKind.TOOL_OUTPUT + ": 1. On weirs");
    wanted.addAll(scripted(List.of(new ToolOutput(null, TOOL, "1. On weirs", false))));
    assertThat(said(turn)).isEqualTo(wanted);
    assertThat(turn.verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(turn.faults()).isEmpty();
  }
}
