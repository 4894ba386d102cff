package dev.weir.client.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.call.CallEvent;
import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnTest {
  private static final Usage TEN = new Usage(10L, 5L, null, null, null);
  private static final Json SCHEMA =
      new JsonReader(/* maxDepth= */ 20, 10_000)
          .read(
              "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"},\"n\":{\"type\":\"integer\"}},"
                  + "\"required\":[\"city\"]}");

  private final ScriptedUpstream upstream = new ScriptedUpstream(Dialects.OPENAI_CHAT);
  private final Collected sink = new Collected();
  private final Tool weather = tool("weather", call -> ToolResult.of("sunny"));

  private interface Body {
    ToolResult run(ToolCall call) throws Exception;
  }

  private static Tool tool(String name, Body body) {
    return new Tool() {
      @Override
      public ToolSpec spec() {
        return new ToolSpec(name, "", SCHEMA);
      }

      @Override
      public ToolResult run(ToolCall call) throws Exception {
        return body.run(call);
      }
    };
  }

  private static List<StreamEvent> calling(String... namesAndArguments) {
    EventScript script = EventScript.response();
    for (int i = 0; i < namesAndArguments.length; i += 2) {
      script.call("c" + i / 2, namesAndArguments[i], namesAndArguments[i + 1]);
    }
    return script
        .finish(FinishReason.TOOL_CALLS, "tool_calls")
        .end(Verdict.TOOL_CALLS, "tool_calls", TEN);
  }

  private static List<StreamEvent> saying(String text) {
    return EventScript.response()
        .text(text)
        .finish(FinishReason.STOP, "stop")
        .end(Verdict.COMPLETE, "stop", TEN);
  }

  private Turn open(TurnOptions options, Tool... tools) {
    return Turn.open(upstream, Request.of("?"), List.of(tools), options, sink);
  }

  private List<ToolOutput> sentBack() {
    return upstream.requests.getLast().messages().stream()
        .filter(Message.ToolOutputs.class::isInstance)
        .flatMap(m -> ((Message.ToolOutputs) m).outputs().stream())
        .toList();
  }

  @Test
  void aTurnIsOneStream() throws InterruptedException {
    Turn turn =
        open(upstream.pass(calling("weather", "{\"city\":\"Bonn\"}")).pass(saying("Sunny.")));

    Response response = sink.response();

    assertThat(response.text(BlockKind.TEXT)).isEqualTo("Sunny.");
    assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(response.word()).isEqualTo("stop");
    assertThat(response.usage()).isEqualTo(new Usage(20L, 10L, null, null, null));
    assertThat(response.alternatives()).isEmpty();
    Response.Block output = response.blocks(BlockKind.TOOL_OUTPUT).getFirst();
    assertThat(output.text()).isEqualTo("sunny");
    assertThat(output.id()).isEqualTo("c0");
    assertThat(output.origin()).containsEntry("by", "client").containsEntry("success", "true");
    assertThat(upstream.requests.getFirst().tools()).containsExactly(weather.spec());
    assertThat(turn.messages()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({"'', REQUIRED", "weather, REQUIRED", "'', AUTO", "'', NONE"})
  void whatHadToBeCalledNeedNotBeCalledAgain(String tool, ToolChoice.Mode mode)
      throws InterruptedException {
    var choice = new ToolChoice(mode, tool.isEmpty() ? List.of() : List.of(tool));
    upstream.pass(calling("weather", "{}")).pass(saying("Sunny."));
    Request request = Request.of("?").toBuilder().toolChoice(choice).build();
    Turn.open(upstream, request, List.of(weather), TurnOptions.DEFAULT, sink);

    assertThat(sink.response().verdict()).isEqualTo(Verdict.COMPLETE);

    assertThat(upstream.requests)
        .extracting(Request::toolChoice)
        .containsExactly(choice, mode == ToolChoice.Mode.REQUIRED ? ToolChoice.AUTO : choice);
  }

  private Turn open(ScriptedUpstream ready) {
    assertThat(ready).isSameAs(upstream);
    return open(TurnOptions.DEFAULT, weather);
  }

  private static List<StreamEvent> pausing(String text) {
    return EventScript.response()
        .text(text)
        .finish(FinishReason.PAUSED, "pause_turn")
        .end(Verdict.PAUSED, "pause_turn", TEN);
  }

  @Test
  void aPassThatIsTooLongToBeKeptIsToldWholeAndNoneFollowsIt() throws InterruptedException {
    upstream.pass(pausing("Let me look. ")).pass(saying("Found."));
    open(TurnOptions.DEFAULT.withMaxKeptChars(5), weather);

    Response response = sink.response();

    assertThat(response.text(BlockKind.TEXT)).isEqualTo("Let me look. ");
    assertThat(response.verdict()).isEqualTo(Verdict.PAUSED);
    assertThat(upstream.requests).hasSize(1);
  }

  @Test
  void aProviderThatPausedIsAskedToGoOnWithWhatItSaid() throws InterruptedException {
    Turn turn = open(upstream.pass(pausing("Let me look. ")).pass(saying("Found.")));

    Response response = sink.response();

    assertThat(response.text(BlockKind.TEXT)).isEqualTo("Let me look. Found.");
    assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(response.usage()).isEqualTo(new Usage(20L, 10L, null, null, null));
    List<Message> sent = upstream.requests.getLast().messages();
    assertThat(sent.subList(1, sent.size())).isEqualTo(turn.messages().subList(0, 1));
    assertThat(((Message.Earlier) turn.messages().getFirst()).response().verdict())
        .isEqualTo(Verdict.PAUSED);
    assertThat(turn.messages()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 2"})
  void aProviderThatPausesForeverIsLeftPausedWhenTheRoundsAreUsedUp(int rounds, int asked)
      throws InterruptedException {
    upstream.pass(pausing("a")).pass(pausing("b")).pass(pausing("c"));
    open(TurnOptions.DEFAULT.withMaxRounds(rounds), weather);

    assertThat(sink.response().verdict()).isEqualTo(Verdict.PAUSED);
    assertThat(upstream.requests).hasSize(asked);
  }

  /** T3, R6. */
  @Test
  void whatAPassThoughtGoesBackAsItCame() throws InterruptedException {
    var sealed = new Reasoning("rs_1", List.of(), "opaque", "signed", /* redacted= */ false);
    upstream.pass(
        EventScript.response()
            .reasoning(sealed, "Hm.")
            .call("c0", "weather", "{\"city\":\"Bonn\"}")
            .end(Verdict.TOOL_CALLS, null));
    Turn turn = open(upstream.pass(saying("Sunny.")));
    sink.await();

    List<Message> sent = upstream.requests.getLast().messages();
    assertThat(sent.subList(1, sent.size())).isEqualTo(turn.messages().subList(0, 2));
    Message.Earlier earlier = (Message.Earlier) turn.messages().getFirst();
    assertThat(earlier.dialect()).isEqualTo("openai-chat");
    assertThat(earlier.response().blocks().getFirst().reasoning()).isEqualTo(sealed);
  }

  /** Each waits for the other, so that one after the other would never end. */
  @Test
  void callsRunAtTheSameTimeAndGoBackInTheirOrder() throws InterruptedException {
    var both = new CyclicBarrier(2);
    var secondIsDone = new CountDownLatch(1);
    Tool first =
        tool(
            "first",
            call -> {
              both.await(20, TimeUnit.SECONDS);
              secondIsDone.await();
              return ToolResult.of("1");
            });
    Tool second =
        tool(
            "second",
            call -> {
              both.await(20, TimeUnit.SECONDS);
              return ToolResult.of("2");
            });
    upstream.pass(calling("first", "{\"city\":\"\"}", "second", "{\"city\":\"\"}"));
    upstream.pass(saying("Done."));
    Turn.open(
        upstream,
        Request.of("?"),
        List.of(first, second),
        TurnOptions.DEFAULT,
        event -> {
          sink.accept(event);
          if (event instanceof CallEvent.Streamed streamed
              && streamed.event() instanceof StreamEvent.BlockEnd end
              && end.block().output() == 1) {
            secondIsDone.countDown();
          }
        });

    List<String> shown =
        sink.response().blocks(BlockKind.TOOL_OUTPUT).stream().map(Response.Block::text).toList();
    assertThat(shown).containsExactly("2", "1");
    assertThat(sentBack()).extracting(ToolOutput::text).containsExactly("1", "2");
  }

  /** Nothing else tells which of them a result belongs to. */
  @Test
  void resultsOfCallsWithoutIdsKeepTheOrderOfTheCalls() throws InterruptedException {
    var secondHasRun = new CountDownLatch(1);
    Tool look =
        tool(
            "look",
            call -> {
              String city = call.arguments().get("city").textOrEmpty();
              if (city.equals("a")) {
                secondHasRun.await();
              } else {
                secondHasRun.countDown();
              }
              return ToolResult.of(city);
            });
    upstream.pass(
        EventScript.response()
            .call(null, "look", "{\"city\":\"a\"}")
            .call(null, "look", "{\"city\":\"b\"}")
            .finish(FinishReason.TOOL_CALLS, "tool_calls")
            .end(Verdict.TOOL_CALLS, "tool_calls"));
    upstream.pass(saying("Done."));
    open(TurnOptions.DEFAULT, look);

    assertThat(sink.response().blocks(BlockKind.TOOL_OUTPUT))
        .extracting(Response.Block::text)
        .containsExactly("a", "b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nosuch  | {}                      | There is no tool named "nosuch". There are: weather, throws
          weather | {                       | The arguments of weather are JSON ends in the middle
          weather | [1]                     | expected one JSON object, saw an array
          weather | {}                      | arguments: missing city
          weather | {"city":1}              | arguments.city: expected string, saw the number 1
          weather | {"city":"", "n":1.5}    | arguments.n: expected integer, saw the number 1.5
          throws  | {"city":""}             | The tool failed: No luck
          """)
  void whatCannotRunIsToldToTheModelAndTheTurnGoesOn(String name, String arguments, String words)
      throws InterruptedException {
    Tool bad =
        tool(
            "throws",
            call -> {
              throw new IllegalStateException("No luck");
            });
    upstream.pass(calling(name, arguments)).pass(saying("Well."));
    open(TurnOptions.DEFAULT, weather, bad);

    Response response = sink.response();

    assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(response.blocks(BlockKind.TOOL_OUTPUT).getFirst().origin())
        .containsEntry("success", "false");
    assertThat(sentBack().getFirst().isError()).isTrue();
    assertThat(sentBack().getFirst().text()).contains(words);
  }

  @Test
  void aSlowToolIsInterruptedAndTheTurnGoesOn() throws InterruptedException {
    var interrupted = new CountDownLatch(1);
    Tool slow =
        tool(
            "slow",
            call -> {
              try {
                Thread.sleep(Duration.ofMinutes(5));
              } catch (InterruptedException expected) {
                interrupted.countDown();
              }
              return ToolResult.of("late");
            });
    upstream.pass(calling("slow", "{\"city\":\"\"}")).pass(saying("Well."));
    open(TurnOptions.DEFAULT.withToolTime(Duration.ofMillis(50)), slow);

    assertThat(sink.response().verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(sentBack().getFirst().text()).isEqualTo("The tool returned nothing within 50 ms");
  }

  @Test
  void aCallWhoseArgumentsDidNotArriveWholeIsNotRunEvenIfTheyLookWhole()
      throws InterruptedException {
    var runs = new AtomicInteger();
    Tool asks = tool("asks", call -> ToolResult.of("run " + runs.incrementAndGet()));
    EventScript script = EventScript.response();
    for (String arguments : List.of("{\"city\":\"B\"}", "{\"city\":")) {
      script.block(EventScript.Block.of(BlockKind.TOOL_CALL).named("c", "asks").cut(), arguments);
    }
    upstream.pass(script.end(Verdict.TOOL_CALLS, null)).pass(saying("Well."));
    open(TurnOptions.DEFAULT, asks);
    sink.await();

    assertThat(runs).hasValue(0);
    assertThat(sentBack())
        .extracting(ToolOutput::text)
        .containsOnly("Not run: the arguments of asks did not arrive whole. Call it again.");
  }

  @Test
  void aLongResultIsCutAndSaysSo() throws InterruptedException {
    Tool longOne = tool("long", call -> ToolResult.of("123456789😀"));
    upstream.pass(calling("long", "{\"city\":\"\"}")).pass(saying("Well."));
    open(TurnOptions.DEFAULT.withMaxResultChars(10), longOne);
    sink.await();

    assertThat(sentBack().getFirst().text())
        .isEqualTo("123456789\n[The result was cut here: these are the first 9 of 11 characters.]");
  }

  @Test
  void whenTheRoundsAreUsedUpTheTurnSaysSo() throws InterruptedException {
    upstream
        .pass(calling("weather", "{\"city\":\"\"}"))
        .pass(calling("weather", "{\"city\":\"\"}"));
    Turn turn = open(TurnOptions.DEFAULT.withMaxRounds(1), weather);

    Response response = sink.response();

    assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
    assertThat(response.faults().getFirst().code()).isEqualTo("tool_depth");
    assertThat(turn.messages().getLast())
        .isEqualTo(
            new Message.ToolOutputs(
                List.of(
                    new ToolOutput(
                        "c0", "weather", "Not run: the turn ended before.", /* isError= */ true))));
  }

  @Test
  void aCallOfTheCallersOwnToolIsHandedOver() throws InterruptedException {
    upstream.pass(calling("mine", "{}"));
    Request request =
        Request.builder().message(Message.user("?")).tool(new ToolSpec("mine", "", SCHEMA)).build();
    Turn.open(upstream, request, List.of(weather), TurnOptions.DEFAULT, sink);

    assertThat(sink.response().verdict()).isEqualTo(Verdict.TOOL_CALLS);
    assertThat(upstream.requests).hasSize(1);
  }

  /** T4. */
  @Test
  void cancelStopsRunningToolsAndReportsTheUsage() throws InterruptedException {
    var started = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    Tool slow =
        tool(
            "slow",
            call -> {
              started.countDown();
              try {
                Thread.sleep(Duration.ofMinutes(5));
              } catch (InterruptedException expected) {
                interrupted.countDown();
              }
              return ToolResult.of("late");
            });
    upstream.pass(calling("slow", "{\"city\":\"\"}"));
    Turn turn = open(TurnOptions.DEFAULT, slow);
    assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
    turn.cancel();

    assertThat(sink.response().verdict()).isEqualTo(Verdict.CANCELLED);
    assertThat(sink.response().usage()).isEqualTo(TEN);
    assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(upstream.requests).hasSize(1);
  }

  /** T4. */
  @Test
  void cancelStopsTheUpstreamInAnyPass() throws InterruptedException {
    upstream.pass(calling("weather", "{\"city\":\"\"}"));
    upstream.pass(EventScript.response().text("Sun").events());
    Turn turn = open(TurnOptions.DEFAULT, weather);
    assertThat(upstream.held.await(20, TimeUnit.SECONDS)).isTrue();
    turn.cancel();

    Response response = sink.response();
    assertThat(response.verdict()).isEqualTo(Verdict.CANCELLED);
    assertThat(response.usage()).isEqualTo(TEN);
    Message.Earlier cut = (Message.Earlier) turn.messages().getLast();
    assertThat(cut.dialect()).isNull();
    assertThat(cut.response().text(BlockKind.TEXT)).isEqualTo("Sun");
  }

  @Test
  void aPassThatCannotBeOpenedEndsTheTurn() throws InterruptedException {
    open(upstream.pass(calling("weather", "{\"city\":\"\"}")));

    assertThat(sink.response().verdict()).isEqualTo(Verdict.FAILED);
    assertThat(sink.response().faults().getFirst().message()).contains("no pass is left");
  }

  @Test
  void twoToolsOfOneNameAreRefused() {
    assertThatThrownBy(() -> open(TurnOptions.DEFAULT, weather, weather))
        .hasMessageContaining("Two tools are named \"weather\"");
  }
}
