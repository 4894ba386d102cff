package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.UsageUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A turn and its passes are the same thing, joined and split. */
final class PassJoinerTest {
  private static final int SEEDS = 2000;

  private final List<StreamEvent> said = new ArrayList<>();
  private final PassJoiner joiner = new PassJoiner(said::add);

  /** A turn that ends with its last pass, or where tools have run after it. */
  private static List<StreamEvent> join(List<Pass> passes) {
    List<StreamEvent> turn = new ArrayList<>();
    var joiner = new PassJoiner(turn::add);
    passes.subList(0, passes.size() - 1).forEach(pass -> add(pass, joiner));
    Pass last = passes.getLast();
    if (last.outputs().isEmpty()) {
      last.events().forEach(joiner::accept);
      joiner.end();
    } else {
      add(last, joiner);
      joiner.cut(Verdict.CANCELLED, null);
    }
    return turn;
  }

  private static void add(Pass pass, PassJoiner joiner) {
    pass.events().forEach(joiner::accept);
    joiner.passEnded();
    pass.outputs().forEach(joiner::toolOutput);
  }

  @Test
  void whatIsJoinedIsSplitIntoTheSamePasses() {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Pass> passes = new RandomPasses(seed).turn();
      assertThat(PassSplitter.split(join(passes))).as("seed %d", seed).isEqualTo(passes);
    }
  }

  @Test
  void everyTurnKeepsTheGrammar() {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<StreamEvent> turn = join(new RandomPasses(seed).turn());
      assertThat(GrammarChecker.check(turn)).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void aTurnThatIsCutAnywhereKeepsTheGrammarAndThePassesBefore() {
    for (int seed = 0; seed < 200; seed++) {
      List<Pass> passes = new RandomPasses(seed).turn();
      List<StreamEvent> last = passes.getLast().events();
      for (int cut = 1; cut < last.size(); cut++) {
        said.clear();
        var turn = new PassJoiner(said::add);
        passes.subList(0, passes.size() - 1).forEach(pass -> add(pass, turn));
        last.subList(0, cut).forEach(turn::accept);
        turn.cut(Verdict.FAILED, null);

        assertThat(GrammarChecker.check(said)).as("seed %d", seed).isEmpty();
        List<Pass> split = PassSplitter.split(said);
        assertThat(split.subList(0, split.size() - 1))
            .isEqualTo(passes.subList(0, passes.size() - 1));
        assertThat(split.getLast().events())
            .startsWith(last.subList(0, cut).toArray(StreamEvent[]::new));
        assertThat(split.getLast().response().verdict()).isEqualTo(Verdict.FAILED);
      }
    }
  }

  @Test
  void aTurnOfOnePassIsThatPass() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Pass only = new Pass(new RandomPasses(seed).turn().getFirst().events(), List.of());
      assertThat(join(List.of(only))).isEqualTo(only.events());
    }
  }

  @Test
  void numbersMoveAndBoundsBecomePassEvents() {
    Usage one = new Usage(1L, null, null, null, null);
    Reasoning late = Reasoning.NONE;
    joiner.accept(new ResponseStart("r1", "m1"));
    joiner.accept(new OutputEnd(1, FinishReason.TOOL_CALLS, "w"));
    joiner.accept(new ResponseEnd(Verdict.TOOL_CALLS, "w", one, Map.of(0, late)));
    joiner.passEnded();
    joiner.toolOutput(new ClientToolOutput("c", "t", /* success= */ false, null, "no", null));
    joiner.accept(new ResponseStart("r2", "m2"));
    joiner.accept(new UsageUpdate(one));
    joiner.accept(new OutputEnd(0, FinishReason.STOP, "s"));
    joiner.accept(new ResponseEnd(Verdict.COMPLETE, "s", one, Map.of(0, late)));
    joiner.end();
    joiner.accept(new StreamEvent.Unrecognized("late", "", 0));

    Usage two = new Usage(2L, null, null, null, null);
    assertThat(said)
        .containsExactly(
            new ResponseStart("r1", "m1"),
            new OutputEnd(1, FinishReason.TOOL_CALLS, "w"),
            new PassEnd(Verdict.TOOL_CALLS, "w", one, null, Map.of(0, late)),
            new BlockStart(
                new BlockId(2, 0),
                BlockKind.TOOL_OUTPUT,
                "c",
                "t",
                /* synthetic= */ false,
                Map.of("by", "client", "success", "false")),
            new BlockDelta(new BlockId(2, 0), "no"),
            new BlockEnd(new BlockId(2, 0), /* complete= */ true, null, null, null, null),
            new PassStart("r2", "m2"),
            new UsageUpdate(two, one),
            new OutputEnd(3, FinishReason.STOP, "s"),
            new ResponseEnd(Verdict.COMPLETE, "s", two, one, Map.of(1, late)));
  }

  @Test
  void reasoningThatTheEndOfAnOlderTurnRestatesGoesToThePassThatHasTheBlock() {
    Reasoning late = new Reasoning("rs", List.of(), "sealed", null, false);
    List<Pass> passes =
        PassSplitter.split(
            List.of(
                new ResponseStart(null, null),
                new BlockStart(new BlockId(0, 0), BlockKind.REASONING, null, null, false, Map.of()),
                new BlockEnd(new BlockId(0, 0), true, null, null, null, null),
                new PassEnd(Verdict.TOOL_CALLS, null, null, null, Map.of()),
                new PassStart(null, null),
                new ResponseEnd(Verdict.COMPLETE, null, null, Map.of(0, late))));

    assertThat(passes.getFirst().events().getLast())
        .isEqualTo(new ResponseEnd(Verdict.TOOL_CALLS, null, null, Map.of(0, late)));
    assertThat(passes.getLast().events().getLast())
        .isEqualTo(new ResponseEnd(Verdict.COMPLETE, null, null));
  }

  @Test
  void whatIsNotAPassIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> joiner.accept(new PassStart(null, null)))
        .withMessage(
            "Expected an event of one pass, saw pass_start: a turn cannot be a pass of another");
    joiner.accept(new ResponseStart(null, null));
    assertThatIllegalStateException().isThrownBy(joiner::end);
  }
}
