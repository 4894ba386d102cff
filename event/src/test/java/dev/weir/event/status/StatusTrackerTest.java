package dev.weir.event.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the model is busy with follows from the events alone. */
final class StatusTrackerTest {
  private static final StreamEvent THINKS = delta(0, "Let me compare the two files");

  private final List<String> said = new ArrayList<>();
  private final StatusTracker tracker = new StatusTracker(s -> said.add(s.description()));

  private void accept(StreamEvent... events) {
    for (StreamEvent event : events) {
      tracker.accept(event);
    }
  }

  private void think() {
    accept(new ResponseStart("r", "m"), start(0, BlockKind.REASONING), THINKS);
    assertThat(tracker.isThinking()).isTrue();
    assertThat(said).isEmpty();
  }

  static Stream<List<StreamEvent>> whatEndsIt() {
    return Stream.of(
        List.of(start(1, BlockKind.TEXT), delta(1, "\n"), delta(1, "Both")),
        List.of(start(1, BlockKind.REFUSAL), delta(1, "No")),
        List.of(start(1, BlockKind.TOOL_CALL)),
        List.of(start(1, BlockKind.SERVER_TOOL)),
        List.of(start(1, BlockKind.TOOL_OUTPUT)),
        List.of(start(1, BlockKind.MEDIA)),
        List.of(new Fault(new StreamFault(StreamFault.Kind.CONNECTION, "it broke"))),
        List.of(new PassEnd(Verdict.PAUSED, null, null, null, Map.of())),
        List.of(new ResponseEnd(Verdict.COMPLETE, "stop", null)));
  }

  @ParameterizedTest
  @MethodSource("whatEndsIt")
  void thinkingEndsWhenTheModelSpeaksCallsOrEndsAndSoDoesItsLastPhrase(List<StreamEvent> events) {
    think();
    for (StreamEvent event : events) {
      assertThat(tracker.isThinking()).isTrue();
      accept(event);
    }
    assertThat(tracker.isThinking()).isFalse();
    assertThat(said).containsExactly("Compare the two files");
  }

  static Stream<StreamEvent> whatDoesNot() {
    return Stream.of(
        start(1, BlockKind.TEXT),
        new BlockStart(
            new BlockId(0, 1), BlockKind.TOOL_CALL, null, "t", /* synthetic= */ true, Map.of()),
        start(1, BlockKind.REASONING),
        new OutputEnd(0, FinishReason.STOP, "stop"),
        new Fault(new StreamFault(StreamFault.Kind.MALFORMED, "half a frame")));
  }

  @ParameterizedTest
  @MethodSource("whatDoesNot")
  void whatNobodySeesDoesNotEndIt(StreamEvent event) {
    think();
    accept(event);
    assertThat(tracker.isThinking()).isTrue();
    assertThat(said).isEmpty();
  }

  @Test
  void otherThinkingHasStatusesOfItsOwn() {
    think();
    accept(
        start(1, BlockKind.TEXT),
        delta(1, "Both."),
        start(2, BlockKind.REASONING),
        delta(2, "Let me compare the two files."));
    assertThat(said).containsExactly("Compare the two files", "Compare the two files");
  }

  @Test
  void aPartEndsThePhraseOfThePartBefore() {
    think();
    accept(new BlockDelta(new BlockId(0, 0), /* part= */ 1, "**Writing the answer**\n"));
    assertThat(said).containsExactly("Compare the two files", "Writing the answer");
  }

  @Test
  void onlyTheFirstAnswerOfSeveralCounts() {
    accept(
        new ResponseStart("r", "m", /* alternatives= */ true),
        start(0, BlockKind.REASONING),
        new BlockStart(new BlockId(1, 1), BlockKind.REASONING, null, null, false, Map.of()),
        new BlockDelta(new BlockId(1, 1), "Let me guess the answer at once."),
        THINKS,
        new OutputEnd(1, FinishReason.STOP, "stop"));
    assertThat(tracker.isThinking()).isTrue();
    accept(new OutputEnd(0, FinishReason.STOP, "stop"));
    assertThat(tracker.isThinking()).isFalse();
    assertThat(said).containsExactly("Compare the two files");
  }

  @Test
  void theNextPassMayNameItsBlocksAsTheOneBefore() {
    think();
    accept(
        new PassEnd(Verdict.TOOL_CALLS, null, null, null, Map.of()),
        new PassStart("r2", "m", /* alternatives= */ false),
        start(0, BlockKind.TEXT),
        delta(0, "Let me compare the two rivers."));
    assertThat(said).containsExactly("Compare the two files");
  }

  private static BlockStart start(int block, BlockKind kind) {
    return new BlockStart(
        new BlockId(0, block), kind, null, null, /* synthetic= */ false, Map.of());
  }

  private static BlockDelta delta(int block, String text) {
    return new BlockDelta(new BlockId(0, block), text);
  }
}
