package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
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

class GrammarCheckerTest {
  private static final ResponseStart START = new ResponseStart("r", "m");
  private static final ResponseEnd END = new ResponseEnd(Verdict.COMPLETE, "stop", null);
  private static final BlockId A = new BlockId(0, 0);
  private static final BlockId B = new BlockId(1, 1);

  @Test
  void blocksMayBeOpenAtTheSameTime() {
    assertThat(
            check(
                START,
                open(A),
                open(B),
                text(A),
                text(B),
                close(B),
                text(A),
                close(A),
                new OutputEnd(1, FinishReason.STOP, null),
                END))
        .isEmpty();
  }

  @Test
  void remarksMayStandAnywhereInside() {
    var fault = new Fault(new StreamFault(StreamFault.Kind.MALFORMED, "x"));
    assertThat(check(START, new UsageUpdate(Usage.NONE), open(A), fault, close(A), fault, END))
        .isEmpty();
  }

  @Test
  void whatIsRepairedHasBegun() {
    var repair = new BlockRepair(A, 0, "x");
    assertThat(check(START, open(A), repair, close(A), repair, END)).isEmpty();
    assertThat(check(START, repair))
        .isEqualTo("event 1: block_repair of block 0/0, which never started");
  }

  @Test
  void theFirstViolationIsNamed() {
    assertThat(check(open(A))).isEqualTo("event 0: BlockStart before response_start");
    assertThat(check(START, START)).isEqualTo("event 1: second response_start");
    assertThat(check(START, text(A)))
        .isEqualTo("event 1: block_delta outside block 0/0, which is not open");
    assertThat(check(START, open(A), close(A), text(A)))
        .isEqualTo("event 3: block_delta outside block 0/0, which is not open");
    assertThat(check(START, open(A), close(A), close(A)))
        .isEqualTo("event 3: block_end outside block 0/0, which is not open");
    assertThat(check(START, open(A), open(A)))
        .isEqualTo("event 2: block 0/0 started, expected number 1");
    assertThat(check(START, open(B))).isEqualTo("event 1: block 1/1 started, expected number 0");
    assertThat(check(START, open(A), text(new BlockId(1, 0))))
        .isEqualTo("event 2: block_delta outside block 1/0, which is not open");
    assertThat(check(START, open(A), END))
        .isEqualTo("event 2: response_end while blocks [0/0] are open");
    assertThat(check(START, END, END)).isEqualTo("event 2: ResponseEnd after response_end");
    var end = new OutputEnd(0, FinishReason.STOP, "stop");
    assertThat(check(START, end, end)).isEqualTo("event 2: output 0 ended twice");
    assertThat(check(START)).isEqualTo("event 1: the stream has no response_end");
  }

  @Test
  void betweenTwoPassesOnlyToolsOfTheClientSpeak() {
    var passEnd = new PassEnd(Verdict.TOOL_CALLS, null, null, null, Map.of());
    var passStart = new PassStart("r2", null);
    var fault = new Fault(new StreamFault(StreamFault.Kind.LIMIT, "x"));
    var output = new BlockStart(A, BlockKind.TOOL_OUTPUT, "c", "t", false, Map.of("by", "client"));
    assertThat(check(START, passEnd, output, text(A), close(A), fault, passStart, END)).isEmpty();
    assertThat(check(START, passEnd, passStart, passEnd, output, close(A), END)).isEmpty();

    assertThat(check(START, passEnd, open(A)))
        .isEqualTo(
            "event 2: block 0/0 started between two passes, where only the client's tools speak");
    assertThat(check(START, passEnd, new OutputEnd(0, FinishReason.STOP, null)))
        .isEqualTo("event 2: output 0 ended between two passes");
    assertThat(check(START, passEnd, new ResponseProgress("queued", null, null)))
        .isEqualTo("event 2: response_progress between two passes");
    assertThat(check(START, passEnd, passEnd)).isEqualTo("event 2: second pass_end of a pass");
    assertThat(check(START, passStart))
        .isEqualTo("event 1: pass_start before the pass_end of the pass before");
    assertThat(check(START, open(A), passEnd))
        .isEqualTo("event 2: pass_end while blocks [0/0] are open");
    assertThat(check(START, passEnd, output, passStart))
        .isEqualTo("event 3: pass_start while blocks [0/0] are open");
  }

  @Test
  void aViolationIsToldAsSoonAsItHappens() {
    var checker = new GrammarChecker();

    assertThat(checker.accept(START)).isTrue();
    assertThat(checker.accept(text(A))).isFalse();
    assertThat(checker.violation()).isPresent();
  }

  private static String check(StreamEvent... events) {
    return GrammarChecker.check(List.of(events)).orElse("");
  }

  private static BlockStart open(BlockId block) {
    return new BlockStart(block, BlockKind.TEXT, null, null, false, Map.of());
  }

  private static BlockDelta text(BlockId block) {
    return new BlockDelta(block, "x");
  }

  private static BlockEnd close(BlockId block) {
    return new BlockEnd(block, true, null, null, null, null);
  }
}
