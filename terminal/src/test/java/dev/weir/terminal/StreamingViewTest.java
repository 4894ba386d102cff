package dev.weir.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.Verdict;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Palette;
import dev.weir.terminal.view.Detail;
import dev.weir.terminal.view.StreamPanels;
import dev.weir.terminal.view.StreamView;
import dev.weir.testkit.EventScript;
import dev.weir.testkit.EventScript.Block;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.jline.terminal.Size;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StreamingViewTest {
  private static final ViewOptions OPTIONS =
      ViewOptions.defaults().withPalette(Palette.NONE).withMicroClock(() -> 0);

  private static final List<StreamEvent> ANSWER =
      EventScript.response()
          .reasoning(null, "one\ntwo\n", "three\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven")
          .text("An **answer**.")
          .call("c", "gauge", "{\"river\":\"Rhine\"}")
          .finish(FinishReason.TOOL_CALLS, "tool_calls")
          .end(Verdict.TOOL_CALLS, "tool_calls");

  @Test
  void whatWasStreamedIsNotPrintedAgainAndWhatWasNotIs() {
    var screen = new VirtualScreen(80, 24);
    try (var view = StreamingView.create(screen.terminal(), OPTIONS)) {
      ShownStream stream = view.stream("demo", null);
      ANSWER.forEach(stream::accept);
      view.message("demo", response(ANSWER));
      view.message("other", response(renamed("resp_2", "Never streamed.")));
    }

    assertThat(screen.all())
        .filteredOn(row -> row.contains("An answer.") || row.contains("Never streamed."))
        .containsExactly("An answer.", "Never streamed.");
  }

  @Test
  void aStreamedMessageWithoutAnIdIsNotPrintedAgainEither() {
    List<StreamEvent> answer = renamed(null, "Hello no id");
    var out = new StringBuilder();
    try (var view = StreamingView.plain(out, OPTIONS)) {
      ShownStream stream = view.stream("demo", null);
      answer.forEach(event -> stream.accept(event, 0));
      view.message("demo", response(answer));
    }

    assertThat(out.toString().split("Hello no id", -1)).hasSize(2);
  }

  @Test
  void messagesWithoutAnIdThatSayTheSameAreEachPrinted() {
    List<StreamEvent> answer = renamed(null, "Yes.");
    var out = new StringBuilder();
    try (var view = StreamingView.plain(out, OPTIONS)) {
      ShownStream stream = view.stream("demo", null);
      answer.forEach(event -> stream.accept(event, 0));
      view.message("demo", response(answer));
      view.message("demo", response(answer));
      view.message("demo", response(answer));
    }

    assertThat(out.toString().split("Yes\\.", -1)).hasSize(4);
  }

  @Test
  void plainOutputHasEachPanelOnceAndNoEscape() {
    var out = new StringBuilder();
    try (var view = StreamingView.plain(out, OPTIONS)) {
      ShownStream stream = view.stream("demo", "asked-model");
      ANSWER.forEach(event -> stream.accept(event, 0));
    }

    assertThat(out)
        .hasToString(
            """
            demo · big-model
            ◆ thinking · 0.0 s
            one
            two
            three
            four
            five
            six
            seven
            eight
            … 3 more lines

            ● answer
            An **answer**.

            ▶ call gauge
            {"river":"Rhine"}

            first text 0.0 s · 0.0 s · TOOL_CALLS

            """);
  }

  private static List<StreamEvent> withGap(StreamEvent told) {
    var block = new BlockId(0, 0);
    return EventScript.response()
        .with(new BlockStart(block, BlockKind.TEXT, null, null, false, Map.of()))
        .with(new BlockDelta(block, "One two"))
        .with(new SequenceGap(3, 4))
        .with(new BlockDelta(block, " four"))
        .with(told)
        .with(new BlockEnd(block, true, null, null, null, null))
        .end(Verdict.COMPLETE, "stop");
  }

  @Test
  void aRepairedTextIsShownAsItIsAndTold() {
    assertThat(plain(OPTIONS, withGap(new BlockRepair(new BlockId(0, 0), 0, "One two three four"))))
        .containsSubsequence(
            "One two three four",
            "✗ Chunks were lost; the text is as the provider said it at its end");
  }

  @Test
  void thePlaceOfAGapThatNothingRepairsIsMarked() {
    assertThat(plain(OPTIONS, withGap(new UnrepairedGap(3, 4, new BlockId(0, 0), 0, 7))))
        .containsSubsequence(
            "One two ⚠ something is missing here ⚠  four",
            "✗ Expected sequence number 3, saw 4, and nothing that came later says what was"
                + " missing; the answer may lack something here, or be out of order");
  }

  @Test
  void whatAToolReturnedIsShownEvenIfItIsOnlyJsonAndWhyItFailed() {
    var call = new BlockId(0, 0);
    var found = new BlockId(0, 1);
    var failed = new BlockId(1, 2);
    List<StreamEvent> events =
        EventScript.response()
            .with(new BlockStart(call, BlockKind.SERVER_TOOL, "s", "search", false, Map.of()))
            .with(new StreamEvent.ToolProgress(call, "failed: no network"))
            .with(new BlockEnd(call, true, null, "", null, null))
            .with(new BlockStart(found, BlockKind.TOOL_OUTPUT, "s", "search", false, Map.of()))
            .with(new BlockEnd(found, true, null, null, null, "[{\"url\":\"u\"}]"))
            .with(
                new BlockStart(
                    failed,
                    BlockKind.TOOL_OUTPUT,
                    "c",
                    "look",
                    false,
                    Map.of("by", "client", "success", "false")))
            .with(new BlockDelta(failed, "It is dark"))
            .with(new BlockEnd(failed, true, null, null, null, null))
            .end(Verdict.COMPLETE, "stop");

    assertThat(plain(OPTIONS, events))
        .containsSubsequence(
            "▶ provider's tool search · failed: no network",
            "◀ tool output",
            "[{\"url\":\"u\"}]",
            "◀ tool output · failed",
            "It is dark");
  }

  @Test
  void detailSaysHowMuchOfTheThinkingIsShown() {
    assertThat(plain(OPTIONS.withDetail(Detail.OVERVIEW), ANSWER))
        .containsSubsequence(
            "◆ thinking · 0.0 s · 45 characters",
            "● answer",
            "An **answer**.",
            "▶ call gauge {\"river\":\"Rhine\"}");
    assertThat(plain(OPTIONS.withDetail(Detail.FULL), ANSWER))
        .containsSubsequence("one", "eight", "nine", "ten", "eleven");
  }

  @Test
  void consecutiveThinkingIsOneSection() {
    assertThat(plain(OPTIONS.withDetail(Detail.OVERVIEW), Scenes.SEVERAL_REASONING_ITEMS.events()))
        .filteredOn(line -> line.contains("thinking"))
        .containsExactly("◆ thinking · 3 items · 0.0 s · 71 characters");
  }

  @Test
  void aStreamThatIsLeftIsShownAsInterrupted() {
    var screen = new VirtualScreen(80, 24);
    try (var view = StreamingView.create(screen.terminal(), OPTIONS)) {
      ShownStream stream = view.stream("demo", null);
      Scenes.FAILURE.untilLastDelta().forEach(stream::accept);
    }

    assertThat(screen.all())
        .containsExactly(
            "demo · big-model",
            "● answer · interrupted",
            "It began well, but",
            "",
            "first text 0.0 s · 0.0 s · CANCELLED");
  }

  @Test
  void theExampleOfTheDocumentationRuns() throws InterruptedException {
    var screen = new VirtualScreen(80, 24);
    ViewExample.show(
        screen.terminal(), Scenes.SEVERAL_REASONING_ITEMS.events(), /* pauseMillis= */ 1);

    assertThat(screen.all())
        .containsSubsequence("The question is about rivers.", "● answer", "The Rhine is longer.");
  }

  @Test
  void theHeaderSaysWhoAnswersSinceWhenAndWhatTheModelIsBusyWith() {
    var screen = new VirtualScreen(80, 24);
    var stage = new Stage(OPTIONS.withMicroClock(() -> 0));
    var surface = new LiveSurface(stage, screen.terminal(), OPTIONS);
    Stage.Actor actor = stage.add("demo", "asked");
    stage.accept(actor, new StreamEvent.ResponseStart("r", "big-model"), 0);
    var thinking = new BlockId(0, 0);
    stage.accept(
        actor,
        new StreamEvent.BlockStart(
            thinking, BlockKind.REASONING, null, null, /* synthetic= */ false, Map.of()),
        0);
    stage.accept(actor, new StreamEvent.BlockDelta(thinking, "**Comparing the two rivers**\n"), 0);
    surface.draw();

    assertThat(screen.rows())
        .containsExactly(
            "demo · big-model · 0.0 s · Comparing the two rivers",
            "◆ thinking · 0.0 s",
            "│ Comparing the two rivers",
            "no text yet");
  }

  @Test
  void theFooterSaysHowFastItWasWhatWasUsedAndHowItEnded() {
    var stream = new StreamPanels("demo", null);
    long at = 0;
    for (StreamEvent event : Scenes.TWO_MESSAGES.events()) {
      stream.accept(event, at += 200_000);
    }

    assertThat(
            new StreamView(stream, Detail.NORMAL)
                .finished(80, /* isContinued= */ false, /* rich= */ true).stream().map(Line::text))
        .contains("first text 0.6 s · 14 tokens/s · 10 in · 20 out · 2.6 s · COMPLETE");
  }

  /** Counts drawings by what begins each of them; slower machines only draw less often. */
  @Test
  void itIsDrawnAtMostThirtyTimesASecond() throws Exception {
    var written = new ByteArrayOutputStream();
    var terminal = new LineDisciplineTerminal("count", "xterm-256color", written, UTF_8);
    terminal.setSize(Size.of(80, 24));
    long start = System.nanoTime();
    try (var view = StreamingView.create(terminal, OPTIONS)) {
      ShownStream stream = view.stream("demo", null);
      List<StreamEvent> events = Scenes.TEN_THOUSAND_DELTAS.untilLastDelta();
      for (int i = 0; i < events.size(); i++) {
        stream.accept(events.get(i));
        if (i % 10 == 0) {
          Thread.sleep(1);
        }
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    int drawings = written.toString(UTF_8).split("\033\\[\\?2026h", -1).length - 1;

    assertThat(drawings).isBetween(2, (int) (30 * seconds) + 2);
  }

  @Test
  void whatBelongsToAToolOfTheProviderSaysSo() {
    List<StreamEvent> events =
        EventScript.response()
            .block(Block.of(BlockKind.SERVER_TOOL).named("s", "web_search"), "{\"q\":1}")
            .block(Block.of(BlockKind.TOOL_OUTPUT), "found\nmuch")
            .end(Verdict.COMPLETE, "stop");

    assertThat(plain(OPTIONS, events))
        .containsSubsequence(
            "▶ provider's tool web_search", "{\"q\":1}", "◀ tool output", "found", "much");
  }

  @Test
  void severalStreamsStandSideBySideAndStayOneAfterTheOther() {
    var screen = new VirtualScreen(60, 8);
    ViewOptions options = OPTIONS.withSideBySide(true);
    var stage = new Stage(options);
    var surface = new LiveSurface(stage, screen.terminal(), options);
    Stage.Actor left = stage.add("left", null);
    Stage.Actor right = stage.add("right", null);
    Scenes.TWO_MESSAGES.events().forEach(event -> stage.accept(left, event, 0));
    Scenes.REFUSAL.untilLastDelta().forEach(event -> stage.accept(right, event, 0));

    surface.draw();
    assertThat(screen.rows())
        .containsExactly(
            "left · big-model · 0.0 s     │ right · big-model · 0.0 s",
            "● answer                     │ ■ refusal",
            "│ The first message, in two  │ │ I cannot help with that.",
            "│ deltas.                    │",
            "● answer                     │",
            "│ wrapped on a narrow        │",
            "│ terminal.                  │",
            "first text 0.0 s · 10 in · … │ first text 0.0 s");
    stage.leave();
    surface.close();
    assertThat(screen.all())
        .containsSubsequence(
            "left · big-model",
            "The first message, in two deltas.",
            "right · big-model",
            "■ refusal · interrupted",
            "I cannot help with that.");
  }

  private static List<String> plain(ViewOptions options, List<StreamEvent> events) {
    var out = new StringBuilder();
    try (var view = StreamingView.plain(out, options)) {
      ShownStream stream = view.stream("demo", null);
      events.forEach(event -> stream.accept(event, 0));
    }
    return out.toString().lines().toList();
  }

  private static List<StreamEvent> renamed(@Nullable String id, String text) {
    return new EventScript()
        .with(new StreamEvent.ResponseStart(id, "m"))
        .text(text)
        .end(Verdict.COMPLETE, "stop");
  }

  private static Response response(List<StreamEvent> events) {
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    return assembler.response();
  }
}
