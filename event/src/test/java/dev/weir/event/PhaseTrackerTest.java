package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.PhaseEvent.Call;
import dev.weir.event.PhaseEvent.ContentDelta;
import dev.weir.event.PhaseEvent.ReasoningComplete;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Callbacks in shorthand: {@code 0R} reasoning of output 0 starts, {@code 0r} a delta, {@code 0R✓}
 * complete; {@code 0C}, {@code 0c}, {@code 0C✓} the same for content; {@code 0T} and {@code 0S}
 * calls of the client and of the provider. Events are those of {@link Script}.
 */
class PhaseTrackerTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          simple                         | 0r 0r 0c 0f .       | 0R 0r 0r 0C 0c 0R✓ 0C✓ end
          a higher output completes      | 0r 0c 1r 1c .       | 0R 0r 0C 0c 0R✓ 0C✓ 1R 1r 1C 1c 1R✓ 1C✓ end
          finish alone completes nothing | 0r 0f 1c .          | 0R 0r 0R✓ 1C 1c 1C✓ end
          skipped outputs                | 0r 3c .             | 0R 0r 0R✓ 3C 3c 3C✓ end
          interleaved in one chunk       | 0r 1r 0c 1c 2c .    | 0R 0r 0R✓ 1R 1r 0C 0c 1C 1c 0C✓ 1R✓ 1C✓ 2C 2c 2C✓ end
          later deltas do not refire     | 0r 1c 0r 0r 2c .    | 0R 0r 0R✓ 1C 1c 0r 0r 1C✓ 2C 2c 2C✓ end
          a lower output starts late     | 3r 1c .             | 3R 3r 1C 1c 1C✓ 3R✓ end
          content before reasoning       | 0c 0r .             | 0C 0c 0R 0r 0R✓ 0C✓ end
          delta-less finish              | 0f .                | end
          a finish before its deltas     | 0f 0r 0c .          | 0R 0r 0C 0c 0R✓ 0C✓ end
          an empty delta is none         | 0- 0f .             | end
          only reasoning                 | 0r 0f .             | 0R 0r 0R✓ end
          a refusal is content           | 0r 0x 0f .          | 0R 0r 0C 0c 0R✓ 0C✓ end
          tool-only output               | 0t 0f .             | 0T end
          reasoning, then a call         | 0r 0t 0f .          | 0R 0r 0T 0R✓ end
          a call starts a higher output  | 0r 1t 1f .          | 0R 0r 0R✓ 1T end
          the provider's own call        | 0s 0c .             | 0S 0C 0c 0C✓ end
          citation and usage             | 0c 0a u .           | 0C 0c 0cite usage 0C✓ end
          empty stream                   | .                   | end
          empty stream, cut              | …                   | error end
          error as first item            | ! ✗                 | error end
          fails in reasoning             | 0r ! ✗              | 0R 0r 0R✓ error end
          fails in the second output     | 0r 0c 1r ! ✗        | 0R 0r 0C 0c 0R✓ 0C✓ 1R 1r 1R✓ error end
          cut short                      | 0r 0c …             | 0R 0r 0C 0c 0R✓ 0C✓ error end
          """)
  void onTransition(String name, String events, String callbacks) {
    assertThat(callbacks(events, CompletionPolicy.ON_TRANSITION)).isEqualTo(callbacks);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          simple                         | 0r 0r 0c 0f .       | 0R 0r 0r 0R✓ 0C 0c 0C✓ end
          outputs end for themselves     | 0r 0c 1r 1c .       | 0R 0r 0R✓ 0C 0c 1R 1r 1R✓ 1C 1c 0C✓ 1C✓ end
          finish completes               | 0r 0f 1c .          | 0R 0r 0R✓ 1C 1c 1C✓ end
          skipped outputs                | 0r 3c .             | 0R 0r 3C 3c 0R✓ 3C✓ end
          interleaved in one chunk       | 0r 1r 0c 1c 0f 1f . | 0R 0r 1R 1r 0R✓ 0C 0c 1R✓ 1C 1c 0C✓ 1C✓ end
          later deltas do not refire     | 0r 0c 0r 0f 0c .    | 0R 0r 0R✓ 0C 0c 0r 0C✓ 0c end
          content before reasoning       | 0c 0r 0c 0f .       | 0C 0c 0R 0r 0R✓ 0c 0C✓ end
          delta-less finish              | 0f .                | end
          a finish before its deltas     | 0f 0r 0c .          | 0R 0r 0R✓ 0C 0c 0C✓ end
          an empty delta is none         | 0- 0f .             | end
          only reasoning                 | 0r 0f .             | 0R 0r 0R✓ end
          a refusal is content           | 0r 0x 0f .          | 0R 0r 0R✓ 0C 0c 0C✓ end
          tool-only output               | 0t 0f .             | 0T end
          reasoning, then a call         | 0r 0t 0f .          | 0R 0r 0T 0R✓ end
          the provider's own call        | 0s 0c .             | 0S 0C 0c 0C✓ end
          empty stream                   | .                   | end
          empty stream, cut              | …                   | error end
          error as first item            | ! ✗                 | error end
          fails in reasoning             | 0r ! ✗              | 0R 0r 0R✓ error end
          fails in the second output     | 0r 0c 1r ! ✗        | 0R 0r 0R✓ 0C 0c 1R 1r 0C✓ 1R✓ error end
          cut short                      | 0r 0c …             | 0R 0r 0R✓ 0C 0c 0C✓ error end
          """)
  void onPhaseEnd(String name, String events, String callbacks) {
    assertThat(callbacks(events, CompletionPolicy.ON_PHASE_END)).isEqualTo(callbacks);
  }

  @Test
  void aCompletionCarriesItsOwnOutputNotTheOneThatCausedIt() {
    List<PhaseEvent> said = said("0r 0r 0c 3c .", CompletionPolicy.ON_TRANSITION);

    assertThat(said).contains(new ReasoningComplete(new OutputStats(0, 2, 1, null)));
    assertThat(said).contains(new ContentDelta(new OutputStats(3, 0, 1, null), "hi"));
  }

  @Test
  void aFinishIsSaidWhenItComesAndBeforeWhatItCompletes() {
    List<PhaseEvent> said = said("0r 0f 1c .", CompletionPolicy.ON_PHASE_END);
    var finished = new OutputStats(0, 1, 0, FinishReason.STOP);

    assertThat(said)
        .containsSubsequence(
            new PhaseEvent.Finish(finished),
            new ReasoningComplete(finished),
            new ContentDelta(new OutputStats(1, 0, 1, null), "hi"));
    assertThat(finished.reasoning()).isEqualTo(PhaseStatus.COMPLETE);
    assertThat(finished.content()).isEqualTo(PhaseStatus.COMPLETE);
  }

  @Test
  void anAlternativeThatStartsCompletesNoOther() {
    List<StreamEvent> events = new ArrayList<>(Script.of("0r 0c 1c 0f 1f ."));
    events.set(0, new StreamEvent.ResponseStart("r", "m", /* alternatives= */ true));
    var words = new Words();
    events.forEach(new PhaseTracker(words, CompletionPolicy.ON_TRANSITION)::accept);

    assertThat(String.join(" ", words.said)).isEqualTo("0R 0r 0C 0c 1C 1c 0R✓ 0C✓ 1C✓ end");
  }

  @Test
  void aFurtherPassCompletesWhatTheOneBeforeLeft() {
    List<StreamEvent> events = new ArrayList<>(Script.of("0r 0c ."));
    events.set(0, new StreamEvent.ResponseStart("r", "m", /* alternatives= */ true));
    events.add(events.size() - 1, new StreamEvent.PassStart("r2", "m", /* alternatives= */ true));
    var words = new Words();
    var tracker = new PhaseTracker(words, CompletionPolicy.ON_TRANSITION);
    events.subList(0, events.size() - 1).forEach(tracker::accept);

    assertThat(String.join(" ", words.said)).isEqualTo("0R 0r 0C 0c 0R✓ 0C✓");
  }

  @Test
  void statsOfAllOutputsCanBeAskedFor() {
    var tracker = new PhaseTracker(event -> true);
    Script.of("0r 3c 0f .").forEach(tracker::accept);

    assertThat(tracker.stats())
        .containsExactly(
            new OutputStats(0, 1, 0, FinishReason.STOP), new OutputStats(3, 0, 1, null));
    assertThat(tracker.stats(1)).isEqualTo(OutputStats.of(1));
  }

  @Test
  void anEventIsHandedOverBeforeWhatFollowsFromIt() {
    List<PhaseEvent> said = said("0c .", CompletionPolicy.ON_TRANSITION);
    List<StreamEvent> received =
        said.stream()
            .flatMap(e -> e instanceof PhaseEvent.Received r ? List.of(r.event()).stream() : null)
            .toList();

    assertThat(received).isEqualTo(Script.of("0c ."));
    assertThat(said.getFirst()).isInstanceOf(PhaseEvent.Received.class);
    assertThat(said.getLast()).isInstanceOf(PhaseEvent.End.class);
  }

  @Test
  void aSinkThatWantsNoMoreGetsNoMore() {
    List<PhaseEvent> taken = new ArrayList<>();
    var tracker =
        new PhaseTracker(event -> {
          taken.add(event);
          return !(event instanceof ContentDelta);
        });
    List<StreamEvent> events = Script.of("0c 0c .");

    List<Boolean> wanted = events.stream().map(tracker::accept).toList();

    assertThat(taken.getLast()).isInstanceOf(ContentDelta.class);
    assertThat(wanted).containsExactly(true, true, false, false, false, false);
    assertThat(tracker.stats(0).contentDeltas()).isEqualTo(2);
  }

  @Test
  void theProvidersErrorIsReportedRatherThanAnEarlierFault() {
    List<String> errors = new ArrayList<>();
    var tracker =
        new PhaseTracker(
            new PhaseCallbacks() {
              @Override
              public void error(Verdict verdict, @Nullable StreamFault fault) {
                errors.add(verdict + " " + (fault == null ? "" : fault.message()));
              }
            });
    List<StreamEvent> events = new ArrayList<>(Script.of("! ✗"));
    events.add(1, new StreamEvent.Fault(new StreamFault(StreamFault.Kind.MALFORMED, "not JSON")));

    events.forEach(tracker::accept);

    assertThat(errors).containsExactly("FAILED Overloaded");
  }

  private static List<PhaseEvent> said(String events, CompletionPolicy policy) {
    List<PhaseEvent> said = new ArrayList<>();
    var tracker = new PhaseTracker(said::add, policy);
    Script.of(events).forEach(tracker::accept);
    return said;
  }

  private static String callbacks(String events, CompletionPolicy policy) {
    var words = new Words();
    var tracker = new PhaseTracker(words, policy);
    Script.of(events).forEach(tracker::accept);
    return String.join(" ", words.said);
  }

  private static final class Words implements PhaseCallbacks {
    final List<String> said = new ArrayList<>();

    @Override
    public void reasoningStart(OutputStats stats) {
      said.add(stats.output() + "R");
    }

    @Override
    public void reasoningDelta(OutputStats stats, String text) {
      said.add(stats.output() + "r");
    }

    @Override
    public void reasoningComplete(OutputStats stats) {
      said.add(stats.output() + "R✓");
    }

    @Override
    public void contentStart(OutputStats stats) {
      said.add(stats.output() + "C");
    }

    @Override
    public void contentDelta(OutputStats stats, String text) {
      said.add(stats.output() + "c");
    }

    @Override
    public void contentComplete(OutputStats stats) {
      said.add(stats.output() + "C✓");
    }

    @Override
    public void citation(int output, String kind, String json) {
      said.add(output + "cite");
    }

    @Override
    public void clientToolCall(Call call) {
      said.add(call.output() + "T");
    }

    @Override
    public void serverToolCall(Call call) {
      said.add(call.output() + "S");
    }

    @Override
    public void usage(Usage usage) {
      said.add("usage");
    }

    @Override
    public void error(Verdict verdict, @Nullable StreamFault fault) {
      said.add("error");
    }

    @Override
    public void end(Verdict verdict, @Nullable String word, @Nullable Usage usage) {
      said.add("end");
    }
  }
}
