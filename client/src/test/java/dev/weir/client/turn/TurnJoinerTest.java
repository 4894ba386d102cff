package dev.weir.client.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.tool.ToolResult;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TurnJoinerTest {
  private final List<StreamEvent> said = new ArrayList<>();
  private final TurnJoiner joiner = new TurnJoiner(said::add);

  @Test
  void numbersMoveAndEndsBecomeProgress() {
    Usage one = new Usage(1L, null, null, null, null);
    Reasoning late = Reasoning.NONE;
    joiner.accept(new ResponseStart("r1", "m1"));
    joiner.accept(new OutputEnd(1, FinishReason.TOOL_CALLS, "w"));
    joiner.accept(new ResponseEnd(Verdict.TOOL_CALLS, "w", one, Map.of(0, late)));
    joiner.runTools();
    joiner.toolResult("c", "t", ToolResult.failed("no"));
    joiner.accept(new ResponseStart("r2", "m2"));
    joiner.accept(new UsageUpdate(one));
    joiner.accept(new OutputEnd(0, FinishReason.STOP, "s"));
    joiner.accept(new ResponseEnd(Verdict.COMPLETE, "s", one, Map.of(0, late)));
    joiner.end(Verdict.COMPLETE, "s");

    Usage two = new Usage(2L, null, null, null, null);
    assertThat(said)
        .containsExactly(
            new ResponseStart("r1", "m1"),
            new OutputEnd(1, FinishReason.TOOL_CALLS, "w"),
            new UsageUpdate(one),
            new ResponseProgress("running_tools", null, null),
            new BlockStart(
                new BlockId(2, 0),
                BlockKind.TOOL_OUTPUT,
                "c",
                "t",
                /* synthetic= */ false,
                Map.of("by", "client", "success", "false")),
            new StreamEvent.BlockDelta(new BlockId(2, 0), "no"),
            new BlockEnd(new BlockId(2, 0), /* complete= */ true, null, null, null, null),
            new ResponseProgress("continued", "r2", "m2"),
            new UsageUpdate(two),
            new OutputEnd(3, FinishReason.STOP, "s"),
            new ResponseEnd(Verdict.COMPLETE, "s", two, Map.of(0, late, 1, late)));
  }

  @Test
  void everyShapeOfATurnKeepsTheGrammar() {
    for (int seed = 0; seed < 2000; seed++) {
      said.clear();
      play(new Random(seed));
      assertThat(GrammarChecker.check(said)).as("seed %d", seed).isEmpty();
    }
  }

  private void play(Random random) {
    var turn = new TurnJoiner(said::add);
    int passes = 1 + random.nextInt(4);
    for (int pass = 0; pass < passes; pass++) {
      boolean isLast = pass == passes - 1;
      pass(turn, random, /* isCut= */ isLast && random.nextBoolean());
      if (!isLast) {
        turn.runTools();
        for (int i = random.nextInt(4); i >= 0; i--) {
          turn.toolResult("c" + i, "t", ToolResult.of(random.nextBoolean() ? "" : "x"));
        }
      }
    }
    turn.end(Verdict.CANCELLED, null);
    turn.end(Verdict.COMPLETE, null);
    turn.accept(new StreamEvent.Unrecognized("late", "", 0));
  }

  /** Blocks of some outputs, interleaved; a cut pass leaves them open and has no end. */
  private static void pass(TurnJoiner turn, Random random, boolean isCut) {
    turn.accept(new ResponseStart(null, null));
    int outputs = 1 + random.nextInt(3);
    List<BlockId> open = new ArrayList<>();
    int blocks = 0;
    for (int step = random.nextInt(30); step > 0; step--) {
      if (open.isEmpty() || random.nextInt(3) == 0) {
        var id = new BlockId(random.nextInt(outputs), blocks++);
        open.add(id);
        turn.accept(new BlockStart(id, BlockKind.TEXT, null, null, false, Map.of()));
      } else if (random.nextBoolean()) {
        turn.accept(new StreamEvent.BlockDelta(open.get(random.nextInt(open.size())), "x"));
      } else {
        end(turn, open.remove(random.nextInt(open.size())));
      }
    }
    if (!isCut) {
      open.forEach(id -> end(turn, id));
      for (int output = 0; output < outputs; output++) {
        turn.accept(new OutputEnd(output, FinishReason.STOP, null));
      }
      turn.accept(new ResponseEnd(Verdict.TOOL_CALLS, null, null));
    }
  }

  private static void end(TurnJoiner turn, BlockId id) {
    turn.accept(new BlockEnd(id, /* complete= */ true, null, null, null, null));
  }
}
