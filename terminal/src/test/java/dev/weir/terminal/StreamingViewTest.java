package dev.weir.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.terminal.screen.Palette;
import dev.weir.terminal.view.Detail;
import dev.weir.testkit.EventScript;
import dev.weir.testkit.EventScript.Block;
import java.util.List;
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
      LiveStream stream = view.stream("demo", null);
      ANSWER.forEach(stream::accept);
      view.message("demo", response(ANSWER));
      view.message("other", response(renamed("resp_2", "Never streamed.")));
    }

    assertThat(screen.all())
        .filteredOn(row -> row.contains("An answer.") || row.contains("Never streamed."))
        .containsExactly("An answer.", "Never streamed.");
  }

  @Test
  void plainOutputHasEachPanelOnceAndNoEscape() {
    var out = new StringBuilder();
    try (var view = StreamingView.plain(out, OPTIONS)) {
      LiveStream stream = view.stream("demo", "asked-model");
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
      LiveStream stream = view.stream("demo", null);
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
      LiveStream stream = view.stream("demo", null);
      events.forEach(event -> stream.accept(event, 0));
    }
    return out.toString().lines().toList();
  }

  private static List<StreamEvent> renamed(String id, String text) {
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
