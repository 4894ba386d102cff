package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.UsageUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResponseAssemblerTest {
  private final ResponseAssembler assembler = new ResponseAssembler();

  @Test
  void aResponseMayBeAskedForAtAnyTime() {
    accept(new ResponseStart("r", null), open(0, 0, BlockKind.TEXT), text(0, 0, "Hel"));

    Response soFar = assembler.response();
    assertThat(soFar.text(BlockKind.TEXT)).isEqualTo("Hel");
    assertThat(soFar.verdict()).isNull();
    assertThat(soFar.blocks().getFirst().complete()).isFalse();

    accept(text(0, 0, "lo"), close(0, 0), new ResponseEnd(Verdict.COMPLETE, "stop", null));
    assertThat(assembler.response().text(BlockKind.TEXT)).isEqualTo("Hello");
    assertThat(assembler.response().verdict()).isEqualTo(Verdict.COMPLETE);
  }

  @Test
  void whatTwoModelsWroteTellsBothAndWhatEachUsed() {
    var first = new Usage(3L, 1L, null, null, null);
    var second = new Usage(7L, 5L, null, null, null);
    var tried = new StreamEvent.FailedTry("a", "m1", "broke", "It broke", "b", "m2", 0);
    var seam =
        new StreamEvent.Seam(
            new BlockId(0, 0), 3, "a", "m1", "b", "m2", "prefill", /* overlap= */ 3, first);
    accept(
        new ResponseStart("r", "m1"),
        open(0, 0, BlockKind.TEXT),
        text(0, 0, "Hel"),
        new UsageUpdate(first),
        tried,
        seam,
        text(0, 0, "lo"),
        close(0, 0));
    assertThat(assembler.response().usage()).as("not told yet").isNull();
    accept(new ResponseEnd(Verdict.COMPLETE, "stop", second));

    Response response = assembler.response();
    assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hello");
    assertThat(response.tries()).containsExactly(tried);
    assertThat(response.seams()).containsExactly(seam);
    assertThat(response.modelName()).isEqualTo("m2");
    assertThat(response.usage()).isEqualTo(second);
  }

  @Test
  void textIsOrderedByOutputThenByBlockHoweverItInterleaves() {
    accept(
        open(1, 0, BlockKind.TEXT),
        open(0, 1, BlockKind.TEXT),
        text(1, 0, "second "),
        text(0, 1, "first "),
        text(1, 0, "output"));

    assertThat(assembler.response().text(BlockKind.TEXT)).isEqualTo("first second output");
    assertThat(assembler.response().text(BlockKind.TEXT, 1)).isEqualTo("second output");
  }

  @Test
  void aReasoningSummaryStandsBeforeItsContent() {
    accept(
        open(0, 0, BlockKind.REASONING),
        text(0, 0, "raw"),
        new BlockStart(
            new BlockId(0, 1), BlockKind.REASONING, null, null, false, Map.of("part", "summary")),
        new BlockDelta(new BlockId(0, 1), 0, "one"),
        new BlockDelta(new BlockId(0, 1), 1, "two"));

    Response response = assembler.response();
    assertThat(response.text(BlockKind.REASONING)).isEqualTo("onetworaw");
    assertThat(response.blocks(BlockKind.REASONING).getFirst().parts())
        .containsExactly("one", "two");
  }

  @Test
  void namesThatBecomeKnownLaterAreKept() {
    accept(new ResponseStart(null, null), new ResponseProgress("named", "r", "m"));

    assertThat(assembler.response().responseId()).isEqualTo("r");
    assertThat(assembler.response().modelName()).isEqualTo("m");
  }

  @Test
  void theFirstAnswerOfATurnHasTheFirstOutputOfEachPassWhateverEndedThePass() {
    accept(
        new ResponseStart("r1", null, /* alternatives= */ true),
        open(0, 0, BlockKind.TEXT),
        open(1, 1, BlockKind.TEXT),
        new PassEnd(Verdict.PAUSED, null, null, null, Map.of()),
        new PassStart("r2", null, /* alternatives= */ true),
        open(2, 2, BlockKind.TEXT),
        new OutputEnd(3, FinishReason.TOOL_CALLS, null),
        new PassEnd(Verdict.TOOL_CALLS, null, null, null, Map.of()),
        open(4, 3, BlockKind.TOOL_OUTPUT),
        new PassStart("r3", null),
        open(5, 4, BlockKind.TEXT),
        open(6, 5, BlockKind.TEXT));

    assertThat(assembler.response().alternatives()).containsExactly(1, 3);
    assertThat(assembler.response().firstAnswer(BlockKind.TEXT))
        .extracting(block -> block.block().output())
        .containsExactly(0, 2, 5, 6);
    assertThat(assembler.response().responseId()).isEqualTo("r3");
  }

  @Test
  void whatThePassEndSaysOfUsageAndReasoningIsKept() {
    var usage = new Usage(1L, 2L, null, null, null);
    var later = new Reasoning(null, List.of(), "new", null, false);
    accept(
        open(0, 0, BlockKind.REASONING),
        close(0, 0),
        new PassEnd(Verdict.TOOL_CALLS, null, usage, null, Map.of(0, later)));

    assertThat(assembler.response().usage()).isEqualTo(usage);
    assertThat(assembler.response().blocks().getFirst().reasoning()).isEqualTo(later);
  }

  @Test
  void usageIsKeptWhenTheEndHasNone() {
    var usage = new Usage(1L, 2L, null, null, null);
    accept(new UsageUpdate(usage), new ResponseEnd(Verdict.FAILED, null, null));

    assertThat(assembler.response().usage()).isEqualTo(usage);
  }

  @Test
  void laterUsageNumbersReplaceEarlierOnesFieldByField() {
    var first = new Usage(10L, 1L, null, 3L, null);
    var second = new Usage(null, 7L, 2L, null, null);

    assertThat(first.updatedBy(second)).isEqualTo(new Usage(10L, 7L, 2L, 3L, null));
  }

  @Test
  void whatTheEndSaysOfReasoningReplacesWhatItsBlockSaid() {
    var id = new BlockId(0, 0);
    var said = new Reasoning("rs", List.of("short"), "old", "sig", false);
    accept(
        open(0, 0, BlockKind.REASONING),
        new BlockEnd(id, true, said, null, null, null),
        new ResponseEnd(
            Verdict.COMPLETE,
            "completed",
            null,
            Map.of(0, new Reasoning(null, List.of(), "new", null, false))));

    assertThat(assembler.response().blocks().getFirst().reasoning())
        .isEqualTo(new Reasoning("rs", List.of("short"), "new", "sig", false));
  }

  @Test
  void aDeltaOfAnUnknownBlockIsTheCallersMistake() {
    assertThatThrownBy(() -> accept(text(0, 9, "x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Block 0/9 was never started; check the events with GrammarChecker");
  }

  private void accept(StreamEvent... events) {
    List.of(events).forEach(assembler::accept);
  }

  private static BlockStart open(int output, int block, BlockKind kind) {
    return new BlockStart(new BlockId(output, block), kind, null, null, false, Map.of());
  }

  private static BlockDelta text(int output, int block, String text) {
    return new BlockDelta(new BlockId(output, block), text);
  }

  private static BlockEnd close(int output, int block) {
    return new BlockEnd(new BlockId(output, block), true, null, null, null, null);
  }
}
