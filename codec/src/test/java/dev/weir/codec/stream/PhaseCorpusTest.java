package dev.weir.codec.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import dev.weir.event.BlockKind;
import dev.weir.event.CompletionPolicy;
import dev.weir.event.OutputStats;
import dev.weir.event.PhaseCallbacks;
import dev.weir.event.PhaseTracker;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.testkit.Corpus;
import dev.weir.testkit.Corpus.Recorded;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The phases of every recorded chat stream, where the corpus stands beside the project. */
class PhaseCorpusTest {

  @TestFactory
  Stream<DynamicTest> whatStartsIsCompletedOnceAndNothingIsLost() {
    return Stream.of("openai-chat", "mistral-as-openai-chat")
        .flatMap(folder -> Corpus.streams(folder).stream())
        .map(stream -> DynamicTest.dynamicTest(stream.name(), () -> check(stream)));
  }

  private static void check(Recorded stream) {
    List<StreamEvent> events = Decoded.events(Dialects.OPENAI_CHAT, List.of(stream.bytes()));
    Response response = Decoded.response(events);
    for (CompletionPolicy policy : CompletionPolicy.values()) {
      var seen = new Seen();
      events.forEach(new PhaseTracker(seen, policy)::accept);

      assertThat(seen.completed).isEqualTo(seen.started);
      assertThat(seen.reasoning).hasToString(response.text(BlockKind.REASONING, 0));
    }
  }

  private static final class Seen implements PhaseCallbacks {
    final Set<String> started = new TreeSet<>();
    final Set<String> completed = new TreeSet<>();
    final StringBuilder reasoning = new StringBuilder();

    @Override
    public void reasoningStart(OutputStats stats) {
      assertThat(started.add("reasoning " + stats.output())).isTrue();
    }

    @Override
    public void reasoningDelta(OutputStats stats, String text) {
      reasoning.append(stats.output() == 0 ? text : "");
    }

    @Override
    public void reasoningComplete(OutputStats stats) {
      assertThat(completed.add("reasoning " + stats.output())).isTrue();
    }

    @Override
    public void contentStart(OutputStats stats) {
      assertThat(started.add("content " + stats.output())).isTrue();
    }

    @Override
    public void contentComplete(OutputStats stats) {
      assertThat(completed.add("content " + stats.output())).isTrue();
    }
  }
}
